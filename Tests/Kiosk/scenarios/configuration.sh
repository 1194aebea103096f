#!/bin/bash
# An invalid configuration does not brick the kiosk: a reload keeps the old one, and reports every fault and every change.
. ./kiosk.sh
conf=/etc/touchd/touchd.conf.d/test.conf
good=$(cat $conf)
pid=$(systemctl show -P MainPID touchd)
check 'a client' as clerk touchctl status

printf '%s\n[unlock]\nmin-dots=6\n[touchd]\nseat=seat1\n' "$good" >$conf
check 'a reload' systemctl reload touchd.service
check 'applies the key' log_line '^\[unlock\] min-parts=pattern:4, pin:4 -> pattern:6, pin:4$'
check 'names the key that needs a restart' log_line '^\[touchd\] seat=seat0 -> seat1 \(after a restart\)$'
printf '%s\n' "$good" >$conf
check 'touchctl reload reports the change' sh -c "touchctl reload | grep -F '[unlock] min-parts: pattern:6, pin:4 -> pattern:4, pin:4'"
check 'a second reload changes nothing' sh -c "touchctl reload | grep -F 'nothing changed'"
refused 'a clerk may not reload' 'permission denied' as clerk touchctl reload

printf '[view]\nsize=big\n[unlokc]\nmin-dots=5\n' >$conf
printf '[unlock]\nmin-dotz=5\n' >/etc/touchd/touchd.conf.d/other.conf
refused 'touchd --check rejects invalid files' 'no key min-dotz' touchd --check
refused 'systemctl reload fails' '[Jj]ob for touchd.service failed' systemctl reload touchd.service
refused 'touchctl reload fails' 'configuration unchanged' touchctl reload
touchctl reload >/run/faults
check 'the first fault is reported with file and line' grep -q '^/etc/touchd/touchd.conf.d/other.conf:2: no key min-dotz' /run/faults
check 'so is the second' grep -q '^/etc/touchd/touchd.conf.d/test.conf:2: \[view\] size=big' /run/faults
check 'so is the third' grep -q '^/etc/touchd/touchd.conf.d/test.conf:3: no section \[unlokc\]' /run/faults
check 'the daemon keeps its configuration' sh -c 'touchctl --json status | grep -q "\"viewWidth\":1280"'
check 'it is the same process' test "$(systemctl show -P MainPID touchd)" = "$pid"
rm /etc/touchd/touchd.conf.d/other.conf

printf '[view]\nsize=800x1280\nrotate=90\n[input]\nallow-provenance=physical\n[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n' >$conf
check 'SIGHUP' kill -HUP "$pid"
check 'rotates the view' log_line '^\[view\] rotate=0 -> 90$'
check 'which takes effect' until_true 5 sh -c 'touchctl --json status | grep -q "\"viewWidth\":800"'
check 'trusts only physical panels' sh -c 'touchctl --json status | grep -F "\"allowProvenance\":[\"physical\"]"'
check 'writes the metrics' until_true 5 test -s /run/touchd-metrics/touchd.prom
check 'which every user can read' as stranger grep -q '^touchd_reloads_total [1-9]' /run/touchd-metrics/touchd.prom
check 'an administrator sees the statistics' sh -c "touchctl stats | grep -q 'reloads_refused  *3'"
refused 'a clerk may not' 'permission denied' as clerk touchctl stats
check 'entries have explanations in the catalog' sh -c \
    'journalctl -b -x -u touchd.service | grep -q "Subject: A setting changed"'
end
