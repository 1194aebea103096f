#!/bin/bash
# The machine goes to sleep with a finger down (the kernel rehearses it): cancelled before, accepted again after it.
# boot: cold
# seconds: 240
. ./kiosk.sh
button='{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":1280,"height":800}]}'
printf '[input]\nwake-guard=5s\n' >/etc/touchd/touchd.conf.d/wake.conf
check 'the setting is taken' systemctl reload touchd.service
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'a button' until_line /run/scene '"layout"'
check 'a finger lands' panel down 0 640,400
check 'it is heard' until_line /run/scene '"began"'

# QEMU's machine never wakes from a real s2idle under emulation, so the kernel rehearses: tasks are frozen and devices suspended,
# and after five seconds all goes on. The clocks do not jump in that; SleepDetectorTests has what touchd makes of a jump.
check 'the kernel can rehearse sleep' sh -c 'echo devices >/sys/power/pm_test && echo s2idle >/sys/power/mem_sleep'
check 'the finger lifts' panel up 0

check 'logind runs' systemctl start systemd-logind.service
check 'touchd finds it' systemctl restart touchd.service
kill $scene
# Without polkit, as here, logind allows no service to delay sleep; touchd then cancels when notified. PauseTests has the lock.
./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'a button' until_line /run/scene '"layout"'
check 'a finger lands' panel down 0 640,400
check 'it is heard' until_line /run/scene '"began"'
check 'systemd puts the machine to sleep' systemctl suspend
check 'the finger is cancelled' until_true 30 grep -q '"cancelled"' /run/scene
check 'because of what logind said' log_line 'the machine is going to sleep'
check 'fingers are heard again after it' until_true 60 grep -q '"paused": \[\]' /run/scene
kill $scene
end
