#!/bin/bash
# A desktop-like reader beside the daemon: libinput debug-events on the same panel. Both see all.
. ./kiosk.sh
check 'a panel on USB' usb_panel
check 'is seen' log_line 'panel 1: Acme Touch Panel'
ahead stdbuf -oL libinput debug-events --udev seat0 >/run/events 2>&1 &
reader=$!
check 'debug-events has it too' until_line /run/events 'DEVICE_ADDED +Acme Touch Panel'
check 'neither comes too late' daemon_ahead
heard() { grep -c TOUCH_FRAME /run/events; }
frames() { touchctl --json status | grep -o '"frames":[0-9]*' | cut -d: -f2; }
as clerk ./call io.touchd.scene.Present '{"widgets":[{"id":"s","kind":"slider","x":100,"y":300,"width":1000,"height":120}]}' >/run/scene &
front_end=$!
check 'a slider is on screen' until_line /run/scene '"layout"'
check 'a stroke' panel line 200,360 900,360
check 'two fingers' panel down 1 100,100
check 'the second' panel down 2 500,700
check 'up' panel up 1
check 'up' panel up 2
check 'debug-events saw three landings and three lifts' until_line /run/events 'TOUCH_UP' 3
check 'and the slider its end' until_line /run/scene '"ended"'
same() { [[ $(heard) == "$(frames)" && $(heard) -gt 20 ]]; }
check 'as many frames in both' until_true 5 same
echo "     frames: debug-events $(heard), touchd $(frames)"
kill "$reader" "$front_end"
end
