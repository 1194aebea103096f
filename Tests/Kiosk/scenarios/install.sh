#!/bin/bash
# A bare Debian with a panel, on USB and then through uinput: install, unlock as a clerk; strangers get no access, and
# nobody reads the panel.
# machine: bare
# seconds: 400
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
check 'a panel on USB is plugged in' usb_panel
check 'one command installs it' apt-get -y install ./packages/touchd_*_"$(dpkg --print-architecture)".deb
check 'it brings no library that draws or reads pictures' test -z "$(ldconfig -p | grep -E 'libcairo|libpng|libturbojpeg|libyaml')"
refused 'a command for a desk names its package' 'install the package touchd-tools' touchctl plot trace.jsonl -o trace.png
check 'the service is active' until_true 10 systemctl is-active touchd.service
check 'the panel is read without a restart' until_true 10 sh -c "touchctl devices | grep $node"
check 'because it was readable when the service started' test "$(journalctl -b --no-pager -u touchd | grep -c 'permission denied')" = 0
check 'the service was started once' test "$(systemctl show -P NRestarts touchd)" = 0
check 'the socket is active' systemctl is-active touchd.socket
check 'both are enabled' systemctl is-enabled touchd.service touchd.socket
check 'it runs as its own user' test "$(stat -c %U /proc/"$(systemctl show -P MainPID touchd)")" = touchd
check 'the pattern key is a credential that only root can read' \
    test "$(stat -c '%a %U' /etc/credstore.encrypted/touchd-pepper)" = '600 root'
check 'the daemon has it' test -s "/run/credentials/touchd.service/touchd-pepper"
check 'no key is stored beside the vault' test ! -e /var/lib/touchd/pepper.key
check 'group touchd-input has no members' test -z "$(getent group touchd-input | cut -d: -f4)"
mkdir -p /etc/touchd/touchd.conf.d
printf '[view]\nsize=%s\n' $view >/etc/touchd/touchd.conf.d/view.conf
check 'the screen size is configured' systemctl restart touchd.service
useradd -m clerk -G touchd
useradd -m stranger

check 'the daemon has logged it' log_line 'panel 1: Acme Touch Panel at /dev/input/event[0-9]+, remote'
check 'its driver is hid-multitouch' grep -q hid-multitouch <(readlink -f "/sys/class/input/${node##*/}/device/device/driver")
check 'the udev rule makes it readable for touchd-input only' test "$(stat -c %a:%G "$node")" = 640:touchd-input
check 'it has a stable name' test -e /dev/input/touchd/usb-Acme_Touch_Panel_A1B2
refused 'a member of touchd cannot read the node' 'Permission denied' as clerk dd if="$node" of=/dev/null count=0
refused 'a member of touchd cannot write to the node' 'Permission denied' as clerk sh -c ": >>$node"
refused 'the user touchd without its service cannot read it either' 'Permission denied' as touchd dd if="$node" of=/dev/null count=0
refused 'a stranger cannot open the socket' 'Permission denied' as stranger touchctl status
check 'a clerk can' as clerk touchctl status

# The default configuration trusts only panels on a real bus, and the kernel's loopback is not one.
unlock_anna 'the clerk requests an unlock' clerk 1
check 'because of the panel' sh -c 'touchctl --json results | grep untrusted_panel'
printf '[input]\nallow-provenance=remote\n' >/etc/touchd/touchd.conf.d/panel.conf
check 'the configuration is valid' touchd --check
check 'a restart applies it' systemctl restart touchd.service
check 'the daemon logs what it trusts' log_line 'allow-provenance=remote: touches'
check 'the daemon reads the panel again' log_line 'panel 1: Acme' 3

enroll_anna
unlock_anna 'the clerk requests an unlock' clerk 0
memory=/proc/$(systemctl show -P MainPID touchd)/smaps_rollup
own() { awk '/^(Pss|Private_Dirty):/ { print "     " $0 } /^Private_Dirty:/ { more = $2 > 6144 } END { exit more }' "$memory"; }
check 'when idle again, it has at most 6 MiB of private dirty memory' until_true 30 own
own
check 'the journal contains no secret' test -z "$(journalctl -b --no-pager | grep -E '1-4-8-5-9|\[0, ?3, ?7, ?4, ?8\]')"

# Again, after the package was removed and while a panel of another kind stays plugged in.
rule=/usr/lib/udev/rules.d/72-touchd.rules
panel unplug
check 'the simulator is installed' apt-get -y install ./packages/touchd-sim_*_"$(dpkg --print-architecture)".deb
check 'the package is removed with everything of its own' apt-get -y purge touchd
since=$(date +%s)
check 'a virtual panel is plugged in' virtual_panel
untrue 'the group touchd-input no longer has it' test "$(stat -c %G "$node")" = touchd-input
check 'the package is installed again' apt-get -y install ./packages/touchd_*_"$(dpkg --print-architecture)".deb
check 'the panel is read without a restart' until_true 10 sh -c "touchctl devices | grep $node"
check 'nothing was refused' test "$(journalctl --no-pager -u touchd --since "@$since" | grep -c 'permission denied')" = 0
mv "$rule" /root/touchd.rules
udevadm control --reload
chown root:root "$node"
check 'a service that starts without the rule is refused' systemctl restart touchd.service
check 'and says so' log_line "$node: permission denied"
mv /root/touchd.rules "$rule"
udevadm control --reload
check "what doctor tells to do" udevadm trigger --action=change --subsystem-match=input
check 'has the panel read' log_line "$node: permission granted; reading it"
check 'and listed' sh -c "touchctl devices | grep $node"
end
