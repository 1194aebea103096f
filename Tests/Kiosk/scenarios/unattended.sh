#!/bin/bash
# An unattended kiosk: with an invalid file, and with a file of another version, it serves.
# seconds: 400
. ./kiosk.sh
conf=/etc/touchd/touchd.conf.d/test.conf
good=$(cat $conf)
serves() { as clerk touchctl status; }

# Crashes never end it: crashes.sh
check 'the service has no start limit' test "$(systemctl show -P StartLimitIntervalUSec touchd.service)" = 0
check 'nor has the socket' test "$(systemctl show -P StartLimitIntervalUSec touchd.socket)" = 0

# An invalid drop-in: what the daemon says of it is in LastConfigurationTests.
printf '%s\n[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n[unlock]\nmin-dots=many\n' "$good" >$conf
check 'a restart with an invalid file' systemctl restart touchd.service
check 'it serves' until_true 10 serves
check 'the doctor reports it' sh -c "touchctl doctor | grep -F '[configuration_invalid]' | grep -qF '$conf:'"
refused 'a reload fails as long as the file is invalid' '[Jj]ob for touchd.service failed' systemctl reload touchd.service
printf '%s\n[metrics]\nprometheus-file=/run/touchd-metrics/touchd.prom\n' "$good" >$conf
check 'a valid file is reloaded' systemctl reload touchd.service
check 'the metric is 0' until_true 5 grep -qx 'touchd_configuration_problem 0' /run/touchd-metrics/touchd.prom
printf 'nothing\n' >>$conf
check 'an invalid file again' systemctl restart touchd.service
check 'the metric is 1' until_true 10 grep -qx 'touchd_configuration_problem 1' /run/touchd-metrics/touchd.prom
printf '%s\n' "$good" >$conf
check 'a valid file again' systemctl reload touchd.service
check 'entries have explanations in the catalog' sh -c 'journalctl -b -x -u touchd.service | grep -q "Subject: A setting changed"'

# An upgrade with a configuration key that no longer exists
printf '%s\n[captcha]\npalm-distance=7\n' "$good" >$conf
export DEBIAN_FRONTEND=noninteractive
dpkg-deb -R ./packages/touchd_*_"$(dpkg --print-architecture)".deb /run/next
sed -i 's/^Version: .*/Version: 9.9/' /run/next/DEBIAN/control
dpkg-deb -Znone --root-owner-group -b /run/next /run/touchd_next.deb >/dev/null
check 'an upgrade with an unknown key in the configuration' apt-get -y -o Dpkg::Options::=--force-confold install /run/touchd_next.deb
check 'it serves' until_true 10 serves
check 'it warns' log_line 'ignored: .*no key palm-distance'
refused 'touchd --check names it' 'no key palm-distance' touchd --check
end
