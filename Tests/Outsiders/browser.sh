#!/usr/bin/env bash
# The kiosk page in a real browser, with the real daemon behind it and touchsim as the finger.
#   browser.sh FOLDER-OF-PROGRAMS
# With BROWSER=skip, a browser that cannot start is reported but not a failure; BROWSER_PICTURES=FOLDER keeps screenshots.
set -euo pipefail
python3 "$(dirname "$0")/gallery.py"
exec python3 "$(dirname "$0")/browser.py" "$(realpath "$1")"
