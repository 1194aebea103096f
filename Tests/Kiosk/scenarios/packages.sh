#!/bin/bash
# Upgrades, also from a version with a conffile, and a removal keep patterns and the configuration; a purge deletes everything.
# seconds: 600
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
with_panel
enroll_anna
pid=$(systemctl show -P MainPID touchd)

# An upgrade leaves what an operator has started as it is.
serves_page() { systemctl -q is-active touchd-web.service touchd-web.socket && : <>/dev/tcp/127.0.0.1/6080; }
takes_commands() { ! dpkg-query -W touchd-fleet >/dev/null 2>&1 || systemctl -q is-active touchd-operator.socket; }
bridge() { systemctl show -P MainPID touchd-web.service; }
check 'the bridge is started' systemctl enable --now touchd-web.socket touchd-web.service
if dpkg-query -W touchd-fleet >/dev/null 2>&1; then
    check 'the socket for commands is started' systemctl enable --now touchd-operator.socket
fi
check 'the page is served' until_true 10 serves_page
# next VERSION PACKAGE...: builds the next version: the same files with a higher version number, and with one more line in the configuration.
next() {
    local version=$1 package
    for package in "${@:2}"; do
        rm -rf /run/next
        dpkg-deb -R ./packages/"$package"_*_"$(dpkg --print-architecture)".deb /run/next
        sed -i "s/^Version: .*/Version: $version/" /run/next/DEBIAN/control
        [[ $package != touchd ]] || echo "# new in $version" >>/run/next/usr/lib/touchd/touchd.conf
        dpkg-deb -Znone --root-owner-group -b /run/next "/run/${package}_next.deb" >/dev/null
    done
}
next 9.8 touchd
# touchd is upgraded alone while somebody draws.
check 'an unlock of anna begins' screen unlock root unlock anna --attempts 1
check 'her finger is on the first node' panel down 0 427,187
apt-get -y install /run/touchd_next.deb >/run/upgrade 2>&1 &
upgrade=$!
check 'touchd is upgraded, and waits for her' until_true 60 pgrep -fx 'touchctl drain 30'
for place in 427,400 640,613 640,400 853,613; do panel move 0 $place; done
check 'it is still the old process' test "$(systemctl show -P MainPID touchd)" = "$pid"
check 'she lifts her finger' panel up 0
check 'she has passed' finished unlock 0
check 'the upgrade ends' wait $upgrade
untrue 'it runs as a new process' test "$(systemctl show -P MainPID touchd)" = "$pid"
pid=$(systemctl show -P MainPID touchd)
check 'the bridge is still installed' test "$(dpkg-query -W -f '${db:Status-Status}' touchd-web)" = installed
check 'the page is served again' until_true 10 serves_page
installed=$(dpkg-query -W -f '${Package} ' touchd touchd-web touchd-fleet 2>/dev/null)
# shellcheck disable=SC2086 # a package is a word
next 9.9 $installed
old=$(bridge)
check 'the packages are upgraded together' apt-get -y install $(printf '/run/%s_next.deb ' $installed)
check 'the new version is installed' test "$(dpkg-query -W -f '${Version}' touchd)" = 9.9
check 'it runs as a new process' test "$(systemctl show -P MainPID touchd)" != "$pid"
check 'the page is served again' until_true 10 serves_page
check 'by a new process' test "$(bridge)" != "$old"
check 'commands are accepted' takes_commands
check 'they are installed over themselves' apt-get -y --reinstall install $(printf '/run/%s_next.deb ' $installed)
check 'the page is served again' until_true 10 serves_page
check 'commands are accepted' takes_commands
check 'the bridge is stopped' systemctl disable --now touchd-web.socket touchd-web.service
check 'the bridge is reinstalled' apt-get -y --reinstall install /run/touchd-web_next.deb
untrue 'an upgrade starts nothing that was stopped' systemctl is-active touchd-web.service
check 'the drop-in remains' test -e /etc/touchd/touchd.conf.d/test.conf
check "anna's pattern remains" until_true 10 sh -c 'touchctl users | grep -q anna'
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
unlock_anna 'an unlock begins' root 0

check 'the package is removed' apt-get -y remove touchd
untrue 'the service has stopped' systemctl is-active touchd.service
untrue 'the socket is removed' test -e /run/touchd/touchd.sock
check 'the panel returns to group input' until_true 10 sh -c "[ \"\$(stat -c %G $node)\" = input ]"
check 'the vault remains' test -s /var/lib/touchd/vault.db
check 'the configuration remains' test -e /etc/touchd/touchd.conf.d/test.conf
mkdir -p /var/lib/prometheus/node-exporter
ln -s /run/touchd-metrics/touchd.prom /var/lib/prometheus/node-exporter/touchd.prom
# shellcheck disable=SC2046 # a package is a word
check 'the packages are purged' apt-get -y purge $(dpkg-query -W -f '${Package} ' touchd touchd-web touchd-fleet 2>/dev/null)
untrue 'the vault is deleted' test -e /var/lib/touchd
untrue 'the configuration is deleted' test -e /etc/touchd
untrue 'the pattern key is deleted' test -e /etc/credstore.encrypted/touchd-pepper
untrue 'state of touchd-web is deleted' test -e /var/lib/touchd-web
untrue 'state of touchd-fleet is deleted' test -e /var/lib/touchd-fleet
untrue 'the folder of sockets is removed' test -e /run/touchd
untrue 'the link for node_exporter is removed' test -L /var/lib/prometheus/node-exporter/touchd.prom

# From a version whose configuration file was in /etc, where administrators may have changed it. Nobody answers a question.
conf=/etc/touchd/touchd.conf
new=$(echo ./packages/touchd_*_"$(dpkg --print-architecture)".deb)
rm -rf /run/next /run/*_next.deb
dpkg-deb -R "$new" /run/next
sed -i 's/^Version: .*/Version: 0.1.0/' /run/next/DEBIAN/control
rm /run/next/DEBIAN/p{re,ost}*
mv /run/next/usr/lib/touchd/touchd.conf /run/next$conf
echo $conf >/run/next/DEBIAN/conffiles
dpkg-deb -Znone --root-owner-group -b /run/next /run/old.deb >/dev/null
check 'the old package is installed' apt-get -y install /run/old.deb
check 'it has the file' test -e $conf
check 'an upgrade from an unchanged file' apt-get -y install "$new"
check 'removes it' test "$(ls /etc/touchd)" = touchd.conf.d
check 'the service runs' until_true 10 systemctl is-active touchd.service
untrue 'anna is no longer enrolled' sh -c 'touchctl users | grep -q anna'
check 'the package is purged' apt-get -y purge touchd
check 'the old package is installed again' apt-get -y install /run/old.deb
printf '[view]\nsize=1234x567\n' >>$conf
check 'an upgrade from a changed file' apt-get -y install "$new"
check 'keeps what an administrator wrote' grep -qx 'size=1234x567' $conf
check 'without a copy' test "$(echo $(ls /etc/touchd))" = 'touchd.conf touchd.conf.d'
check 'and it counts' test "$(touchd --check)" = "configuration OK: /usr/lib/touchd/touchd.conf, $conf"
check 'the package is purged' apt-get -y purge touchd
untrue 'and the file with it' test -e /etc/touchd
end
