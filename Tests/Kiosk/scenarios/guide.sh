#!/bin/bash
# The operator's guide as it is written: configuration, user, bridge and cage with the page's stand-in, patterns, metrics.
# seconds: 300
. ./kiosk.sh
check 'cage, a terminal and websockify are there' which cage foot websockify
# Debian's cage does not begin without Xwayland, which it starts for X programs only; here is none, and 200 MB of Mesa less.
ln -sf /bin/false /usr/bin/Xwayland
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'

# 2. Configure. The size of the screen stays this machine's, whose file comes later in the alphabet.
check 'the file of the guide is taken' step 'cat >/etc/touchd/touchd.conf.d/kiosk.conf'
check 'by the daemon' log_line '^\[verdict\] issuer=.* -> kiosk-7$'

# 3. The user of the screen: of group touchd for a program on the screen, of touchd-web for a page.
check 'the user of the screen is made' step useradd
refused 'who reads no panel' as kiosk dd if="$node" of=/dev/null count=0

# 5. Patterns
check 'anna enrols' screen enrol root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enrol 'drawn once'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enrol 0
check 'her recovery key is made' sh -c "touchctl recovery-key anna | grep -E '([cbdefghijklnrtuv]{8}.){7}[cbdefghijklnrtuv]{8}'"

# 4. The bridge for pages
origin=http://127.0.0.1:6080
sed -i 's/^    apt install .*cage/    : &/' operating.md  # they are there: the guest has no network
check 'the bridge starts with the machine' step ': .*apt install .*cage'
listens() { python3 -c 'import socket; socket.create_connection(("127.0.0.1", 6080), 5)'; }
check 'and listens' until_true 20 listens
check 'as a user of its own' test "$(stat -c %U /proc/"$(systemctl show -P MainPID touchd-web)")" = touchd-web
secret=$(as kiosk cut -d: -f1 /run/touchd-web/tokens)
check 'the browser has the secret of this boot' test ${#secret} = 32
refused 'a clerk has not' as clerk cat /run/touchd-web/tokens
check 'its page is served' python3 -c "
import urllib.request
assert b'touchd' in urllib.request.urlopen('$origin/touchd.js').read()"
check 'and speaks to the daemon' sh -c "./page $origin $secret | grep '\"role\":\"frontend\"'"
refused 'a page of another origin does not' ./page http://evil.example $secret
check 'it is told so' sh -c "./page http://evil.example $secret 2>&1 | grep -E ' 40[0-9] '"
refused 'nor one without the secret' ./page $origin wrong
exposure=$(systemd-analyze security touchd-web.service --no-pager | sed -n 's/.*Overall exposure level.*: *\([0-9.]*\).*/\1/p')
echo "     exposure of touchd-web.service: $exposure"

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
install -m 755 page /usr/local/bin/page
cat >/usr/local/bin/chromium <<'U'
#!/bin/sh
for word; do
    case $word in
    --app=*) address=${word#--app=} ;;
    esac
done
page "${address%/*}" "${address#*touchd=}" >/run/kiosk/page 2>&1
exec foot sh -c 'touchctl unlock anna --attempts 1 --timeout 600 --frame 320,80,640,640 >/run/kiosk/said 2>&1; echo $? >/run/kiosk/status; sleep 1000'
U
chmod 755 /usr/local/bin/chromium
systemctl daemon-reload
check 'systemd has nothing to say against the unit' test -z "$(systemd-analyze verify kiosk.service 2>&1 | grep kiosk.service)"
check 'the kiosk starts' systemctl enable --now kiosk.service
check 'cage runs as the user of the screen' until_true 20 pgrep -u kiosk -x cage
check 'its page speaks to the daemon with the secret that the unit hands over' until_line /run/kiosk/page '"role":"frontend"'
check 'with a program on the screen' until_true 20 pgrep -u kiosk -x foot
check 'which asks for an unlock' until_line /run/kiosk/said 'on screen'
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' until_line /run/kiosk/status '^0$'
check 'cage goes on' systemctl is-active kiosk.service
cage=$(pgrep -u kiosk -x cage)
check 'cage crashes' kill -KILL "$cage"
again() { pgrep -u kiosk -x cage && ! pgrep -u kiosk -x cage | grep -qx "$cage"; }
check 'and is started again' until_true 20 again
check 'with its page' until_line /run/kiosk/page '"role":"frontend"'

# 6. Watching it
check 'results by field' sh -c 'journalctl TOUCHD_KIND=unlock TOUCHD_OUTCOME=passed -o cat | grep "unlock passed"'
check 'statistics' sh -c "touchctl stats | grep -E 'results unlock passed +1'"
printf '[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n' >/etc/touchd/touchd.conf.d/metrics.conf
check 'metrics by a reload' systemctl reload touchd.service
check 'are written' until_true 5 grep -q 'kind="unlock",outcome="passed"} 1' /run/touchd-metrics/touchd.prom
head=$(touchctl audit head | tail -n 1)
check 'the head of the audit that was kept elsewhere' test -n "$head"
check 'is found again' touchctl audit verify "$head"
systemctl stop kiosk.service touchd-web.service
end
