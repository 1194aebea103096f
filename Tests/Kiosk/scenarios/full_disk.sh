#!/bin/bash
# A full disk under the vault: the service lets nobody in, says so, starts on it all the same, and heals when there is room.
. ./kiosk.sh
state=/var/lib/touchd
check 'the service is stopped' systemctl stop touchd.service touchd.socket
cp -a $state /run/state
truncate -s 8M /run/disk
mke2fs -q -t ext4 -O ^has_journal -m 0 /run/disk
check 'the state lies on a small disk' mount -o loop /run/disk $state
cp -a /run/state/. $state/
chown touchd: $state
chmod 700 $state
check 'the service starts on it' systemctl start touchd.socket touchd.service
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'root enrolls anna' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0

fails() { touchctl status | grep -q 'VAULT FAILS.*No space left on device'; }
heals() { ! touchctl status | grep -q 'VAULT FAILS'; }
cat /dev/zero >$state/filler 2>/run/filled
check 'the disk is full' grep -q 'No space left' /run/filled
check 'the status says so' fails
check 'so does the journal' log_line 'the vault is not writable'
check 'and the doctor' sh -c 'touchctl doctor | grep -F "[vault_unwritable]"'
check 'the clerk asks for an unlock' screen full clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'lets nobody in' finished full 1

check 'a restart on the full disk' systemctl restart touchd.service
check 'is no failure' systemctl is-active touchd.service
check 'panels are read' until_true 10 sh -c 'touchctl devices | grep -q virtual'
check 'the status says what is wrong' fails
check 'the clerk asks after the restart' screen after clerk unlock anna --attempts 1
check 'the right pattern again' panel pattern 1-4-8-5-9 in $frame
check 'nobody is let in' finished after 1
pid=$(systemctl show -P MainPID touchd)
rm $state/filler
check 'room heals it' until_true 20 heals
check 'without a restart' test "$(systemctl show -P MainPID touchd)" = "$pid"
check 'the clerk asks again' screen again clerk unlock anna --attempts 1
check 'the right pattern' panel pattern 1-4-8-5-9 in $frame
check 'unlocks' finished again 0
end
