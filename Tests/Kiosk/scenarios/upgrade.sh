#!/bin/bash
# From the packages of the last release, with its vault: patterns, waits, results, keys and the configuration stay.
# machine: kitted
# runs: nightly
# seconds: 500
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
apt-get -qq update
mkdir -p /etc/touchd/touchd.conf.d
printf '[view]\nsize=%s\n[input]\nallow-provenance=virtual\n[store]\nhash-memory=19MiB\nhash-passes=2\n[verdict]\nissuer=kiosk-7\n' \
    $view >/etc/touchd/touchd.conf.d/test.conf
architecture=$(dpkg --print-architecture)
check 'the last release is installed' apt-get -y install ./last-release/touchd_*_"$architecture".deb ./last-release/touchd-sim_*_"$architecture".deb
old=$(dpkg-query -W -f '${Version}' touchd)
check 'it runs' until_true 10 systemctl is-active touchd.service
useradd -m clerk -G touchd
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'drawn once'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
check 'she is asked' screen wrong clerk unlock anna --attempts 1
check 'draws a wrong one' panel pattern 1-2-3-6-9 in $frame
check 'and is refused' finished wrong 1
check 'she is asked again' screen right clerk unlock anna --attempts 1
check 'draws the right one' panel pattern 1-4-8-5-9 in $frame
check 'and unlocks' finished right 0
touchctl --json results >/run/results.old
touchctl keys >/run/keys.old
head=$(touchctl audit head)
check 'there are results' grep -q passed /run/results.old

check 'this build is installed over it' apt-get -y install ./packages/touchd_*_"$architecture".deb ./packages/touchd-sim_*_"$architecture".deb
check 'it is newer' dpkg --compare-versions "$(dpkg-query -W -f '${Version}' touchd)" gt "$old"
check 'it runs' until_true 10 systemctl is-active touchd.service
check 'anna is there' until_true 10 sh -c 'touchctl users | grep -q anna'
check 'no alarm is raised' sh -c '! touchctl status | grep -q ALARM'
check 'the vault is what it was, as far as the head tells' touchctl audit verify "$head"
touchctl --json results >/run/results.new
ids() { grep -oE '"id": ?"?[^",}]+' "$1" | sort -u; }
check 'there are ids' test "$(ids /run/results.old | wc -l)" -ge 2
check 'every result of before is there' test -z "$(comm -23 <(ids /run/results.old) <(ids /run/results.new))"
check 'the keys of verdicts are those of before' cmp /run/keys.old <(touchctl keys)
check 'the configuration is read as before' touchd --check
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
check 'anna unlocks' screen unlock clerk unlock anna --attempts 1
check 'with her pattern' panel pattern 1-4-8-5-9 in $frame
check 'passed' finished unlock 0
check 'a captcha is solved' screen captcha root captcha --given 0.33 --attempts 1
frame=440,250,400,300
check 'by a finger' panel slide 0.33 in 440,518,400,32
check 'solved' finished captcha 0
end
