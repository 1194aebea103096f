#!/bin/bash
# Upgrade keeps patterns and the operator's configuration; remove keeps them too; purge forgets all.
# seconds: 400
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
echo '# an operator was here' >>/etc/touchd/touchd.conf
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
pid=$(systemctl show -P MainPID touchd)

# The next version: the same files under a higher number, one more line in the configuration.
dpkg-deb -R ./packages/touchd_*_"$(dpkg --print-architecture)".deb /run/next
sed -i 's/^Version: .*/Version: 9.9/' /run/next/DEBIAN/control
echo '# new in 9.9' >>/run/next/etc/touchd/touchd.conf
dpkg-deb -Znone --root-owner-group -b /run/next /run/touchd_next.deb >/dev/null
check 'upgraded' apt-get -y -o Dpkg::Options::=--force-confold install /run/touchd_next.deb
check 'the new version' test "$(dpkg-query -W -f '${Version}' touchd)" = 9.9
check 'runs as a new process' test "$(systemctl show -P MainPID touchd)" != "$pid"
check 'the operator keeps the configuration' grep -q 'an operator was here' /etc/touchd/touchd.conf
check 'and the drop-in' test -e /etc/touchd/touchd.conf.d/test.conf
check 'anna keeps her pattern' until_true 10 sh -c 'touchctl users | grep -q anna'
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
check 'anna unlocks' screen unlock root unlock anna --attempts 1
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'passed' finished unlock 0

check 'removed' apt-get -y remove touchd
untrue 'no service' systemctl is-active touchd.service
untrue 'no socket' test -e /run/touchd/touchd.sock
check 'the panel goes back to its group' until_true 10 sh -c "[ \"\$(stat -c %G $node)\" = input ]"
check 'the vault stays' test -s /var/lib/touchd/vault.db
check 'the configuration stays' test -e /etc/touchd/touchd.conf.d/test.conf
mkdir -p /var/lib/prometheus/node-exporter
ln -s /run/touchd-metrics/touchd.prom /var/lib/prometheus/node-exporter/touchd.prom
# shellcheck disable=SC2046 # a package is a word
check 'purged' apt-get -y purge $(dpkg-query -W -f '${Package} ' touchd touchd-web touchd-fleet 2>/dev/null)
untrue 'no vault' test -e /var/lib/touchd
untrue 'no configuration' test -e /etc/touchd
untrue 'no key' test -e /etc/credstore.encrypted/touchd-pepper
untrue 'nothing of the bridge' test -e /var/lib/touchd-web
untrue 'nothing of touchd-fleet' test -e /var/lib/touchd-fleet
untrue 'no folder of sockets' test -e /run/touchd
untrue 'no link for node_exporter' test -L /var/lib/prometheus/node-exporter/touchd.prom
check 'and installed once more' apt-get -y install ./packages/touchd_*_"$(dpkg --print-architecture)".deb
check 'it runs' until_true 10 systemctl is-active touchd.service
untrue 'nobody knows anna' sh -c 'touchctl users | grep -q anna'
end
