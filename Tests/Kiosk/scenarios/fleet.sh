#!/bin/bash
# touchd-fleet as packaged: results, health, commands and bundles, also after a restart of the socket and with an invalid file; purge.
# seconds: 600
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
if ! dpkg-query -W touchd-fleet >/dev/null 2>&1; then
    echo '     skipped: touchd-fleet needs the libnats of the suite on which it was built'
    end
fi
check 'nats-server and openssl are installed' apt-get -qq -y install nats-server openssl
grep -qs localhost /etc/hosts || echo '127.0.0.1 localhost' >>/etc/hosts
# The operator's view of the fleet
console() { touchctl fleet --config /run/console.conf "$@"; }
results() { console --json results | grep -c '"type":"result"'; }
stored() { [[ $(results) -gt $1 ]]; }
health() { console --json status | grep -E -- "$1"; }

# Certificates and permissions, by the example
job=$PWD
mkdir -p /etc/nats /run/pki
authority() { (cd /run/pki && sh "$job/authority" "$@"); }
check 'a certificate authority is created' authority create
check "the server's certificate is issued" authority server nats1 localhost
check 'those of the kiosk and of the console are issued' authority issue lobby console
authority rights lobby >/run/pki/kiosks.conf
install -m 640 -g nats /run/pki/{ca.pem,nats1.pem,nats1.key,kiosks.conf} /etc/nats
install -m 640 -g touchd-fleet /run/pki/ca.pem /etc/touchd/fleet/
install -m 640 -g touchd-fleet /run/pki/lobby.pem /etc/touchd/fleet/certificate.pem
install -m 640 -g touchd-fleet /run/pki/lobby.key /etc/touchd/fleet/key.pem

# The server, configured as in the guide
mkdir -p /etc/systemd/system/nats-server.service.d
printf '[Service]\nStateDirectory=nats\n' >/etc/systemd/system/nats-server.service.d/state.conf
cat >/etc/nats-server.conf <<'CONF'
server_name: nats1
listen: 127.0.0.1:4222
tls { cert_file: /etc/nats/nats1.pem, key_file: /etc/nats/nats1.key, ca_file: /etc/nats/ca.pem, verify_and_map: true, timeout: 30 }
jetstream { store_dir: /var/lib/nats, max_file_store: 50MB }
authorization { timeout: 30, include nats/kiosks.conf }
CONF
systemctl daemon-reload
check 'the server starts' systemctl restart nats-server.service
cat >/run/console.conf <<'CONF'
[fleet]
servers=tls://localhost
kiosk=console
ca=/run/pki/ca.pem
certificate=/run/pki/console.pem
key=/run/pki/console.key
CONF
check 'the streams are created' until_true 30 console --store 50MB setup

# The kiosk
with_panel
enroll_anna
cat >/etc/touchd/touchd.conf.d/fleet.conf <<'CONF'
[access]
group-backend=touchd-fleet
[fleet]
servers=tls://localhost
kiosk=lobby
interval=5s
CONF
check 'touchd applies the role' touchctl reload
check 'certificates and permissions are correct' runuser -u touchd-fleet -- touchd-fleet --check
untrue 'it does not run yet' systemctl is-active touchd-fleet.service
check 'it is enabled' systemctl enable --now touchd-fleet.service
check 'the enrollment arrives' until_true 60 stored 0
check 'health arrives' until_true 60 health '"touchd":"up"'
check "with the doctor's findings, which the sandbox allows to run" until_true 60 health '"findings":\['
check 'it runs as its own user' test "$(stat -c %U /proc/"$(pid touchd-fleet)")" = touchd-fleet
check 'the access list of the socket names it' sh -c 'getfacl -cp /run/touchd/touchd.sock | grep -qx user:touchd-fleet:rw-'
refused 'it opens no panel' 'Permission denied|Operation not permitted' as touchd-fleet dd if="$node" of=/dev/null count=0

# The socket
check 'the socket is restarted' systemctl restart touchd.socket
check 'its access list is restored' sh -c 'getfacl -cp /run/touchd/touchd.sock | grep -qx user:touchd-fleet:rw-'
check 'touchd serves' until_true 20 touchctl status
count=$(results)
check 'a result is stored' touchctl disable anna
check 'it arrives' until_true 60 stored "$count"
mv /usr/bin/setfacl /usr/bin/setfacl.away
check 'the socket starts even if setfacl fails' systemctl restart touchd.socket
check 'and touchd serves' until_true 20 touchctl status
mv /usr/bin/setfacl.away /usr/bin/setfacl
systemctl restart touchd.socket

# Commands, in touchd-operator's sandbox
cd /run
check 'a command key is created' touchctl fleet key /run/fleet.key
install -m 644 /run/fleet.key.pub /etc/touchd/
printf '[access]\ngroup-operator=touchd-operator\n[fleet]\ncommand-key=/etc/touchd/fleet.key.pub\n' >/etc/touchd/touchd.conf.d/operator.conf
check 'the operator socket is enabled' systemctl enable --now touchd-operator.socket
check 'touchd applies that role' touchctl reload
check 'touchd-fleet subscribes' systemctl restart touchd-fleet.service
order() { console --key /run/fleet.key do lobby -- "$@"; }
check 'a command enables anna' until_true 30 order enable anna
check 'a command disables anna' order disable anna
check 'a command requests an enrollment' order ask-enroll berta
check 'a command creates and stores a bundle' order bundle
check 'the bundle is fetched and has the right hash' console bundle lobby --output /run/bundle.tar.gz
check 'it contains journal entries' sh -c 'tar -xzOf /run/bundle.tar.gz --wildcards "*journal" | grep -q "panel 1"'
cd "$OLDPWD"

# An invalid drop-in
wrong=/etc/touchd/touchd.conf.d/wrong.conf
printf '[fleet]\ninterval=soon\n' >$wrong
check 'a restart with an invalid file' systemctl restart touchd-fleet.service
check 'it runs' until_true 20 systemctl is-active touchd-fleet.service
check 'health names file and line' until_true 60 health "\"configurationProblem\":\"$wrong:2\""
count=$(results)
check 'a result is stored' until_true 20 touchctl enable anna
check 'it arrives' until_true 60 stored "$count"
refused 'touchd-fleet --check names it' "$wrong:2" touchd-fleet --check
rm $wrong
old=$(pid touchd-fleet)
check 'it is killed' kill -KILL "$old"
again() { [[ $(pid touchd-fleet) != 0 && $(pid touchd-fleet) != "$old" ]]; }
check 'and is restarted' until_true 30 again
ended() { [[ -n $(health '"touchd":"up"') && -z $(health configurationProblem) ]]; }
check 'with a valid file health reports no problem' until_true 60 ended

# Purge
check 'the package is purged' apt-get -y purge touchd-fleet
untrue 'cursor and pseudonym key are deleted' test -e /var/lib/touchd-fleet
untrue 'the service has stopped' systemctl is-active touchd-fleet.service
check "the administrator's certificates remain" test -e /etc/touchd/fleet/key.pem
check 'the socket restarts without it' systemctl restart touchd.socket
check 'touchd serves' until_true 20 touchctl status
end
