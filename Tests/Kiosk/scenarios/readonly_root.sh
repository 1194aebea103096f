#!/bin/bash
# A read-only root with the state on a partition of its own: the service starts, stores and restarts.
# seconds: 400
. ./kiosk.sh
state=/var/lib/touchd
units=(touchd.socket touchd-monitor.socket touchd.service)
check 'the service is stopped' systemctl stop "${units[@]}"
own_disk $state 16
mkdir -p /run/systemd/journald.conf.d
printf '[Journal]\nStorage=volatile\n' >/run/systemd/journald.conf.d/volatile.conf
check 'the journal is in memory' systemctl restart systemd-journald.service
check 'the root is read-only' until_true 20 mount -o remount,ro,bind /
refused 'nothing can be written to it' 'Read-only file system' touch /etc/written
check 'the service starts' systemctl start "${units[@]}"
check 'a panel is plugged in' virtual_panel
check 'it is read' until_true 10 sh -c 'touchctl devices | grep -q virtual'
enroll_anna
check 'a restart' systemctl restart touchd.service
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
unlock_anna 'anna wants to unlock' clerk 0
untrue 'the doctor has nothing against it' sh -c 'touchctl doctor --icinga | grep -q "^TOUCHD CRITICAL"'
check 'the root is writable again' mount -o remount,rw,bind /
end
