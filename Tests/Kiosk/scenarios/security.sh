#!/bin/bash
# The unit as systemd judges it, and what its sandbox really refuses.
. ./kiosk.sh
score() { systemd-analyze security "$1" --no-pager | sed -n 's/.*Overall exposure level.*: *\([0-9.]*\).*/\1/p'; }
exposure=$(score touchd.service)
echo "     exposure of touchd.service: $exposure"
check 'systemd-analyze security says at most 1.5' awk "BEGIN { exit !($exposure > 0 && $exposure <= 1.5) }"
pid=$(systemctl show -P MainPID touchd)
check 'no capabilities' grep -q '^CapEff:.*0000000000000000' "/proc/$pid/status"
check 'a system call filter' grep -q '^Seccomp:[[:space:]]*2' "/proc/$pid/status"
check 'no new privileges' grep -q '^NoNewPrivs:[[:space:]]*1' "/proc/$pid/status"
end
