#!/bin/bash
# The machine sleeps (s2idle, woken by its clock) with a finger down: cancelled before, unheard until it has landed anew.
# boot: cold
# seconds: 240
. ./kiosk.sh
button='{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":1280,"height":800}]}'
names() { grep -o '"name": "[a-z_]*"' /run/scene | cut -d'"' -f4 | paste -sd' '; }
alarm=/sys/class/rtc/rtc0/wakealarm
printf '[input]\nwake-guard=5s\n' >/etc/touchd/touchd.conf.d/wake.conf
check 'the setting is taken' systemctl reload touchd.service
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'a button' until_line /run/scene '"layout"'
check 'a finger lands' panel down 0 640,400
check 'it is heard' until_line /run/scene '"began"'

if grep -qw s2idle /sys/power/mem_sleep && [[ -w $alarm ]]; then
    slept() { python3 -c 'import time; print(int(time.clock_gettime(7) - time.clock_gettime(1)))'; }
    before=$(slept)
    echo s2idle >/sys/power/mem_sleep
    echo 0 >$alarm
    echo +4 >$alarm
    check 'the machine sleeps and is woken by its clock' sh -c 'echo freeze >/sys/power/state'
    check 'the clocks say that it slept' test "$(slept)" -gt "$before"
    check 'the finger is cancelled, although nobody announced the sleep' until_line /run/scene '"cancelled"'
    check 'the daemon says why' log_line 'the machine woke from sleep'
    check 'fingers are not heard at first' until_line /run/scene '"paused": \["sleep"\]'
    check 'then they are' until_line /run/scene '"paused": \[\]'
    check 'the finger lifts' panel up 0
    check 'and pressed nothing' test "$(names)" = 'began cancelled'
    check 'it lands anew' panel down 0 640,400
else
    echo '     skipped: this kernel cannot sleep here'
    kill $scene
    end
fi

check 'logind runs' systemctl start systemd-logind.service
check 'touchd makes sleep wait' sh -c 'systemctl restart touchd.service'
kill $scene
check 'its lock is there' until_true 20 sh -c 'busctl call org.freedesktop.login1 /org/freedesktop/login1 \
    org.freedesktop.login1.Manager ListInhibitors | grep -q "\"sleep\" \"touchd\""'
./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'a button' until_line /run/scene '"layout"'
check 'the finger is away' panel up 0
check 'a finger lands' panel down 0 640,400
check 'it is heard' until_line /run/scene '"began"'
echo 0 >$alarm
echo +8 >$alarm
check 'systemd puts the machine to sleep' systemctl suspend
check 'the finger is cancelled' until_true 30 grep -q '"cancelled"' /run/scene
check 'because of what logind said' log_line 'the machine goes to sleep'
check 'fingers are heard again after it' until_true 60 grep -q '"paused": \[\]' /run/scene
kill $scene
end
