#!/bin/bash
# The guides' page in Chromium in cage, on a screen that Linux drives, also after a restart: a finger draws, the page lets in.
# machine: browser
# runs: nightly
# seconds: 900
. ./kiosk.sh
# code KIND: the pieces of the guide for front ends, in their order.
code() { awk -v kind="$1" '/^```/ { on = $0 == "```" kind; next } on' front-ends.md; }
# glide X,Y X,Y: the finger that is down goes there.
glide() {
    local from=(${1/,/ }) to=(${2/,/ }) i
    for i in 1 2 3 4 5 6; do
        panel move 1 $((from[0] + (to[0] - from[0]) * i / 6)),$((from[1] + (to[1] - from[1]) * i / 6)) || return 1
    done
}
in_front() {
    local session
    session=$(loginctl show-seat seat0 -P ActiveSession)
    [[ $(loginctl show-session "$session" -P Name) = kiosk && $(loginctl show-session "$session" -P TTY) = tty1 ]]
}
on_screen() {
    check 'cage runs as the user of the screen' until_true 60 pgrep -u kiosk -x cage
    check 'in a session of its own in front of the seat' until_true 20 in_front
    check 'Chromium draws the lock' seen lock 8896b0 5000
}
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
if ! restarted; then
    check 'the user of the screen is made' step useradd
    check 'the visitor enrolls' screen enroll root enroll visitor
    check 'draws' panel pattern 1-4-8-5-9 in $frame
    check 'it was heard' until_line /run/enroll 'draw it again to confirm'
    check 'once more' panel pattern 1-4-8-5-9 in $frame
    check 'enrolled' finished enroll 0

    # The page is that of the guide for front ends (front-ends.md), the unit that of the guide for operators (operating.md).
    check 'its folder is named' step 'cat >/etc/touchd/touchd.conf.d/web.conf'
    {
        echo '<!doctype html><meta charset=utf-8><title>Kiosk</title><link rel=stylesheet href=page.css>'
        code html
        echo '<script type=module src=page.js></script>'
    } >/usr/share/my-kiosk/index.html
    code css >/usr/share/my-kiosk/page.css
    code js >/usr/share/my-kiosk/page.js
    block '\[Unit\]' >/etc/systemd/system/kiosk.service
    # This screen has no GPU, and emulated processes take longer to find each other than Chromium waits.
    mkdir -p /etc/systemd/system/kiosk.service.d
    printf '[Service]\nEnvironment=WLR_RENDERER=pixman\n' >/etc/systemd/system/kiosk.service.d/gpu.conf
    echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --disable-gpu --disable-gpu-watchdog --ipc-connection-timeout=300"' \
        >/etc/chromium.d/gpu
    # Every Debian has a login prompt on the first terminal, and knows what a screen is before logind may open one.
    rm /etc/systemd/system/getty@.service /etc/systemd/system/modprobe@drm.service
    systemctl daemon-reload
    check 'a login prompt is on the screen' systemctl start getty@tty1.service
    check 'systemd has nothing to say against the unit' test -z "$(systemd-analyze verify kiosk.service 2>&1 | grep kiosk.service)"
    check 'the bridge starts' systemctl enable --now touchd-web.service
    check 'the kiosk starts' step 'systemctl daemon-reload'
    untrue 'the login prompt gives way' systemctl is-active getty@tty1.service
    on_screen
    check 'its session has to be in front' step "printf '.touchd.*session-users"
    restart
fi
on_screen
untrue 'also when the machine starts the login prompt gives way' systemctl is-active getty@tty1.service
# In the lock of the page dot 1 lies at 427,180 and dot 9 at 853,580.
check 'a finger lands' panel down 1 427,180
check 'goes to the fourth dot' glide 427,180 427,380
check 'its line is on the screen while it lies there' seen line 4a84e0 300
check 'goes on' glide 427,380 640,580
check 'goes on' glide 640,580 640,380
check 'goes on' glide 640,380 853,580
# They are green for half a second only, so the host looks before the finger lifts.
{ sleep 2; panel up 1; } &
check 'when it lifts the dots turn green' seen right 37d39b 1500
check 'that was an unlock' log_line 'unlock passed'
check 'cage and Chromium go on' systemctl is-active kiosk.service
end
