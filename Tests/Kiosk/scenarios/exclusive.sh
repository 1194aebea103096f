#!/bin/bash
# Exclusive entry: another reader sees nothing of a drawing and everything afterward; a finger that is down delays it.
# seconds: 400
. ./kiosk.sh
printf '[unlock]\nexclusive=yes\n' >/etc/touchd/touchd.conf.d/exclusive.conf
check 'the setting is taken by a restart' systemctl restart touchd.service
check 'a panel is plugged in' virtual_panel
check 'the daemon reads it' log_line 'panel 1: .*, virtual'
evtest "$node" >/run/evtest.log 2>&1 &
reader=$!
touchd --dump >/run/dump.log 2>&1 &
dump=$!
check 'evtest has the node open' until_line /run/evtest.log 'Testing'
check 'so has touchd --dump' until_line /run/dump.log 'event[0-9]'
landings() { grep -acE 'BTN_TOUCH\), value 1' /run/evtest.log; }
lifts() { grep -acE 'BTN_TOUCH\), value 0' /run/evtest.log; }
seen() { [[ $(landings) == "$1" && $(lifts) == "$1" ]]; }

check 'the other reader hears a finger' panel tap 640,400
check 'all of it' until_true 10 seen 1
check 'root enrolls anna' screen enroll root enroll anna
check 'the panel is taken' log_line 'panel 1 grabbed: no other program'
check 'the dump says so' until_line /run/dump.log 'grabbed by touchd: no touches will arrive'
check 'first drawing' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'second drawing' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
check 'the panel is given back' log_line 'panel 1 released'
check 'the dump says so' until_line /run/dump.log 'released by touchd'
check 'another finger' panel tap 640,400
check 'is heard by the other reader, and of the drawings nothing was' until_true 10 seen 2

check 'a finger lands' panel down 5 1270,790
check 'the other reader sees it' until_true 10 test "$(landings)" = 3
check 'an unlock is asked for under it' screen early root unlock anna --attempts 1
check 'the panel is not taken' test "$(log_count 'panel 1 grabbed')" = 1
check 'the finger lifts' panel up 5
check 'the other reader sees that too' until_true 10 seen 3
check 'now the panel is taken' log_line 'panel 1 grabbed' 2
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'and is let in' finished early 0
check 'the other reader saw nothing of it' seen 3

check 'one more unlock' screen killed root unlock anna
check 'the panel is taken' log_line 'panel 1 grabbed' 3
check 'the daemon is killed' kill -KILL "$(systemctl show -P MainPID touchd)"
check 'the touchctl that waited knows' finished killed 3
check 'a finger' panel tap 640,400
check 'is heard by the other reader' until_true 10 seen 4
check 'the daemon is back' log_line 'panel 1: .*, virtual' 2

evtest --grab "$node" >/run/robber.log 2>&1 &
robber=$!
check 'another program takes the panel' until_line /run/robber.log 'Testing'
check 'an unlock says that the panel is grabbed' sh -c \
    "touchctl --json unlock anna --timeout 2 --frame $frame | grep panel_held"
check 'so does the daemon' log_line 'panel 1 is grabbed by another program'
touchctl watch --unheard >/run/unheard.log 2>&1 &
unheard=$!
check 'whoever asks why no touch arrives is told' until_line /run/unheard.log '^panel_held,'
kill $robber $reader $dump $unheard
end
