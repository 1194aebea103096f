#!/usr/bin/env bash
# What packages install, checked together: documents that units, man pages and pages name exist under that name, links between
# documents lead somewhere, and systemd of this Debian knows every key of the units.
#   installed.sh FOLDER-WITH-THE-PACKAGES
packages=$(realpath "$1")
# shellcheck source=common.sh
. "$(dirname "$0")/common.sh"

for package in "$packages"/*.deb; do
    case $package in *-dbgsym_*) continue ;; esac
    dpkg-deb --fsys-tarfile "$package" | tar -x --keep-directory-symlink -C "$folder"
done

python3 - "$folder" <<'P' || fail 'the documents above do not exist'
import gzip
import os
import re
import sys
from pathlib import Path

root = Path(sys.argv[1])
dead, count = [], 0
for path in sorted(root.rglob("*")):
    if not path.is_file() or path.is_symlink():
        continue
    data = path.read_bytes()
    if data[:4] == b"\x7fELF":
        text = "\n".join(run.decode() for run in re.findall(rb"[ -~]{8,}", data))
    else:
        text = (gzip.decompress(data) if path.suffix == ".gz" else data).decode(errors="replace")
    place = Path("/") / path.relative_to(root)
    named = [match.rstrip(".") for match in re.findall(r"/usr/share/(?:doc/touchd|touchd/)[\w./-]*", text)]
    if path.suffix == ".md":
        prose = re.sub(r"^```.*?^```|^    .*?$|`[^`\n]*`", "", text, flags=re.S | re.M)
        links = re.findall(r"\]\(([^)\s#]+)(?:#[^)\s]*)?\)", prose)
        named += [os.path.normpath(place.parent / link) for link in links if "://" not in link]
    for name in named:
        count += 1
        if not (root / name.lstrip("/")).exists():
            dead.append(f"{place} names {name}")
for line in sorted(set(dead)):
    print(line)
if count < 100:
    print(f"only {count} names were found")
sys.exit(bool(dead) or count < 100)
P

# systemd looks for the programs of the units, and for the units that they name, in the same folder.
shopt -s nullglob
units=("$folder"/{usr/,}lib/systemd/system/touchd*.{service,socket})
[[ ${#units[@]} -ge 8 ]] || fail "only ${#units[@]} units"
cp --archive --no-clobber /lib/systemd/system/. "${units[0]%/*}"
complaints=$(systemd-analyze verify --man=no --root="$folder" "${units[@]##*/}" 2>&1 || true)
[[ -z $complaints ]] || fail "systemd $(systemctl --version | awk 'NR == 1 { print $2 }'): $complaints"
echo 'installed: every document exists under its name, and systemd knows every key'
