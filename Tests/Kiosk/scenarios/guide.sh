#!/bin/bash
# The operator's guide as it is written: configuration, user, bridge and cage with the page's stand-in, patterns, metrics.
# seconds: 300
. ./kiosk.sh
check 'cage and a terminal are there' which cage foot
# Debian's cage does not begin without Xwayland, which it starts for X programs only; here is none, and 200 MB of Mesa less.
ln -sf /bin/false /usr/bin/Xwayland
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'

# 2. Configure. The size of the screen stays this machine's, whose file comes later in the alphabet.
check 'the file of the guide is taken' step 'cat >/etc/touchd/touchd.conf.d/kiosk.conf'
check 'by the daemon' log_line '^\[token\] issuer=.* -> kiosk-7$'

check 'the panel is pinned' step 'touchctl pin'
check 'which holds' sh -c 'touchctl --json status | grep -F "\"pinned\":true"'

# 3. The user of the screen. What stands in Chromium's place also draws by itself, for which it has to be in group touchd.
check 'the user of the screen is made' step useradd
usermod -a -G touchd kiosk
refused 'who reads no panel' 'Permission denied' as kiosk dd if="$node" of=/dev/null count=0

# 5. Patterns
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
check 'her recovery key is made' sh -c "touchctl recovery-key anna | grep -E '([cbdefghijklnrtuv]{8}.){7}[cbdefghijklnrtuv]{8}'"

# 4. The bridge for pages
origin=http://127.0.0.1:6080
sed -i 's/^    apt install /    : &/' operating.md  # they are there: the guest has no network
listens() { python3 -c 'import socket; socket.create_connection(("127.0.0.1", 6080), 5)'; }
check 'the bridge starts with the machine' step ': .*apt install .*cage'
check 'and listens' until_true 20 listens
check 'before there is a page, one says how things are' python3 -c "
import urllib.request
assert b'touchd-web serves this page' in urllib.request.urlopen('$origin/').read()"
check 'as a user of its own' test "$(stat -c %U /proc/"$(systemctl show -P MainPID touchd-web)")" = touchd-web
check 'the page of the guide is named' step "cat >/etc/touchd/touchd.conf.d/web.conf"
echo '<!doctype html><title>mine</title>' >/usr/share/my-kiosk/index.html
check 'it is served, to anybody' as clerk python3 -c "
import urllib.request
assert b'mine' in urllib.request.urlopen('$origin/').read()
assert b'touchd' in urllib.request.urlopen('$origin/touchd.js').read()"
install -m 755 page /usr/local/bin/page
check "the browser's user speaks to the daemon" sh -c "setpriv --reuid=kiosk --regid=kiosk --init-groups page $origin | grep '\"role\":\"frontend\"'"
refused 'a page of another origin does not' '403' as kiosk page http://evil.example
check 'it is told so' sh -c "setpriv --reuid=kiosk --regid=kiosk --init-groups page http://evil.example 2>&1 | grep '403.*\"refused\":\"origin\"'"
refused 'nor does a page under the name of somebody else' '403' as kiosk page http://evil.example:6080 evil.example:6080
for user in clerk stranger root touchd-web; do
    refused "nor does $user" '403' as $user page $origin
    check "$user is told so" sh -c "setpriv --reuid=$user --regid=$user --init-groups page $origin 2>&1 | grep '403.*\"refused\":\"user\"'"
done
check 'the journal says who it was' log_line 'refused uid .*\[web\] user=' 4
check 'without the bridge' systemctl stop touchd-web.service
refused 'nobody else takes its address' 'Address already in use' as stranger python3 -c "
import socket
listener = socket.socket()
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
listener.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEPORT, 1)
listener.bind(('127.0.0.1', 6080))
listener.listen()"
check 'it comes back' systemctl start touchd-web.service
check 'and serves' sh -c "setpriv --reuid=kiosk --regid=kiosk --init-groups page $origin | grep '\"role\":\"frontend\"'"
dirty() { awk '/^Private_Dirty:/ { print $2 }' "/proc/$(systemctl show -P MainPID touchd-web)/smaps_rollup"; }
echo "     private and written: $(dirty) KiB"
check 'it takes at most 6 MiB for itself' test "$(dirty)" -le 6144
exposure=$(systemd-analyze security touchd-web.service --no-pager | sed -n 's/.*Overall exposure level.*: *\([0-9.]*\).*/\1/p')
echo "     exposure of touchd-web.service: $exposure"
check 'systemd-analyze security says at most 1.5' awk "BEGIN { exit !($exposure > 0 && $exposure <= 1.5) }"

# 4. cage. The unit is the guide's; without a display cage draws into memory, and in Chromium's place stands a program that
# does what the page would do, and then unlocks.
block '\[Unit\]' >/etc/systemd/system/kiosk.service
mkdir -p /etc/systemd/system/kiosk.service.d
cat >/etc/systemd/system/kiosk.service.d/memory.conf <<'U'
[Service]
ExecStartPre=
RuntimeDirectory=kiosk
RuntimeDirectoryMode=0700
Environment=XDG_RUNTIME_DIR=/run/kiosk WLR_BACKENDS=headless WLR_RENDERER=pixman WLR_LIBINPUT_NO_DEVICES=1
U
cat >/usr/local/bin/chromium <<'U'
#!/bin/sh
for word; do
    case $word in
    --app=*) address=${word#--app=} ;;
    esac
done
page "${address%/}" >/run/kiosk/page 2>&1
exec foot sh -c 'touchctl unlock anna --attempts 1 --timeout 600 --frame 320,80,640,640 >/run/kiosk/said 2>&1; echo $? >/run/kiosk/status; sleep 1000'
U
chmod 755 /usr/local/bin/chromium
systemctl daemon-reload
check 'systemd has nothing to say against the unit' test -z "$(systemd-analyze verify kiosk.service 2>&1 | grep kiosk.service)"
check 'the kiosk starts' systemctl enable --now kiosk.service
check 'cage runs as the user of the screen' until_true 20 pgrep -u kiosk -x cage
check 'its page speaks to the daemon, as the user that it is' until_line /run/kiosk/page '"role":"frontend"'
check 'with a program on the screen' until_true 20 pgrep -u kiosk -x foot
check 'which asks for an unlock' until_line /run/kiosk/said 'on screen'
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' until_line /run/kiosk/status '^0$'
check 'cage goes on' systemctl is-active kiosk.service
cage=$(pgrep -u kiosk -x cage)
# What another user can read of the browser in /proc has no secret: it is what the guide says.
reads() { as stranger cat "/proc/$cage/cmdline" | tr '\0' ' ' | grep -Fx "$(sed -n 's/^ExecStart=//p' /etc/systemd/system/kiosk.service) "; }
check 'a stranger reads of it in /proc what stands in the guide' reads
check 'cage crashes' kill -KILL "$cage"
again() { pgrep -u kiosk -x cage && ! pgrep -u kiosk -x cage | grep -qx "$cage"; }
check 'and is started again' until_true 20 again
check 'with its page' until_line /run/kiosk/page '"role":"frontend"'

# 7. Monitoring
check 'results by field' sh -c 'journalctl TOUCHD_KIND=unlock TOUCHD_OUTCOME=passed -o cat | grep "unlock passed"'
check 'statistics' sh -c "touchctl stats | grep -E 'results unlock passed +1'"
mkdir -p /var/lib/prometheus/node-exporter
check 'metrics for node_exporter, by a reload' step ': .*apt install prometheus-node-exporter'
check 'are written into its folder' until_true 5 grep -q 'kind="unlock",outcome="passed"} 1' /var/lib/prometheus/node-exporter/touchd.prom
check 'for its user' as stranger grep -q '^touchd_up 1' /var/lib/prometheus/node-exporter/touchd.prom
head=$(touchctl audit head | tail -n 1)
check 'the head of the audit that was kept elsewhere' test -n "$head"
check 'is found again' touchctl audit verify "$head"
systemctl stop kiosk.service touchd-web.socket touchd-web.service
end
