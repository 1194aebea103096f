#!/bin/bash
# A full disk under the vault: unlocks fail, the fault is reported, the service still starts, and recovers once there is room.
. ./kiosk.sh
state=/var/lib/touchd
check 'the service is stopped' systemctl stop touchd.service touchd.socket
cp -a $state /run/state
truncate -s 8M /run/disk
mke2fs -q -t ext4 -O ^has_journal -m 0 /run/disk
check 'the state is on a small disk' mount -o loop /run/disk $state
cp -a /run/state/. $state/
chown touchd: $state
chmod 700 $state
check 'the service starts on it' systemctl start touchd.socket touchd.service
with_panel
enroll_anna

fails() { touchctl status | grep -q 'VAULT FAILS.*No space left on device'; }
heals() { ! touchctl status | grep -q 'VAULT FAILS'; }
cat /dev/zero >$state/filler 2>/run/filled
check 'the disk is full' grep -q 'No space left' /run/filled
check 'the status reports it' fails
check 'the journal reports it' log_line 'the vault is not writable'
check 'the doctor reports it' sh -c 'touchctl doctor | grep -F "[vault_unwritable]"'
unlock_anna 'the clerk requests an unlock' clerk 1

check 'a restart on the full disk' systemctl restart touchd.service
check 'the service is active' systemctl is-active touchd.service
check 'panels are read' until_true 10 sh -c 'touchctl devices | grep -q virtual'
check 'the status still reports it' fails
unlock_anna 'the clerk requests an unlock after the restart' clerk 1
pid=$(systemctl show -P MainPID touchd)
rm $state/filler
check 'the vault recovers once there is room' until_true 20 heals
check 'without a restart' test "$(systemctl show -P MainPID touchd)" = "$pid"
unlock_anna 'the clerk requests an unlock again' clerk 0
end
