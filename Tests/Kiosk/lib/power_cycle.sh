#!/bin/bash
# One life of a machine whose power will go: first what the lives before were promised is looked for, then people enrol and
# fail until the plug is pulled. Called by scenarios/power_cut.py with LIFE (a number) and CARELESS (1: without syncs).
# Prints "promise KIND USER NUMBER" for everything that was acknowledged; ./promises holds those of the lives before.
. ./kiosk.sh
life=$1 careless=$2
disk=/dev/disk/by-id/virtio-kiosk-data
systemctl stop touchd.service
until_true 10 test -b $disk || exit 3
blkid $disk >/dev/null || mke2fs -q -t ext4 -E lazy_itable_init=0,lazy_journal_init=0 $disk || exit 3
mkdir -p /var/lib/touchd
mount -o noatime $disk /var/lib/touchd || exit 3
chown touchd:touchd /var/lib/touchd
# Every life is a new start of the machine: it gets a boot id of its own, as a cold boot would give it.
cat /proc/sys/kernel/random/uuid >/run/boot_id
mount --bind /run/boot_id /proc/sys/kernel/random/boot_id
printf '[view]\nsize=%s\n[input]\nallow-provenance=virtual\n[store]\nhash-memory=19MiB\nhash-passes=2\n[unlock]\nschedule=3:30s,10min\n' \
    $view >/etc/touchd/touchd.conf.d/test.conf
if [[ $careless == 1 ]]; then
    mkdir -p /run/systemd/system/touchd.service.d
    printf '[Service]\nEnvironment=LD_PRELOAD=libeatmydata.so\n' >/run/systemd/system/touchd.service.d/careless.conf
    systemctl daemon-reload
fi
systemctl start touchd.service || { echo 'LOST the daemon does not start'; journalctl -b -u touchd -n 20 -o cat; exit 1; }

touchctl --json users >/run/users || { echo 'LOST the users'; exit 1; }
# One program for all of them: the promises grow with every life.
python3 - promises <<'P' || exit 3
import json, sys
users = {user["name"]: user for user in json.load(open("/run/users"))["users"]}
for line in open(sys.argv[1]):
    kind, name, number = line.split()
    user = users.get(name)
    if user is None:
        print(f"LOST the pattern of {name}")
    elif kind == "failed" and user.get("failedAttempts", 0) < int(number):
        print(f"LOST failures of {name}: {user.get('failedAttempts')} of {number}")
    # Three are free: from the third on a wait is due, and a new start of the machine begins it anew.
    elif kind == "failed" and int(number) >= 3 and "waitUSec" not in user:
        print(f"LOST the wait of {name}")
P
echo "checked $(wc -l <promises) promises"

virtual_panel
until_true 20 sh -c 'touchctl devices | grep -q virtual' || exit 3
who=user$life
screen enrol root enroll "$who" || exit 3
panel pattern 1-4-8-5-9 in $frame speed 6000
until_line /run/enrol 'drawn once'
panel pattern 1-4-8-5-9 in $frame speed 6000
finished enrol 0 && echo "promise enrolled $who 1"
echo 'cut from here'
screen unlock root unlock "$who" --attempts 20 || exit 3
for ((number = 1; number <= 3; number++)); do
    # A drawing that was tried before is not counted: each is another one.
    panel pattern $((number + 1))-$((number + 4))-$((number + 5))-$((number + 2)) in $frame speed 6000
    until_line /run/unlock 'wrong|failed' "$number" && echo "promise failed $who $number"
done
sleep 30
