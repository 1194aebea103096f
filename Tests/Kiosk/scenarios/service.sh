#!/bin/bash
# Started by its socket, restarted, killed, stuck: clients connect all the same.
# seconds: 400
. ./kiosk.sh
pid() { systemctl show -P MainPID touchd; }
socket() { stat -c %i /run/touchd/touchd.sock; }
changed() { [[ $(pid) != "$1" && $(pid) != 0 ]]; }
# A call that waits as long as it takes, unlike touchctl, which gives up after ten seconds.
ask() { as clerk ./call io.touchd.device.List; }
inode=$(socket)
check 'the service is stopped' systemctl stop touchd.service
check 'the socket stays' systemctl is-active touchd.socket
check 'a client that comes first starts it' ask
check 'it is active' until_true 10 systemctl is-active touchd.service

( for _ in $(seq 12); do ask >/dev/null || echo refused; done ) >/run/asked 2>&1 &
asking=$!
check 'a restart' systemctl restart touchd.service
wait "$asking"
check 'refused none of those who asked meanwhile' test ! -s /run/asked
check 'the socket is the same' test "$(socket)" = "$inode"

check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
as clerk ./call io.touchd.device.Watch '{}' >/run/watch 2>&1 &
old=$(pid)
check 'kill -9' kill -9 "$old"
check 'it comes back' until_true 20 changed "$old"
check 'clients connect again' ask
check 'with the panel' until_true 10 sh -c 'touchctl devices | grep -q virtual'

# Thirty seconds is what the unit says; three are enough to see.
mkdir -p /run/systemd/system/touchd.service.d
printf '[Service]\nWatchdogSec=3\nTimeoutAbortSec=1\n' >/run/systemd/system/touchd.service.d/fast.conf
systemctl daemon-reload
check 'a short watchdog' systemctl restart touchd.service
old=$(pid)
sleep 5
check 'a healthy daemon feeds it' test "$(pid)" = "$old"
check 'the daemon is stopped in its tracks' kill -STOP "$old"
check 'the watchdog brings it back' until_true 30 changed "$old"
check 'systemd says why' sh -c 'journalctl -b -u touchd.service | grep -q "Watchdog timeout"'
check 'clients connect again' ask
systemctl reset-failed touchd.service
check 'stopped in order' systemctl stop touchd.service touchd.socket
check 'nothing is left at the place of the socket' test ! -e /run/touchd/touchd.sock
end
