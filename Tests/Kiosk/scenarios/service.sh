#!/bin/bash
# Started by its socket, restarted, killed, hanging: clients can still connect.
# seconds: 400
. ./kiosk.sh
socket() { stat -c %i /run/touchd/touchd.sock; }
changed() { [[ $(pid) != "$1" && $(pid) != 0 ]]; }
# A call without a timeout; touchctl's is ten seconds.
ask() { as clerk ./call io.touchd.device.List; }
inode=$(socket)
# Crashes never end it: crashes.sh
check 'neither service nor socket has a start limit' \
    test "$(systemctl show -P StartLimitIntervalUSec touchd.service)$(systemctl show -P StartLimitIntervalUSec touchd.socket)" = 00
check 'the service is stopped' systemctl stop touchd.service
check 'the socket stays active' systemctl is-active touchd.socket
check 'the first client starts it' ask
check 'it is active' until_true 10 systemctl is-active touchd.service

( for _ in $(seq 12); do ask >/dev/null || echo refused; done ) >/run/asked 2>&1 &
asking=$!
check 'a restart' systemctl restart touchd.service
wait "$asking"
check 'no call during the restart was refused' test ! -s /run/asked
check 'the socket is the same' test "$(socket)" = "$inode"

echo nothing >/etc/touchd/touchd.conf.d/wrong.conf
refused 'a reload fails as long as a file is invalid' '[Jj]ob for touchd.service failed' systemctl reload touchd.service
rm /etc/touchd/touchd.conf.d/wrong.conf
check 'a valid one is reloaded' systemctl reload touchd.service
check 'entries have explanations in the catalog' sh -c 'journalctl -b -x -u touchd.service | grep -q "Subject: The daemon is ready"'

with_panel
as clerk ./call io.touchd.device.Watch '{}' >/run/watch 2>&1 &
old=$(pid)
check 'kill -9' kill -9 "$old"
check 'it is restarted' until_true 20 changed "$old"
check 'clients connect again' ask
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'

# The unit has thirty seconds; three make this test shorter.
mkdir -p /run/systemd/system/touchd.service.d
printf '[Service]\nWatchdogSec=3\nTimeoutAbortSec=1\n' >/run/systemd/system/touchd.service.d/fast.conf
systemctl daemon-reload
check 'the watchdog is shortened' systemctl restart touchd.service
old=$(pid)
# A sign of life later than the three seconds; a daemon that gave none would have been replaced before.
began=$(systemctl show -P ActiveEnterTimestampMonotonic touchd.service)
fed() { (($(systemctl show -P WatchdogTimestampMonotonic touchd.service) > began + 3000000)); }
check 'a healthy daemon feeds it' until_true 30 fed
check 'and stays' test "$(pid)" = "$old"
check 'the daemon is stopped by SIGSTOP' kill -STOP "$old"
check 'the watchdog restarts it' until_true 30 changed "$old"
check 'systemd logs the reason' sh -c 'journalctl -b -u touchd.service | grep -q "Watchdog timeout"'
check 'clients connect again' ask
systemctl reset-failed touchd.service
check 'service and socket are stopped' systemctl stop touchd.service touchd.socket
check "the socket's file is removed" test ! -e /run/touchd/touchd.sock
end
