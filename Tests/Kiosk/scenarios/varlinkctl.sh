#!/bin/bash
# systemd's own client of Varlink (Debian 13) speaks to the daemon: interfaces, calls, errors, a stream.
# runs: nightly
# seconds: 200
. ./kiosk.sh
socket=/run/touchd/touchd.sock
check 'varlinkctl is there' which varlinkctl
check 'it lists the interfaces' sh -c "varlinkctl info $socket >/run/info && grep io.touchd.scene /run/info"
interfaces=$(grep -oE 'io\.touchd\.[a-z]+' /run/info | sort -u)
check 'all of them' test "$(wc -w <<<"$interfaces")" -ge 9
for interface in $interfaces; do
    check "it reads $interface as its own parser has it" sh -c "varlinkctl introspect $socket $interface | grep 'method '"
done
check 'a clerk calls a method' sh -c "setpriv --reuid=clerk --regid=clerk --init-groups varlinkctl --json=short call $socket io.touchd.manage.Status '{}' | grep '\"uptimeUSec\":'"
refused 'an error arrives by its name' 'NoSuchScene|InvalidParameter' varlinkctl call $socket io.touchd.scene.Dismiss '{"scene":"none"}'
refused 'what a clerk may not do is refused by its name' 'PermissionDenied' as clerk varlinkctl call $socket io.touchd.manage.Reload '{}'
varlinkctl -E --json=short call $socket io.touchd.device.Watch '{}' >/run/watch 2>&1 &
watch=$!
check 'a stream begins with what there is' until_line /run/watch '"devices"'
check 'a panel is plugged in' virtual_panel
check 'the stream tells of it' until_line /run/watch '"added"'
kill $watch
end
