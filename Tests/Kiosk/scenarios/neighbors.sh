#!/bin/bash
# On Debian 13, touchd-web and touchd-fleet start with the libraries of it, and systemd's Varlink client talks to the daemon.
# runs: nightly
# seconds: 300
. ./kiosk.sh
linked() { ldd "$1" | tee /dev/stderr | grep -q "$2" && ! ldd "$1" | grep 'not found'; }
check 'touchd-web finds its libraries' linked /usr/sbin/touchd-web libwebsockets
check 'touchd-fleet finds its libraries' linked /usr/sbin/touchd-fleet libnats
check 'touchctl-fleet finds its libraries' linked /usr/bin/touchctl-fleet libnats

printf '[web]\nuser=clerk\n' >/etc/touchd/touchd.conf.d/web.conf
check 'touchd-web starts with its socket' systemctl start touchd-web.socket touchd-web.service
check 'it runs' until_true 20 systemctl is-active touchd-web.service
install -m 755 page pagesocket.py checks.py /usr/local/bin
check "its user's page can call the daemon" sh -c "setpriv --reuid=clerk --regid=clerk --init-groups page http://127.0.0.1:6080 | grep -F '\"rights\":[\"frontend\"'"

systemctl start touchd-fleet.service
check 'without servers touchd-fleet exits' until_true 20 sh -c '[ "$(systemctl show -P ExecMainStatus touchd-fleet.service)" = 2 ]'
check 'it logs what is missing' log_line 'no servers \(set servers= in \[fleet\] of touchd.conf\)'
check 'it is restarted' until_true 30 sh -c '[ "$(systemctl show -P NRestarts touchd-fleet.service)" -gt 0 ]'
printf '[fleet]\nservers=tls://127.0.0.1:4222\nkiosk=lobby\nca=/nowhere/ca.pem\n' >/etc/touchd/touchd.conf.d/fleet.conf
refused 'touchd-fleet --check fails without the certificate' '.' touchd-fleet --check

# systemd's Varlink client: interfaces, calls, errors, a stream
socket=/run/touchd/touchd.sock
check 'varlinkctl is installed' which varlinkctl
check 'it lists the interfaces' sh -c "varlinkctl info $socket >/run/info && grep io.touchd.scene /run/info"
interfaces=$(grep -oE 'io\.touchd\.[a-z]+' /run/info | sort -u)
check 'all interfaces are listed' test "$(wc -w <<<"$interfaces")" -ge 9
for interface in $interfaces; do
    check "it parses $interface" sh -c "varlinkctl introspect $socket $interface | grep 'method '"
done
check 'a clerk calls a method' sh -c "setpriv --reuid=clerk --regid=clerk --init-groups varlinkctl --json=short call $socket io.touchd.manage.Status '{}' | grep '\"uptimeUSec\":'"
refused 'an error arrives with its name' 'NoSuchScene|InvalidParameter' varlinkctl call $socket io.touchd.scene.Dismiss '{"scene":"none"}'
refused 'a forbidden call gets PermissionDenied' 'PermissionDenied' as clerk varlinkctl call $socket io.touchd.manage.Reload '{}'
varlinkctl -E --json=short call $socket io.touchd.device.Watch '{}' >/run/watch 2>&1 &
watch=$!
check 'a stream begins with the present panels' until_line /run/watch '"devices"'
check 'a panel is plugged in' virtual_panel
check 'the stream reports it' until_line /run/watch '"added"'
kill $watch
end
