#!/bin/bash
# Packages go up and back, alone and together: what ran runs, what was stopped stays stopped, patterns and the configuration stay; a purge
# deletes everything.
# seconds: 500
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
with_panel
enroll_anna
units=(touchd touchd-web) sockets=(touchd.socket touchd-monitor.socket touchd-web.socket)
if dpkg-query -W touchd-fleet >/dev/null 2>&1; then
    units+=(touchd-fleet) sockets+=(touchd-operator.socket)
    # Without a server it tries again and again.
    printf '[fleet]\nservers=tls://localhost\nkiosk=lobby\n' >/etc/touchd/touchd.conf.d/fleet.conf
fi
serves_page() { : <>/dev/tcp/127.0.0.1/6080; }
check 'bridge, fleet and socket for commands are started' systemctl enable --now "${units[@]:1}" "${sockets[@]:2}"
check 'the page is served' until_true 10 serves_page

all_run() { ! systemctl is-active "${units[@]}" "${sockets[@]}" | grep -vx active; }
processes() { for unit in "${units[@]}"; do echo "$unit $(pid "$unit")"; done; }
# row FOLDER PACKAGE...: these packages are installed while everything runs. Afterward everything runs, as a new process if it is new.
row() {
    local folder=$1 unit before
    shift
    before=$(processes)
    # shellcheck disable=SC2046 # a package is a word
    check "$folder: $*" dpkg -i $(printf "./$folder/%s[_.]*deb " "$@")
    check 'everything runs' until_true 20 all_run
    check 'the page is served' until_true 10 serves_page
    for unit in "${units[@]}"; do
        # The bridge ends with the socket to which it belongs.
        [[ $unit != touchd-web || " $* " != *' touchd '* ]] || continue
        if [[ " $* " == *" $unit "* ]]; then
            untrue "$unit is a new process" grep -qx "$unit $(pid "$unit")" <(echo "$before")
        else
            check "$unit is the same process" grep -qx "$unit $(pid "$unit")" <(echo "$before")
        fi
    done
}

# touchd goes up alone, while somebody draws.
old=$(pid)
check 'an unlock of anna begins' screen unlock root unlock anna --attempts 1
check 'her finger is on the first node' panel down 0 427,187
apt-get -y install ./next/touchd.deb >/run/upgrade 2>&1 &
upgrade=$!
check 'touchd is upgraded, and waits for her' until_true 60 pgrep -fx 'touchctl drain 30'
for place in 427,400 640,613 640,400 853,613; do panel move 0 $place; done
check 'it is still the old process' test "$(pid)" = "$old"
check 'she lifts her finger' panel up 0
check 'she has passed' finished unlock 0
check 'the upgrade ends' wait $upgrade
check 'the new version is installed' test "$(dpkg-query -W -f '${Version}' touchd)" = 9.9
untrue 'it runs as a new process' test "$(pid)" = "$old"

row next "${units[@]}"
for unit in "${units[@]:1}"; do row packages "$unit"; done
check 'what an operator has started is stopped' systemctl disable --now "${units[@]:1}" "${sockets[@]:2}"
check 'everything is put back' dpkg -i $(printf './packages/%s_*.deb ' "${units[@]}")
untrue 'which starts nothing' systemctl is-active "${units[@]:1}" "${sockets[@]:2}"
check 'the drop-in remains' test -e /etc/touchd/touchd.conf.d/test.conf
check "anna's pattern remains" until_true 10 sh -c 'touchctl users | grep -q anna'
check 'the panel is read again' until_true 10 sh -c 'touchctl devices | grep -q virtual'
unlock_anna 'an unlock begins' root 0

check 'the package is removed' apt-get -y remove touchd
untrue 'the service has stopped' systemctl is-active touchd.service
untrue 'the socket is removed' test -e /run/touchd/touchd.sock
check 'the panel returns to group input' until_true 10 sh -c "[ \"\$(stat -c %G $node)\" = input ]"
check 'the vault remains' test -s /var/lib/touchd/vault.db
check 'the configuration remains' test -e /etc/touchd/touchd.conf.d/test.conf
mkdir -p /var/lib/prometheus/node-exporter
ln -s /run/touchd-metrics/touchd.prom /var/lib/prometheus/node-exporter/touchd.prom
check 'the packages are purged' apt-get -y purge "${units[@]}"
for left in /var/lib/touchd /var/lib/touchd-web /var/lib/touchd-fleet /etc/touchd /etc/credstore.encrypted/touchd-pepper /run/touchd; do
    untrue "$left is deleted" test -e $left
done
untrue 'the link for node_exporter is removed' test -L /var/lib/prometheus/node-exporter/touchd.prom
end
