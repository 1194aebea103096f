#!/bin/bash
# A kiosk that is treated badly: the line for Icinga, the series for Prometheus, and what comes back by itself.
# seconds: 700
. ./kiosk.sh
conf=/etc/touchd/touchd.conf.d/test.conf
state=/var/lib/touchd
metrics=/run/touchd-metrics/touchd.prom
units=(touchd.socket touchd-monitor.socket touchd.service)
printf '\n[metrics]\nprometheus-file=%s\nprometheus-interval=5s\n' $metrics >>$conf
# says LEVEL CODE: what Icinga gets; the virtual panel is a warning of its own.
says() {
    touchctl doctor --icinga >/run/icinga
    cat /run/icinga
    grep -E "^TOUCHD $1" /run/icinga | grep -F "[$2]"
}
series() { grep -Eqx "touchd_$1" $metrics; }
check 'a reload' systemctl reload touchd.service
with_panel
enroll_anna

rm -rf /run/touchd
check 'sockets are removed: CRITICAL' says CRITICAL socket_missing
check 'and a series' until_true 10 series 'socket_missing 1'
check 'a restart of the service' systemctl restart touchd.service
check 'does not bring them back' says CRITICAL socket_missing
check 'and the series stays' until_true 10 series 'socket_missing 1'
check "the doctor's remedy" systemctl restart "${units[@]}"
check 'brings them back' until_true 10 serves
check 'and the series is 0' until_true 10 series 'socket_missing 0'
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'

chgrp root /run/touchd/touchd.sock
check 'a socket for root alone: CRITICAL' says CRITICAL socket_closed
check 'and the series' until_true 10 series 'socket_missing 1'
check "the doctor's remedy" sh -c "$(touchctl doctor | grep -o 'chgrp touchd .*')"
untrue 'opens it' says '' socket_closed
check 'and the series is 0' until_true 10 series 'socket_missing 0'

check 'udevd hangs' systemctl kill -s STOP systemd-udevd.service
untrue 'the doctor does not need it' says '' daemon_silent
check 'udevd goes on' systemctl kill -s CONT systemd-udevd.service
check 'it reports that it cannot ask systemd' sh -c 'PATH=/ /usr/bin/touchctl doctor --icinga | grep -F "[systemd_silent]"'

check 'the program is broken' mount --bind /usr/bin/false /usr/sbin/touchd
systemctl restart touchd.service
check 'which is CRITICAL' says CRITICAL daemon_silent
check 'without any series' test ! -e $metrics
check 'the program is repaired' umount -l /usr/sbin/touchd
check 'it comes back by itself' until_true 20 serves

mv /etc/credstore.encrypted/touchd-pepper /root/
systemctl restart touchd.service
check 'without its key: CRITICAL' until_true 20 says CRITICAL daemon_silent
check 'with the reason' until_true 20 sh -c 'touchctl doctor --icinga | grep -F "touchd cannot run: "'
mv /root/touchd-pepper /etc/credstore.encrypted/
check 'it comes back by itself' until_true 20 serves

mv /etc/touchd /root/touchd.etc
check 'a restart without any configuration' systemctl restart touchd.service
check 'it serves by defaults, which allow no virtual panel' until_true 10 says CRITICAL untrusted_panel
mv /root/touchd.etc /etc/touchd
check 'a restart with it' systemctl restart touchd.service
check 'has the panel trusted again' until_true 10 series 'panels_trusted 1'

chmod 600 $conf
check 'a restart with a file that only root can read' systemctl restart touchd.service
check 'is CRITICAL' until_true 10 says CRITICAL configuration_invalid
check 'with a series' until_true 10 series 'configuration_problem 1'
chmod 644 $conf
check 'a reload' systemctl reload touchd.service
untrue 'ends it' says '' configuration_invalid
check 'and the series is 0' until_true 10 series 'configuration_problem 0'
chown clerk $conf
check 'a restart with a file of another user' systemctl restart touchd.service
check 'is reported' until_true 10 says '' configuration_exposed
chown root $conf
check 'a reload' systemctl reload touchd.service
untrue 'ends it' says '' configuration_exposed

check 'the service is stopped' systemctl stop "${units[@]}"
chown -R root:root $state
check 'a copy that belongs to root' systemctl start "${units[@]}"
check 'is given to touchd by systemd' until_true 10 sh -c 'touchctl users | grep -q anna'

check 'the service is stopped' systemctl stop "${units[@]}"
truncate -s 8M /run/disk
mke2fs -q -t ext4 -m 0 /run/disk
check 'the state gets a disk of its own' mount -o loop /run/disk /mnt
cp -a $state/. /mnt/
chown touchd: /mnt
chmod 700 /mnt
umount /mnt
check 'it is mounted' mount -o loop /run/disk $state
# A loop device of a read-only mount could not be written later.
check 'which is read-only' mount -o remount,ro $state
check 'the service starts on it' systemctl start "${units[@]}"
check 'which is CRITICAL' until_true 10 says CRITICAL vault_unwritable
check 'with a series' until_true 10 series 'vault_writable 0'
check 'it is made writable' mount -o remount,rw $state
check 'a restart' systemctl restart touchd.service
untrue 'ends it' says '' vault_unwritable

# From then on the root is read-only. Bridge and fleet have never run; the bridge's folder cannot be written.
web=(touchd-web.socket touchd-web.service)
mount -t tmpfs -o mode=1777 none /tmp
mount -t tmpfs -o mode=1777 none /var/tmp
if dpkg-query -W touchd-fleet >/dev/null 2>&1; then
    web+=(touchd-fleet.service)
    printf '[fleet]\nservers=tls://localhost\nkiosk=lobby\n' >/etc/touchd/touchd.conf.d/fleet.conf
    mount -t tmpfs -o mode=700,uid=touchd-fleet,gid=touchd-fleet none /var/lib/touchd-fleet
fi
check 'the root is read-only' mount -o remount,ro /
refused 'nothing else can be written' 'Read-only file system' touch /var/lib/touchd-web/file
check 'a restart' systemctl restart touchd.service
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
unlock_anna 'an unlock begins' root 0
check 'bridge and fleet start' systemctl start "${web[@]}"
check 'the page is served' python3 -c 'import urllib.request; urllib.request.urlopen("http://127.0.0.1:6080/", timeout=60)'
all_run() { ! systemctl is-active "${web[@]}" | grep -vx active; }
check 'they run' until_true 10 all_run
check 'at their first start' test "$(systemctl show -P NRestarts "${web[@]:1}" | sort -u | xargs)" = 0
mount -o remount,rw /
end
