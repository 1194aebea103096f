#!/bin/bash
# A machine with a TPM: the pattern key is bound to it, survives a restart, and is useless once the TPM is another one.
# boot: cold
# tpm: yes
# seconds: 600
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
credential=/etc/credstore.encrypted/touchd-pepper
check 'the machine has a TPM' test -c /dev/tpmrm0
if ! restarted; then
    recommended() { dpkg-query -W -f '${Recommends}\n' touchd | tr '|,' '\n\n' | while read -r name; do ! apt-cache -q=2 show "$name" 2>/dev/null | grep -q . || echo "$name"; done; }
    # shellcheck disable=SC2046 # a package is a word
    check 'what the package recommends is installed' apt-get -qq -y --install-recommends install $(recommended)
    # As a kiosk from an image, which has no key yet.
    check 'the kiosk is stopped' systemctl stop touchd.socket touchd-monitor.socket touchd.service
    check 'it has nothing of its own any more' touchd --prepare-image
    check 'it is started' systemctl start touchd.socket touchd-monitor.socket touchd.service
    check 'the service is active' until_true 10 systemctl is-active touchd.service
    journalctl -u touchd-pepper.service -o cat | sed 's/^/     /'
    check 'the pattern key is bound to the TPM' \
        sh -c "journalctl -u touchd-pepper.service -o cat | grep -F '$credential: readable with the TPM of this machine'"
    check 'the daemon has it' test -s /run/credentials/touchd.service/touchd-pepper
    check 'no key is stored beside the vault' test ! -e /var/lib/touchd/pepper.key
    with_panel
    enroll_anna
    restart
fi
check 'the service is active' until_true 20 systemctl is-active touchd.service
with_panel
unlock_anna 'an unlock begins' root 0

# TPM2_Clear: from then on all that the TPM derives is that of another one.
clear() {
    python3 -c '
import os, sys
tpm = os.open("/dev/tpmrm0", os.O_RDWR)
os.write(tpm, bytes.fromhex("8002 0000001b 00000126 4000000a 00000009 40000009 0000 00 0000"))
sys.exit(any(os.read(tpm, 64)[6:10]))'
}
check 'the TPM gets another seed' clear
refused 'the credential cannot be decrypted' 'decrypt|TPM' systemd-creds decrypt --name=touchd-pepper "$credential" -
systemctl restart touchd.service
failed() { [[ $(systemctl show -P Result touchd.service) != success ]]; }
check 'the daemon does not start' until_true 20 failed
refused 'calls fail' 'touchctl: ' touchctl status
check "the machine's key alone is not enough" test -s /var/lib/systemd/credential.secret
end
