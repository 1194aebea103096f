#!/bin/bash
# touchd-fleet as its package has it: results, health, commands and bundles, through a restart of the socket and a bad file; purge.
# seconds: 600
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
if ! dpkg-query -W touchd-fleet >/dev/null 2>&1; then
    echo '     not tried: touchd-fleet goes with the libnats of the suite that it was built on'
    end
fi
check 'a server, and what makes certificates' apt-get -qq -y install nats-server openssl
grep -qs localhost /etc/hosts || echo '127.0.0.1 localhost' >>/etc/hosts
# As an operator sees the fleet
console() { touchctl fleet --config /run/console.conf "$@"; }
results() { console --json results | grep -c '"type":"result"'; }
stored() { [[ $(results) -gt $1 ]]; }
health() { console --json status | grep -E -- "$1"; }
pid() { systemctl show -P MainPID touchd-fleet; }

# Certificates
mkdir -p /etc/nats /run/pki
issue() {
    openssl req -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -subj "/CN=$1" -keyout "/run/pki/$1.key" -out "/run/pki/$1.csr" &&
        openssl x509 -req -in "/run/pki/$1.csr" -CA /run/pki/ca.pem -CAkey /run/pki/ca.key -CAcreateserial -days 800 \
            -extfile <(printf '%b' "$2") -out "/run/pki/$1.pem"
}
check 'an authority' openssl req -x509 -newkey ec -pkeyopt ec_paramgen_curve:prime256v1 -nodes -days 3650 -subj /CN=fleet \
    -keyout /run/pki/ca.key -out /run/pki/ca.pem
check 'a certificate of the server' issue nats1 'subjectAltName=DNS:localhost\nextendedKeyUsage=serverAuth,clientAuth'
for name in lobby console; do check "a certificate of $name" issue $name 'extendedKeyUsage=clientAuth'; done
install -m 640 -g nats /run/pki/{ca.pem,nats1.pem,nats1.key} /etc/nats
install -m 640 -g touchd-fleet /run/pki/ca.pem /etc/touchd/fleet/
install -m 640 -g touchd-fleet /run/pki/lobby.pem /etc/touchd/fleet/certificate.pem
install -m 640 -g touchd-fleet /run/pki/lobby.key /etc/touchd/fleet/key.pem

# The server, as the guide has it
mkdir -p /etc/systemd/system/nats-server.service.d
printf '[Service]\nStateDirectory=nats\n' >/etc/systemd/system/nats-server.service.d/state.conf
cat >/etc/nats-server.conf <<'CONF'
server_name: nats1
listen: 127.0.0.1:4222
tls { cert_file: /etc/nats/nats1.pem, key_file: /etc/nats/nats1.key, ca_file: /etc/nats/ca.pem, verify_and_map: true, timeout: 30 }
jetstream { store_dir: /var/lib/nats, max_file_store: 50MB }
authorization { timeout: 30, users: [
  { user: "CN=console", permissions: { publish: ["$JS.API.>", "$JS.FC.>", "$JS.ACK.>", "touchd.v1.*.do"], subscribe: ["_INBOX_console.>"] } }
  { user: "CN=lobby", permissions: {
      publish: ["touchd.v1.lobby.*", "$KV.touchd.lobby.*",
                "$JS.API.DIRECT.GET.TOUCHD_RESULTS.touchd.v1.lobby.*", "$JS.API.DIRECT.GET.TOUCHD_DURESS.touchd.v1.lobby.duress"],
      subscribe: ["_INBOX_lobby.>", "touchd.v1.lobby.do"], allow_responses: { max: 1, expires: "2m" } } }
] }
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
check 'the streams are made' until_true 30 console setup

# The kiosk
check 'a panel' virtual_panel
check 'is seen' log_line 'panel 1: .*, virtual'
check 'anna enrolls' screen enroll root enroll anna
check 'she draws' panel pattern 1-4-8-5-9 in $frame
check 'it was heard' until_line /run/enroll 'draw it again to confirm'
check 'once more' panel pattern 1-4-8-5-9 in $frame
check 'enrolled' finished enroll 0
cat >/etc/touchd/touchd.conf.d/fleet.conf <<'CONF'
[access]
group-backend=touchd-fleet
[fleet]
servers=tls://localhost
kiosk=lobby
interval=5s
CONF
check 'touchd knows the role' touchctl reload
check 'certificates and rights are right' runuser -u touchd-fleet -- touchd-fleet --check
untrue 'it does not run yet' systemctl is-active touchd-fleet.service
check 'enabled' systemctl enable --now touchd-fleet.service
check 'the enrollment arrives' until_true 60 stored 0
check 'so does health' until_true 60 health '"touchd":"up"'
check 'with what the doctor found, whose program the sandbox lets run' until_true 60 health '"findings":\['
check 'as a user of its own' test "$(stat -c %U /proc/"$(pid)")" = touchd-fleet
check 'as an observer of everything, no more' sh -c 'getfacl -cp /run/touchd/touchd.sock | grep -qx user:touchd-fleet:rw-'
refused 'it opens no panel' 'Permission denied|Operation not permitted' as touchd-fleet dd if="$node" of=/dev/null count=0

# The socket
check 'the socket is made again' systemctl restart touchd.socket
check 'the list of who may open it is back' sh -c 'getfacl -cp /run/touchd/touchd.sock | grep -qx user:touchd-fleet:rw-'
check 'touchd serves' until_true 20 touchctl status
count=$(results)
check 'a result' touchctl disable anna
check 'arrives' until_true 60 stored "$count"
mv /usr/bin/setfacl /usr/bin/setfacl.away
check 'where setfacl fails, the socket starts' systemctl restart touchd.socket
check 'and touchd serves' until_true 20 touchctl status
mv /usr/bin/setfacl.away /usr/bin/setfacl
systemctl restart touchd.socket

# Commands, in the sandbox of touchd-operator
cd /run
check 'a key of commands' touchctl fleet key /run/fleet.key
install -m 644 /run/fleet.key.pub /etc/touchd/
printf '[access]\ngroup-operator=touchd-operator\n[fleet]\ncommand-key=/etc/touchd/fleet.key.pub\n' >/etc/touchd/touchd.conf.d/operator.conf
check 'who carries them out listens' systemctl enable --now touchd-operator.socket
check 'touchd knows that role' touchctl reload
check 'touchd-fleet subscribes' systemctl restart touchd-fleet.service
order() { console --key /run/fleet.key do lobby -- "$@"; }
check 'anna is enabled from afar' until_true 30 order enable anna
check 'and disabled' order disable anna
check 'and asked for a new enrollment' order ask-enroll berta
check 'which is listed' sh -c 'touchctl users | grep -q berta'
check 'a bundle is made and stored' order bundle
check 'it is fetched and has the right hash' console bundle lobby --output /run/bundle.tar.gz
for part in doctor journal devices; do
    check "it has the part $part" sh -c "tar -tzf /run/bundle.tar.gz | grep -q $part"
done
check 'the journal was read' sh -c 'tar -xzOf /run/bundle.tar.gz --wildcards "*journal" | grep -q "panel 1"'
untrue 'it names nobody' sh -c 'tar -xzOf /run/bundle.tar.gz | grep -aq -e anna -e berta'
check 'a token' sh -c 'touchctl fleet --config /run/console.conf --key /run/fleet.key sign lobby -- reload >/run/token'
check 'is carried out' console --token /run/token do
refused 'once' 'used before' console --token /run/token do
cd "$OLDPWD"

# A bad drop-in
wrong=/etc/touchd/touchd.conf.d/wrong.conf
printf '[fleet]\ninterval=soon\n' >$wrong
check 'a restart with a bad file' systemctl restart touchd-fleet.service
check 'it runs' until_true 20 systemctl is-active touchd-fleet.service
check 'health says where the fault is' until_true 60 health "\"configurationProblem\":\"$wrong:2\""
count=$(results)
check 'a result' until_true 20 touchctl enable anna
check 'arrives' until_true 60 stored "$count"
refused 'touchd-fleet --check names it' "$wrong:2" touchd-fleet --check
rm $wrong
old=$(pid)
check 'it is killed' kill -KILL "$old"
again() { [[ $(pid) != 0 && $(pid) != "$old" ]]; }
check 'and comes back' until_true 30 again
ended() { [[ -n $(health '"touchd":"up"') && -z $(health configurationProblem) ]]; }
check 'with a good file nothing is wrong' until_true 60 ended
check 'nothing is missing, nothing there twice' console verify
check 'the console says who is not well, by its status alone' sh -c 'touchctl fleet --config /run/console.conf; [ $? -le 1 ]'

# Purge
check 'purged' apt-get -y purge touchd-fleet
untrue 'no cursor, no key of pseudonyms' test -e /var/lib/touchd-fleet
untrue 'no service' systemctl is-active touchd-fleet.service
check 'the certificates are the administrator'"'"'s' test -e /etc/touchd/fleet/key.pem
check 'the socket without it' systemctl restart touchd.socket
check 'touchd serves' until_true 20 touchctl status
end
