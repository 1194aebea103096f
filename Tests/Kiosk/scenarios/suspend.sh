#!/bin/bash
# The machine suspends with a finger on the panel (as a rehearsal by the kernel): cancelled before, touches work again afterward.
# boot: cold
# seconds: 240
. ./kiosk.sh
printf '[input]\nwake-guard=5s\n' >/etc/touchd/touchd.conf.d/wake.conf
check 'a reload applies the setting' systemctl reload touchd.service
with_panel

# Under emulation QEMU's machine never wakes from a real s2idle, so the kernel rehearses: it freezes tasks and suspends devices for
# five seconds. Clocks do not jump in a rehearsal; SleepDetectorTests covers a jump.
check 'the kernel supports a rehearsal' sh -c 'echo devices >/sys/power/pm_test && echo s2idle >/sys/power/mem_sleep'
check 'logind runs' systemctl start systemd-logind.service
check 'touchd connects to it' systemctl restart touchd.service
# Without polkit, logind allows no service to delay sleep, so touchd cancels when notified. PauseTests covers the inhibitor lock.
check 'a button is on screen' shows
check 'a finger lands' panel down 0 640,400
check 'the front end gets it' until_line /run/scene '"began"'
check 'systemd suspends the machine' systemctl suspend
check 'the finger is cancelled' until_true 30 grep -q '"cancelled"' /run/scene
check "because of logind's signal" log_line 'the machine is going to sleep'
check 'touches work again afterward' until_true 60 grep -q '"paused": \[\]' /run/scene
kill $scene
end
