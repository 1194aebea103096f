#!/bin/bash
# Exclusive entry: another reader sees nothing of a drawing and everything afterward.
# seconds: 300
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
enroll_anna
check 'meanwhile the panel is grabbed' log_line 'panel 1 grabbed: no other program'
check 'the dump reports it' until_line /run/dump.log 'grabbed by touchd: no touches will arrive'
check 'afterward it is released' log_line 'panel 1 released'
check 'the dump reports it' until_line /run/dump.log 'released by touchd'
check 'another finger taps' panel tap 640,400
check 'the other reader sees it, but saw no drawing' until_true 10 seen 2
kill $reader $dump
end
