"""A machine with a TPM: the pattern key is bound to it, survives a restart, and is useless with another TPM."""
# seconds: 400

import ctypes
import signal
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

HEAD = """#!/bin/bash
. ./kiosk.sh
export DEBIAN_FRONTEND=noninteractive
credential=/etc/credstore.encrypted/touchd-pepper
"""

FIRST = HEAD + r"""
check 'the machine has a TPM' test -c /dev/tpmrm0
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
sync
end
"""

AGAIN = HEAD + r"""
check 'the service is active' until_true 20 systemctl is-active touchd.service
with_panel
unlock_anna 'an unlock begins' root 0
end
"""

ELSEWHERE = HEAD + r"""
check 'the machine has another TPM' test -c /dev/tpmrm0
refused 'the credential cannot be decrypted' 'decrypt|TPM' systemd-creds decrypt --name=touchd-pepper "$credential" -
failed() { [[ $(systemctl show -P Result touchd.service) != success ]]; }
check 'the daemon does not start' until_true 20 failed
refused 'calls fail' 'touchctl: ' touchctl status
check "the machine's key alone is not enough" test -s /var/lib/systemd/credential.secret
end
"""


@contextmanager
def tpm(folder):
    """A software TPM with its state in a folder; yields its control socket."""
    folder.mkdir(exist_ok=True)
    control = folder / "control"
    die = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)
    program = subprocess.Popen(["swtpm", "socket", "--tpm2", "--tpmstate", f"dir={folder}", "--ctrl",
                                f"type=unixio,path={control}"], preexec_fn=die)
    try:
        while not control.exists():
            if program.poll() is not None:
                raise SystemExit("kiosk: swtpm does not start")
            time.sleep(0.02)
        yield control
    finally:
        program.terminate()
        program.wait()
        control.unlink(missing_ok=True)


def scenario(rig):
    home = rig.stages.get("kitted")
    with tempfile.TemporaryDirectory(prefix="touchd-tpm.") as folder:
        folder = Path(folder)
        subprocess.run(["cp", "--reflink=auto", "--sparse=always", home / "root.ext4", folder], check=True)
        for state, script in (("own", FIRST), ("own", AGAIN), ("other", ELSEWHERE)):
            with tpm(folder / state) as control, rig.boot(folder, tpm=control) as machine:
                machine.send(rig.files(script))
                status = machine.finish(400, rig.say)
            if status:
                raise rig.Failed(f"exit status {status}")
