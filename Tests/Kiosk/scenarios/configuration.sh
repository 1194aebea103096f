#!/bin/bash
# An invalid configuration does not brick the kiosk: a reload keeps the old one, and systemd and touchctl say so.
. ./kiosk.sh
conf=/etc/touchd/touchd.conf.d/test.conf
good=$(cat $conf)
pid=$(systemctl show -P MainPID touchd)
check 'a client' as clerk touchctl status

printf '%s\n[unlock]\nmin-dots=6\n' "$good" >$conf
check 'a reload' systemctl reload touchd.service
check 'applies the key' log_line '^\[unlock\] min-parts=pattern:4, pin:4 -> pattern:6, pin:4$'
printf '%s\n' "$good" >$conf
check 'touchctl reload reports the change' sh -c "touchctl reload | grep -F '[unlock] min-parts: pattern:6, pin:4 -> pattern:4, pin:4'"
refused 'a clerk may not reload' 'permission denied' as clerk touchctl reload

printf '[view]\nsize=big\n[unlokc]\nmin-dots=5\n' >$conf
refused 'touchd --check rejects an invalid file' 'size=big' touchd --check
refused 'systemctl reload fails' '[Jj]ob for touchd.service failed' systemctl reload touchd.service
refused 'touchctl reload fails' 'configuration unchanged' touchctl reload
check 'the daemon keeps its configuration' sh -c 'touchctl --json status | grep -q "\"viewWidth\":1280"'
check 'it is the same process' test "$(systemctl show -P MainPID touchd)" = "$pid"

printf '[view]\nsize=800x1280\nrotate=90\n[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n' >$conf
check 'SIGHUP' kill -HUP "$pid"
check 'rotates the view' log_line '^\[view\] rotate=0 -> 90$'
check 'which takes effect' until_true 5 sh -c 'touchctl --json status | grep -q "\"viewWidth\":800"'
check 'writes the metrics' until_true 5 test -s /run/touchd-metrics/touchd.prom
check 'which every user can read' as stranger grep -q '^touchd_reloads_total [1-9]' /run/touchd-metrics/touchd.prom
check 'an administrator sees the statistics' sh -c "touchctl stats | grep -q 'reloads_refused  *2'"
refused 'a clerk may not' 'permission denied' as clerk touchctl stats
check 'entries have explanations in the catalog' sh -c \
    'journalctl -b -x -u touchd.service | grep -q "Subject: A setting changed"'
end
