#!/bin/bash
# Sessions of a real logind: touches count only while the front end's session is active, and always for a service.
# seconds: 240
. ./kiosk.sh
# session USER NUMBER: a session on a virtual terminal of seat0, as a login there makes it; it lasts until its unit is stopped.
session() {
    systemd-run --quiet --unit="session$2" --uid="$1" -p PAMName=login -p TTYPath="/dev/tty$2" -p StandardInput=tty sleep infinity
    until_true 20 sh -c "loginctl list-sessions --no-legend | grep -E '$1 +seat0'"
}
# VT_ACTIVATE, because the guest has no chvt, and logind switches only to terminals with a session.
terminal() { python3 -c 'import fcntl, sys; fcntl.ioctl(open("/dev/tty0"), 0x5606, int(sys.argv[1]))' "$1"; }
check 'logind runs' systemctl start systemd-logind.service
check 'it has a seat' until_true 20 loginctl seat-status seat0 --no-pager
with_panel
check 'the clerk shows a button without a session' shows
check 'a tap on the button' panel tap 640,400
check 'presses it' until_line /run/scene '"pressed"'
check 'the first terminal is in the foreground' terminal 1
check 'another user logs in on the first terminal' session stranger 1
check 'a tap on the button' panel tap 640,400
check 'still presses it: the front end has no session' until_line /run/scene '"pressed"' 2

check 'the clerk logs in on the second terminal' session clerk 2
check "the clerk's session is in the background" until_line /run/scene '"paused": \["seat"\]'
check 'the daemon logs it' log_line 'another session is active on the seat'
check 'the doctor reports it' sh -c 'touchctl doctor | grep -q "\[seat_inactive\]"'
check 'a tap on the button' panel tap 640,400
check 'the second terminal comes to the foreground' terminal 2
check "the clerk's session is in the foreground" until_line /run/scene '"paused": \[\]'
check 'the tap in the background pressed nothing' test "$(grep -c '"pressed"' /run/scene)" = 2
check 'a tap on the button' panel tap 640,400
check 'presses it' until_line /run/scene '"pressed"' 3
check 'a terminal without a session comes to the foreground' terminal 5
check 'touches are ignored there' until_line /run/scene '"paused": \["seat"\]' 2
systemctl stop session2.service
check 'after the clerk logs out, touches count again' until_line /run/scene '"paused": \[\]' 2
systemctl stop session1.service
kill $scene
end
