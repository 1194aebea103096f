# shellcheck shell=bash
# Sourced by checks: goes to the root of the sources, makes the folder $folder, which is removed at the end, has fail WORDS and
# environment.
set -euo pipefail
cd "$(dirname "${BASH_SOURCE[0]}")/../.."
folder=$(mktemp -d "${TMPDIR:-/tmp}/touchd-check.XXXXXX")
trap 'rm -rf "$folder"' EXIT
fail() { printf '%s: %s\n' "$(basename "$0" .sh)" "$*" >&2; exit 1; }
# environment FOLDER PACKAGES: a Python environment with these packages, created if it is missing or has others.
environment() {
    [[ $(cat "$1/.packages" 2>/dev/null) != "$2" ]] || return 0
    python3 -m venv "$1"
    "$1/bin/pip" install --quiet --disable-pip-version-check "$2"
    echo "$2" >"$1/.packages"
}
