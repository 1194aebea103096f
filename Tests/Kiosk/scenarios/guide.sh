#!/bin/bash
# The steps of the operator's guide: configuration, user, bridge, patterns, metrics. cage and Chromium: browser.sh
# seconds: 300
. ./kiosk.sh
with_panel

# 2. Configure. The screen size stays that of this machine, whose file is read later.
check "the guide's file is created" step 'cat >/etc/touchd/touchd.conf.d/kiosk.conf'
check 'the daemon applies it' log_line '^\[token\] issuer=.* -> kiosk-7$'

check 'the panel is pinned' step 'touchctl pin'
check 'the pin takes effect' sh -c 'touchctl --json status | grep -F "\"pinned\":true"'

# 3. The screen's user
check "the screen's user is created" step useradd
refused 'the user may not read the panel' 'Permission denied' as kiosk dd if="$node" of=/dev/null count=0

# 5. Patterns
enroll_anna
as clerk ./call io.touchd.scene.Requests >/run/requests 2>&1 &
requests=$!
check 'a front end serves requests' until_line /run/requests '"requests"'
PAM_TYPE=auth PAM_USER=anna PAM_SERVICE=sudo touchctl --timeout 60 unlock --pam >/run/sudo 2>&1 &
sudo=$!
check 'a request has the unit that asks, as systemd knows it' \
    until_line /run/requests "\"unit\": \"$(basename "$(cut -d : -f 3 /proc/$sudo/cgroup)")\""
kill $requests $sudo

# 4. The bridge for pages
origin=http://127.0.0.1:6080
sed -i 's/^    apt install /    : &/' operating.md  # already installed; the guest has no network
listens() { python3 -c 'import socket; socket.create_connection(("127.0.0.1", 6080), 5)'; }
check 'the bridge is enabled' step ': .*apt install .*cage'
check 'it listens' until_true 20 listens
check 'without a page it serves its status page' python3 -c "
import urllib.request
assert b'touchd-web serves this page' in urllib.request.urlopen('$origin/').read()"
check 'it runs as its own user' test "$(stat -c %U /proc/"$(systemctl show -P MainPID touchd-web)")" = touchd-web
check "the guide's page is configured" step "cat >/etc/touchd/touchd.conf.d/web.conf"
echo '<!doctype html><title>mine</title>' >/usr/share/my-kiosk/index.html
check 'every user can load it' as clerk python3 -c "
import urllib.request
assert b'mine' in urllib.request.urlopen('$origin/').read()
assert b'touchd' in urllib.request.urlopen('$origin/touchd.js').read()"
install -m 755 page pagesocket.py checks.py /usr/local/bin
check "the browser's user can call the daemon" sh -c "setpriv --reuid=kiosk --regid=kiosk --init-groups page $origin | grep -F '\"rights\":[\"frontend\"'"
for user in clerk stranger root touchd-web; do
    refused "nor can $user, who gets the reason" '403.*"refused":"user"' as $user page $origin
done
check 'the journal names the users' log_line 'refused uid .*\[web\] user=' 4
check 'the bridge is stopped' systemctl stop touchd-web.service
check 'the doctor reports it' sh -c 'touchctl doctor | grep -F "[web_down]"'
refused 'no other user can bind its address' 'Address already in use' as stranger python3 -c "
import socket
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
listener.bind(('127.0.0.1', 6080))
listener.listen()"
check 'the bridge is started again' systemctl start touchd-web.service
untrue 'the doctor reports it no longer' sh -c 'touchctl doctor | grep -F "[web_down]"'
check 'it serves' sh -c "setpriv --reuid=kiosk --regid=kiosk --init-groups page $origin | grep -F '\"rights\":[\"frontend\"'"
dirty() { awk '/^Private_Dirty:/ { print $2 }' "/proc/$(systemctl show -P MainPID touchd-web)/smaps_rollup"; }
echo "     private dirty: $(dirty) KiB"
check 'it has at most 6 MiB of private dirty memory' test "$(dirty)" -le 6144

# 7. Monitoring
unlock_anna 'an unlock begins' clerk 0
check 'the journal finds results by field' sh -c 'journalctl TOUCHD_KIND=unlock TOUCHD_OUTCOME=passed -o cat | grep "unlock passed"'
mkdir -p /var/lib/prometheus/node-exporter
check 'a reload turns on metrics for node_exporter' step ': .*apt install prometheus-node-exporter'
check 'they are written to its folder' until_true 5 grep -q 'kind="unlock",outcome="passed"} 1' /var/lib/prometheus/node-exporter/touchd.prom
check 'every user can read them' as stranger grep -q '^touchd_up 1' /var/lib/prometheus/node-exporter/touchd.prom
systemctl stop touchd-web.socket touchd-web.service
end
