#!/bin/bash
# Panels that udev does not call touchscreens: what the doctor prints, applied as printed, makes them work.
# seconds: 400
. ./kiosk.sh
# found CODE: writes the remedy of that finding to /run/remedy.
found() {
    touchctl --json doctor >/run/doctor
    python3 - "$1" >/run/remedy <<'P'
import json, sys
found = json.load(open("/run/doctor"))["diagnoses"]
print(next(one["remedy"] for one in found if one["code"] == sys.argv[1]))
P
}
# works FILE: a button that fills the screen is pressed by a recording that is played on the panel.
works() {
    shows && evemu-play "$node" <"$1" && until_line /run/scene '"pressed"'
    local status=$?
    kill "$scene"
    return $status
}

check 'a panel without BTN_TOUCH is plugged in' device_by evemu-device field/no-button.evemu
check 'the doctor finds it' until_true 15 found not_tagged
check 'the printed commands run' sh -e /run/remedy
check 'the daemon reads the panel' log_line 'panel 1: Bare panel at'
check 'it works' works field/no-button.evemu
untrue 'the doctor finds it no longer' found not_tagged
check 'it is unplugged' unplug

check 'a panel that is a mouse is plugged in' device_by evemu-device field/absolute-mouse.evemu
check 'the doctor finds it' until_true 15 found called_otherwise
sed -n '/^\[panel /,/^and$/p' /run/remedy | sed '$d' >/etc/touchd/touchd.conf.d/panel.conf
check 'the printed section reads it' grep -qx 'absolute-mouse=yes' /etc/touchd/touchd.conf.d/panel.conf
check 'the printed commands run' sh -c "sed '1,/^and\$/d' /run/remedy | sh -e"
check 'the daemon reads the panel' log_line 'panel 1: Till panel at'
check 'it works' works field/absolute-mouse.evemu
untrue 'the doctor finds it no longer' found called_otherwise
end
