#!/bin/bash
# A configuration that cannot brick the kiosk: reload keeps what was good, says every fault and every change.
. ./kiosk.sh
conf=/etc/touchd/touchd.conf.d/test.conf
good=$(cat $conf)
pid=$(systemctl show -P MainPID touchd)
check 'a client' as clerk touchctl status

printf '%s\n[unlock]\nmin-dots=6\n[touchd]\nseat=seat1\n' "$good" >$conf
check 'a reload' systemctl reload touchd.service
check 'takes the key' log_line '^\[unlock\] min-dots=4 -> 6$'
check 'names the one that waits for a restart' log_line '^\[touchd\] seat=seat0 -> seat1 \(after a restart\)$'
printf '%s\n' "$good" >$conf
check 'touchctl reload says what it changed' sh -c "touchctl reload | grep -F '[unlock] min-dots: 6 -> 4'"
check 'once more: nothing changed' sh -c "touchctl reload | grep -F 'nothing changed'"
refused 'a clerk may not' 'permission denied' as clerk touchctl reload

printf '[view]\nsize=big\n[unlokc]\nmin-dots=5\n' >$conf
printf '[unlock]\nmin-dotz=5\n' >/etc/touchd/touchd.conf.d/other.conf
refused 'files with faults: touchd --check' 'no key min-dotz' touchd --check
refused 'systemctl reload' '[Jj]ob for touchd.service failed' systemctl reload touchd.service
refused 'touchctl reload' 'configuration unchanged' touchctl reload
touchctl reload >/run/faults
check 'all faults with file and line: the first' grep -q '^/etc/touchd/touchd.conf.d/other.conf:2: no key min-dotz' /run/faults
check 'the second' grep -q '^/etc/touchd/touchd.conf.d/test.conf:2: \[view\] size=big' /run/faults
check 'the third' grep -q '^/etc/touchd/touchd.conf.d/test.conf:3: no section \[unlokc\]' /run/faults
check 'the daemon goes on with what it had' sh -c 'touchctl --json status | grep -q "\"viewWidth\":1280"'
check 'as the same process' test "$(systemctl show -P MainPID touchd)" = "$pid"
rm /etc/touchd/touchd.conf.d/other.conf

printf '[view]\nsize=800x1280\nrotate=90\n[input]\nallow-provenance=physical\n[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n' >$conf
check 'SIGHUP' kill -HUP "$pid"
check 'turns the view' log_line '^\[view\] rotate=0 -> 90$'
check 'is in force' until_true 5 sh -c 'touchctl --json status | grep -q "\"viewWidth\":800"'
check 'trusts physical panels alone' sh -c 'touchctl --json status | grep -F "\"allowProvenance\":[\"physical\"]"'
check 'writes the metrics' until_true 5 test -s /run/touchd-metrics/touchd.prom
check 'for everybody' as stranger grep -q '^touchd_reloads_total [1-9]' /run/touchd-metrics/touchd.prom
check 'an administrator sees the statistics' sh -c "touchctl stats | grep -q 'reloads_refused  *3'"
refused 'a clerk does not' 'permission denied' as clerk touchctl stats
check 'entries have ids that the journal explains' sh -c \
    'journalctl -b -x -u touchd.service | grep -q "Subject: A setting changed"'
end
