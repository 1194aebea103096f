#!/bin/bash
# An inhibited panel: its finger is cancelled, never lifted; the doctor's finding. Then it is unplugged.
# seconds: 120
. ./kiosk.sh
attribute() { echo "/sys/class/input/$(basename "$node")/device/inhibited"; }
names() { grep -o '"name": "[a-z_]*"' /run/scene | cut -d'"' -f4 | paste -sd' '; }
with_panel
check 'the kernel has the attribute' test -w "$(attribute)"
check 'a button fills the screen' shows
check 'a finger lands' panel down 0 640,400
check 'the front end gets it' until_line /run/scene '"began"'
echo 1 >"$(attribute)"
check 'the finger is cancelled' until_line /run/scene '"cancelled"'
check 'nothing was pressed' test "$(names)" = 'began cancelled'
check 'the daemon logs the reason' log_line 'panel 1 is inhibited'
check 'the list of panels shows it' sh -c 'touchctl --json devices | grep -q "\"inhibited\":true"'
check 'the doctor names the remedy' sh -c 'touchctl doctor | grep -A1 "\[inhibited\]" | grep -q "echo 0 >/sys/devices"'
check 'the finger lifts' panel up 0
echo 0 >"$(attribute)"
check 'the panel works again' log_line 'panel 1 is no longer inhibited'
check 'a tap on the button' panel tap 640,400
check 'presses it' until_line /run/scene '"pressed"'
kill $scene
check 'it is unplugged' unplug
check 'no panel is left' until_true 10 sh -c 'touchctl devices | grep -q "no touch panel is plugged in"'
end
