#!/bin/bash
# A machine with a TPM: the pattern key is bound to it, survives a restart, and is useless once the TPM is another one.
# machine: kitted
# boot: cold
# tpm: yes
# seconds: 600
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
credential=/etc/credstore.encrypted/touchd-pepper
check 'the machine has a TPM' test -c /dev/tpmrm0
if ! restarted; then
    mkdir -p /etc/touchd/touchd.conf.d
    printf '[view]\nsize=%s\n[input]\nallow-provenance=virtual\n[store]\nhash-memory=19MiB\nhash-passes=2\n' $view \
        >/etc/touchd/touchd.conf.d/test.conf
    apt-get -qq update
    check 'the packages are installed with their recommendations' \
        apt-get -qq -y --install-recommends install ./packages/touchd_*.deb ./packages/touchd-sim_*.deb
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
