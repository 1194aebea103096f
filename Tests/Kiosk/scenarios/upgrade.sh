#!/bin/bash
# An upgrade from the packages of the last release: patterns, waits, results, keys and the configuration stay.
# machine: kitted
# runs: nightly
# seconds: 500
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
mkdir -p /etc/touchd/touchd.conf.d
printf '[view]\nsize=%s\n[input]\nallow-provenance=virtual\n[store]\nhash-memory=19MiB\nhash-passes=2\n[verdict]\nissuer=kiosk-7\n' \
    $view >/etc/touchd/touchd.conf.d/test.conf
architecture=$(dpkg --print-architecture)
check 'the last release is installed' apt-get -y install ./last-release/touchd_*_"$architecture".deb ./last-release/touchd-sim_*_"$architecture".deb
old=$(dpkg-query -W -f '${Version}' touchd)
check 'it runs' until_true 10 systemctl is-active touchd.service
useradd -m clerk -G touchd
with_panel
enrolls anna 'drawn once'
unlock_anna 'an unlock begins' clerk 1 1-2-3-6-9
unlock_anna 'another unlock begins' clerk 0
touchctl --json results >/run/results.old
touchctl keys >/run/keys.old
head=$(touchctl audit head)
check 'results are stored' grep -q passed /run/results.old

check 'this build is installed as an upgrade' apt-get -y install ./packages/touchd_*_"$architecture".deb ./packages/touchd-sim_*_"$architecture".deb
check 'it is newer' dpkg --compare-versions "$(dpkg-query -W -f '${Version}' touchd)" gt "$old"
check 'it runs' until_true 10 systemctl is-active touchd.service
check 'anna is still enrolled' until_true 10 sh -c 'touchctl users | grep -q anna'
check 'no alarm is raised' sh -c '! touchctl status | grep -q ALARM'
check 'the audit verifies against the old head' touchctl audit verify "$head"
touchctl --json results >/run/results.new
ids() { grep -oE '"id": ?"?[^",}]+' "$1" | sort -u; }
check 'the old results have ids' test "$(ids /run/results.old | wc -l)" -ge 2
check 'no old result is missing' test -z "$(comm -23 <(ids /run/results.old) <(ids /run/results.new))"
check 'the token keys are the same' cmp /run/keys.old <(touchctl keys)
check 'the old configuration is valid' touchd --check
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
unlock_anna 'an unlock after the upgrade' clerk 0
end
