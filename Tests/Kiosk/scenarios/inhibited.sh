#!/bin/bash
# A panel that the kernel is told to ignore: its finger is cancelled, never lifted; cleaning; what the doctor says of both.
# seconds: 180
. ./kiosk.sh
attribute() { echo "/sys/class/input/$(basename "$node")/device/inhibited"; }
names() { grep -o '"name": "[a-z_]*"' /run/scene | cut -d'"' -f4 | paste -sd' '; }
button='{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":1280,"height":800}]}'
check 'a panel on the USB bus' usb_panel --view $view
check 'the daemon sees it' log_line 'panel 1: .*, remote'
check 'the kernel has the attribute' test -w "$(attribute)"
./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'a button fills the screen' until_line /run/scene '"layout"'
check 'a finger lands' panel down 0 640,400
check 'it is heard' until_line /run/scene '"began"'
echo 1 >"$(attribute)"
check 'the finger is cancelled' until_line /run/scene '"cancelled"'
check 'nothing was pressed' test "$(names)" = 'began cancelled'
check 'the daemon says why' log_line 'panel 1 is inhibited'
check 'so does the list of panels' sh -c 'touchctl --json devices | grep -q "\"inhibited\":true"'
check 'the doctor tells the remedy' sh -c 'touchctl doctor | grep -A1 "\[inhibited\]" | grep -q "echo 0 >/sys/devices"'
check 'the finger lifts' panel up 0
echo 0 >"$(attribute)"
check 'it is heard again' log_line 'panel 1 is no longer inhibited'
check 'a tap' panel tap 640,400
check 'presses' until_line /run/scene '"pressed"'

check 'the screen is to be cleaned' touchctl clean 60
check 'the front end is told' until_line /run/scene '"paused": \["cleaning"\]'
check 'other programs get nothing either' log_line 'panel 1 grabbed: no other program'
refused 'a front end may not end it' 'permission denied' as clerk touchctl clean off
check 'the doctor knows' sh -c 'touchctl doctor | grep -q "touchctl clean off"'
check 'a wipe' panel line 100,100 1200,700 100,700 1200,100
check 'is not heard' test "$(names)" = 'began cancelled began pressed'
check 'a finger lies still' panel down 0 640,400
check 'after five seconds fingers are heard again' until_line /run/scene '"paused": \[\]'
check 'it lifts' panel up 0
check 'the panel is given back' log_line 'panel 1 released'
check 'a tap' panel tap 640,400
check 'presses' until_line /run/scene '"pressed"' 2
check 'the finger that ended it pressed nothing' test "$(names)" = 'began cancelled began pressed began pressed'
kill $scene
end
