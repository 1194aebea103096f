#!/bin/bash
# Panels come and go: a hundred times, two at once; nothing leaks.
# seconds: 400
. ./kiosk.sh
daemon=$(pid)
descriptors() { ls "/proc/$daemon/fd" | wc -l; }
memory() { awk '/^Private_Dirty/ { sum += $2 } END { print sum }' "/proc/$daemon/smaps_rollup"; }
present() { [[ $(touchctl --json devices | grep -o '"provenance"' | wc -l) == "$1" ]]; }
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

left='{"id":"a","kind":"button","x":0,"y":0,"width":640,"height":800}'
right='{"id":"b","kind":"button","x":640,"y":0,"width":640,"height":800}'
check 'two buttons are on screen' shows "$left,$right"
virtual_player=$player
check 'a second panel, on USB, is plugged in' usb_panel
check 'the daemon sees both' log_line 'panel [0-9]+: Acme Touch Panel'
check 'both are listed' present 2
check 'a tap on the USB panel' panel tap 300,400
panel_kind=virtual
check 'a tap on the virtual panel' panel tap 900,400
pressed() { [[ $(grep '"pressed"' /run/scene | grep -c "\"widget\": *\"$1\"") == 1 ]]; }
check 'the left button was pressed once' until_true 10 pressed a
check 'the right button was pressed once' until_true 10 pressed b
panel_kind=usb
check 'the USB panel is unplugged' panel unplug
check 'one panel remains' until_true 10 present 1
kill "$scene" "$virtual_player" 2>/dev/null
check 'no panel remains' until_true 10 present 0
check 'the daemon is still the same process' test "$(pid)" = "$daemon"
end
