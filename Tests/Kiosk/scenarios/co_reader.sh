#!/bin/bash
# libinput debug-events reads the same panel as the daemon, like a desktop: both see all events.
. ./kiosk.sh
check 'a USB panel is plugged in' usb_panel
check 'the daemon sees it' log_line 'panel 1: Acme Touch Panel'
ahead stdbuf -oL libinput debug-events --udev seat0 >/run/events 2>&1 &
reader=$!
check 'debug-events sees it, too' until_line /run/events 'DEVICE_ADDED +Acme Touch Panel'
check 'the daemon gets priority over the player, too' daemon_ahead
heard() { grep -c TOUCH_FRAME /run/events; }
frames() { touchctl --json status | grep -o '"frames":[0-9]*' | cut -d: -f2; }
as clerk ./call io.touchd.scene.Present '{"widgets":[{"id":"s","kind":"slider","x":100,"y":300,"width":1000,"height":120}]}' >/run/scene &
front_end=$!
check 'a slider is on screen' until_line /run/scene '"layout"'
check 'a stroke' panel line 200,360 900,360
check 'a finger lands' panel down 1 100,100
check 'a second finger lands' panel down 2 500,700
check 'the first finger lifts' panel up 1
check 'the second finger lifts' panel up 2
check 'debug-events saw three landings and three lifts' until_line /run/events 'TOUCH_UP' 3
check 'the slider reported its end' until_line /run/scene '"ended"'
same() { [[ $(heard) == "$(frames)" && $(heard) -gt 20 ]]; }
check 'both saw the same number of frames' until_true 5 same
echo "     frames: debug-events $(heard), touchd $(frames)"
kill "$reader" "$front_end"
end
