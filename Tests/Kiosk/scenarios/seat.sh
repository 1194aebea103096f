#!/bin/bash
# Sessions of a real logind: touches count only while the front end's session is active, and always for a service.
# seconds: 240
. ./kiosk.sh
# Creates a session on a virtual terminal of seat0, as a PAM login does; it lasts as long as the program.
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
kill "$session_2"
check 'after the clerk logs out, touches count again' until_line /run/scene '"paused": \[\]' 2
kill "$session_1" $scene
end
