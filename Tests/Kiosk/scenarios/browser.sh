#!/bin/bash
# The guides' page in Chromium in cage, on a screen with a Linux driver, also after a restart: a finger unlocks it.
# machine: browser
# runs: nightly
# seconds: 1100
. ./kiosk.sh
# code KIND: the code of one kind in the front-end guide, in its order.
code() { awk -v kind="$1" '/^```/ { on = $0 == "```" kind; next } on' front-ends.md; }
# glide X,Y X,Y: moves the finger on the panel along a line.
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
    check "cage runs as the screen's user" until_true 60 pgrep -u kiosk -x cage
    check 'in its own session in the foreground of the seat' until_true 20 in_front
    check 'Chromium draws the lock' seen lock 8896b0 5000
}
with_panel
if ! restarted; then
    check "the screen's user is created" step useradd
    enrolls visitor

    # The page is from the front-end guide (front-ends.md), the unit from the operator's guide (operating.md).
    check "the page's folder is configured" step 'cat >/etc/touchd/touchd.conf.d/web.conf'
    {
        echo '<!doctype html><meta charset=utf-8><title>Kiosk</title><link rel=stylesheet href=page.css>'
        code html
        echo '<script type=module src=page.js></script>'
    } >/usr/share/my-kiosk/index.html
    code css >/usr/share/my-kiosk/page.css
    code js >/usr/share/my-kiosk/page.js
    block '\[Unit\]' >/etc/systemd/system/kiosk.service
    # This screen has no GPU, and emulated processes need more time to connect to each other than Chromium allows.
    mkdir -p /etc/systemd/system/kiosk.service.d
    printf '[Service]\nEnvironment=WLR_RENDERER=pixman\n' >/etc/systemd/system/kiosk.service.d/gpu.conf
    echo 'export CHROMIUM_FLAGS="$CHROMIUM_FLAGS --disable-gpu --disable-gpu-watchdog --ipc-connection-timeout=300"' \
        >/etc/chromium.d/gpu
    # As on a normal Debian: a login prompt on the first terminal, and display drivers loaded before logind opens a screen.
    rm /etc/systemd/system/getty@.service /etc/systemd/system/modprobe@drm.service
    systemctl daemon-reload
    check 'a login prompt is on the screen' systemctl start getty@tty1.service
    check 'systemd reports no problem in the unit' test -z "$(systemd-analyze verify kiosk.service 2>&1 | grep kiosk.service)"
    check 'the bridge starts' systemctl enable --now touchd-web.service
    check 'the kiosk starts' step 'systemctl daemon-reload'
    untrue 'the login prompt has ended' systemctl is-active getty@tty1.service
    on_screen
    check 'its session has to be in the foreground' step "printf '.touchd.*session-users"
    restart
fi
on_screen
untrue 'the login prompt also ends after a boot' systemctl is-active getty@tty1.service
# On the page's lock, dot 1 is at 427,180 and dot 9 at 853,580.
check 'a finger lands' panel down 1 427,180
check 'it moves to the fourth dot' glide 427,180 427,380
check 'its line is on screen while it stays there' seen line 4a84e0 300
check 'it moves on' glide 427,380 640,580
check 'it moves on' glide 640,580 640,380
check 'it moves on' glide 640,380 853,580
# They are green for only half a second, so the host begins to look before the finger lifts.
{ sleep 2; panel up 1; } &
check 'when it lifts the dots turn green' seen right 37d39b 1500
check 'that was an unlock' log_line 'unlock passed'
check 'cage and Chromium still run' systemctl is-active kiosk.service
cage=$(pgrep -u kiosk -x cage)
# The command line in /proc, which every user can read, contains no secret: it is the one in the guide.
reads() { as stranger cat "/proc/$cage/cmdline" | tr '\0' ' ' | grep -Fx "$(sed -n 's/^ExecStart=//p' /etc/systemd/system/kiosk.service) "; }
check 'a stranger can read only the command line of the guide' reads
check 'cage crashes' kill -KILL "$cage"
again() { pgrep -u kiosk -x cage && ! pgrep -u kiosk -x cage | grep -qx "$cage"; }
check 'cage is restarted' until_true 60 again
check 'the kiosk is stopped' systemctl stop kiosk.service
check 'the doctor reports it' sh -c 'touchctl doctor | grep -F "[kiosk_down]"'
end
