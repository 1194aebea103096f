#!/bin/bash
# Exclusive entry: another reader sees nothing of a drawing and everything afterward; a daemon that dies holds no panel.
# seconds: 400
. ./kiosk.sh
printf '[unlock]\nexclusive=yes\n' >/etc/touchd/touchd.conf.d/exclusive.conf
check 'a restart applies the setting' systemctl restart touchd.service
with_panel
evtest "$node" >/run/evtest.log 2>&1 &
reader=$!
touchd --dump >/run/dump.log 2>&1 &
dump=$!
check 'evtest has the node open' until_line /run/evtest.log 'Testing'
check 'touchd --dump has it open, too' until_line /run/dump.log 'event[0-9]'
landings() { grep -acE 'BTN_TOUCH\), value 1' /run/evtest.log; }
lifts() { grep -acE 'BTN_TOUCH\), value 0' /run/evtest.log; }
seen() { [[ $(landings) == "$1" && $(lifts) == "$1" ]]; }

check 'a finger taps' panel tap 640,400
check 'the other reader sees all of it' until_true 10 seen 1
check 'root begins an enrollment of anna' screen enroll root enroll anna
check 'the panel is grabbed' log_line 'panel 1 grabbed: no other program'
check 'the dump reports it' until_line /run/dump.log 'grabbed by touchd: no touches will arrive'
check 'first drawing' panel pattern 1-4-8-5-9 in $frame
check 'the drawing is recorded' until_line /run/enroll 'draw it again to confirm'
check 'second drawing' panel pattern 1-4-8-5-9 in $frame
check 'the pattern is stored' finished enroll 0
check 'the panel is released' log_line 'panel 1 released'
check 'the dump reports it' until_line /run/dump.log 'released by touchd'
check 'another finger taps' panel tap 640,400
check 'the other reader sees it, but saw no drawing' until_true 10 seen 2

check 'an unlock begins' screen killed root unlock anna
check 'the panel is grabbed' log_line 'panel 1 grabbed' 2
check 'the daemon is killed' kill -KILL "$(systemctl show -P MainPID touchd)"
check 'the waiting touchctl exits with 3' finished killed 3
check 'a finger taps again' panel tap 640,400
check 'the other reader sees it' until_true 10 seen 3
check 'the daemon is back' log_line 'panel 1: .*, virtual' 2

evtest --grab "$node" >/run/robber.log 2>&1 &
robber=$!
check 'another program grabs the panel' until_line /run/robber.log 'Testing'
check 'an unlock reports that the panel is grabbed' sh -c \
    "touchctl --json unlock anna --timeout 2 --frame $frame | grep panel_held"
check 'the daemon reports it, too' log_line 'panel 1 is grabbed by another program'
kill $robber $reader $dump
end
