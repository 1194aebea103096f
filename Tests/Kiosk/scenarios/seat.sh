#!/bin/bash
# Sessions of a real logind: touches count while the kiosk's session is active, and always for a service.
# seconds: 240
. ./kiosk.sh
button='{"widgets":[{"id":"go","kind":"button","x":0,"y":0,"width":1280,"height":800}]}'
# A session on a virtual terminal of seat0, as a login by PAM asks logind for it; it lives as long as the program.
session() {
    SYSTEMD_BUS_TIMEOUT=600 python3 - "$1" "$2" >"/run/session.$2" 2>&1 <<'P' &
import ctypes, os, pwd, sys, time
user, terminal = sys.argv[1], int(sys.argv[2])
bus, reply, error = ctypes.c_void_p(), ctypes.c_void_p(), (ctypes.c_char * 64)()
systemd = ctypes.CDLL("libsystemd.so.0")
assert systemd.sd_bus_open_system(ctypes.byref(bus)) >= 0
text = lambda word: ctypes.c_char_p(word.encode())
result = systemd.sd_bus_call_method(
    bus, text("org.freedesktop.login1"), text("/org/freedesktop/login1"), text("org.freedesktop.login1.Manager"),
    text("CreateSession"), error, ctypes.byref(reply), text("uusssssussbssa(sv)"),
    ctypes.c_uint(pwd.getpwnam(user).pw_uid), ctypes.c_uint(os.getpid()), text("kiosk"), text("tty"), text("user"),
    text(""), text("seat0"), ctypes.c_uint(terminal), text(f"tty{terminal}"), text(""), ctypes.c_int(0), text(""),
    text(""), ctypes.c_uint(0))
assert result >= 0, os.strerror(-result)
print("made", flush=True)
time.sleep(1000)
P
    eval "session_$2=$!"
    until_line "/run/session.$2" '^made'
}
# VT_ACTIVATE: the guest has no chvt, and logind switches only to terminals with a session.
terminal() { python3 -c 'import fcntl, sys; fcntl.ioctl(open("/dev/tty0"), 0x5606, int(sys.argv[1]))' "$1"; }
check 'logind runs' systemctl start systemd-logind.service
check 'it has a seat' until_true 20 loginctl seat-status seat0 --no-pager
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
as clerk ./call io.touchd.scene.Present "$button" >/run/scene 2>&1 &
scene=$!
check 'clerk shows a button, without any session' until_line /run/scene '"layout"'
check 'a tap' panel tap 640,400
check 'presses' until_line /run/scene '"pressed"'
check 'the first terminal is in front' terminal 1
check 'somebody logs in on the first terminal' session stranger 1
check 'a tap' panel tap 640,400
check 'still presses: the front end has no session to wait for' until_line /run/scene '"pressed"' 2

check 'clerk logs in on the second terminal' session clerk 2
check 'the button is in the back now' until_line /run/scene '"paused": \["seat"\]'
check 'the daemon says so' log_line 'another session is active on the seat'
check 'so does the doctor' sh -c 'touchctl doctor | grep -q "\[seat_inactive\]"'
check 'a tap' panel tap 640,400
check 'to the second terminal' terminal 2
check 'clerk is in front' until_line /run/scene '"paused": \[\]'
check 'what was tapped meanwhile pressed nothing' test "$(grep -c '"pressed"' /run/scene)" = 2
check 'a tap' panel tap 640,400
check 'presses' until_line /run/scene '"pressed"' 3
check 'to a terminal without a session' terminal 5
check 'fingers are not heard there' until_line /run/scene '"paused": \["seat"\]' 2
kill "$session_2"
check 'clerk logs out, and has no session to wait for' until_line /run/scene '"paused": \[\]' 2
kill "$session_1" $scene
end
