#!/usr/bin/env bash
# evemu recordings converted by touchctl, played by umockdev: its node returns every event of each recording unchanged.
#   umockdev.sh FOLDER-OF-PROGRAMS
# Prints one line per recording; exit status 0 only if all pass. (umockdev reports that it skips the lines that describe a
# panel, also those of evemu-record.)
set -euo pipefail
programs=$1
recordings=$(realpath "$(dirname "$0")/../Fixtures/recordings")
folder=$(mktemp -d)
trap 'rm -rf "$folder"' EXIT
cat >"$folder/panel.umockdev" <<'END'
P: /devices/virtual/input/input5/event5
N: input/event5
E: DEVNAME=/dev/input/event5
E: SUBSYSTEM=input
E: MAJOR=13
E: MINOR=69
A: dev=13:69
END
for recording in one-finger.yml one-finger.jsonl three-fingers.yml; do
    "$programs/touchctl" convert "$recordings/$recording" --to evemu >"$folder/events.evemu"
    # Ten times as fast: umockdev plays recordings in real time.
    awk '$1 == "E:" { $2 = sprintf("%.6f", $2 / 10) } { print }' "$folder/events.evemu" >"$folder/quick.evemu"
    count=$(grep -c '^E:' "$folder/quick.evemu")
    umockdev-run -d "$folder/panel.umockdev" -e "/dev/input/event5=$folder/quick.evemu" -- \
        timeout 120 head -c $((count * 24)) /dev/input/event5 >"$folder/read" 2>"$folder/said" || true
    python3 - "$folder/events.evemu" "$folder/read" "$recording" <<'END' || { cat "$folder/said"; exit 1; }
import pathlib
import struct
import sys

written = [line.split()[2:5] for line in open(sys.argv[1]) if line.startswith("E:")]
written = [(int(kind, 16), int(code, 16), int(value)) for kind, code, value in written]
read = [event[2:] for event in struct.iter_unpack("qqHHi", pathlib.Path(sys.argv[2]).read_bytes())]
if not written or read != written:
    sys.exit(f"FAILED {sys.argv[3]}: {len(written)} events written, {len(read)} read, or different ones")
print(f"ok {sys.argv[3]}: {len(read)} events")
END
done
