#!/bin/bash
# Five minutes of crashes: systemd never gives the service up, and it serves again after the last one.
# runs: nightly
# seconds: 900
. ./kiosk.sh
check 'it serves' serves
kills=0
end=$((SECONDS + 300))
while ((SECONDS < end)); do
    old=$(pid)
    [[ $old == 0 ]] || { kill -KILL "$old" 2>/dev/null && ((++kills)); }
    _pause 2.5
done
echo "     killed $kills times"
check 'it was killed at least 20 times' test $kills -ge 20
check 'it serves again' until_true 10 serves
check 'systemd waits a second, and from version 254 on at most eight' sh -c \
    'systemctl show -P RestartUSec -P RestartMaxDelayUSec touchd | grep -qE "^(1|8)s$"'
check 'the socket is still active' systemctl is-active touchd.socket
check 'monitoring reports the restarts' sh -c 'touchctl doctor --icinga | grep -F "[restarts_often]"'
check 'an administrator acknowledges them' systemctl reset-failed touchd.service
untrue 'monitoring reports them no longer' sh -c 'touchctl doctor --icinga | grep -F "[restarts_often]"'
end
