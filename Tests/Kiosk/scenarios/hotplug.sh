#!/bin/bash
# A panel comes and goes a hundred times: nothing leaks.
# seconds: 400
. ./kiosk.sh
daemon=$(pid)
descriptors() { ls "/proc/$daemon/fd" | wc -l; }
memory() { awk '/^Private_Dirty/ { sum += $2 } END { print sum }' "/proc/$daemon/smaps_rollup"; }
# One connection each to touchsim and the daemon: starting a program for every step would take minutes here.
cycles() {
    PYTHONPATH=client python3 - "$1" <<'P'
import socket, sys
from touchd import Touchd
sim = socket.socket(socket.AF_UNIX)
sim.settimeout(120)
sim.connect("/run/sim")
answers, replies = sim.makefile(), Touchd(timeout=120).stream("io.touchd.device.Watch")
assert len(next(replies)["devices"]) == 1
for cycle in range(int(sys.argv[1])):
    for command, expected in (("unplug", "removed"), ("plug", "added")):
        sim.sendall(command.encode() + b"\n")
        answer = answers.readline()
        assert answer.startswith("ok"), answer
        reply = next(reply for reply in replies if "alive" not in reply)
        assert expected in reply, (cycle, reply)
P
}
with_panel
check 'ten replugs' cycles 10
before=$(descriptors) dirty=$(memory)
check 'ninety more replugs' cycles 90
check 'no descriptor leaked' test "$(descriptors)" = "$before"
after=$(memory)
echo "     private dirty memory: $dirty kB after 10, $after kB after 100"
check 'memory grew by less than 512 kB' test $((after - dirty)) -lt 512
check 'the daemon is the same process' test "$(pid)" = "$daemon"
end
