#!/bin/bash
# systemd's Varlink client (Debian 13) with the daemon: interfaces, calls, errors, a stream.
# runs: nightly
# seconds: 200
. ./kiosk.sh
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
