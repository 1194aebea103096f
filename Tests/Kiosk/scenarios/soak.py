"""Simulated people at an installed machine for an hour, at a human pace: the daemon's use of resources does not grow."""
# runs: nightly

import os
from pathlib import Path

TESTS = Path(__file__).resolve().parents[2]
#: Duration in seconds.
SECONDS = float(os.environ.get("KIOSK_SOAK_SECONDS", "3600"))

SCRIPT = r"""#!/bin/bash
. ./kiosk.sh
check 'missed captchas cause no lockout' \
    sh -c 'printf "[captcha]\nlockout=off\n" >/etc/touchd/touchd.conf.d/soak.conf; systemctl restart touchd.service'
with_panel
pid=$(systemctl show -P MainPID touchd)
mkdir -p /kiosk/out
cd ./soak
PYTHONPATH=. python3 -B people.py --pid "$pid" --seconds @SECONDS@ --samples /kiosk/out/samples @SEED@ 2>&1
status=$?
cd ..
check 'nothing grew, and every action had the expected outcome' test $status = 0
check 'the daemon is the same process' test "$(systemctl show -P MainPID touchd)" = "$pid"
end
"""


def scenario(rig):
    seed = os.environ.get("KIOSK_SOAK_SEED")
    script = SCRIPT.replace("@SECONDS@", f"{SECONDS:g}").replace("@SEED@", f"--seed {seed}" if seed else "")
    with rig.machine() as machine:
        try:
            machine.send(rig.files(script, **{"soak": TESTS / "Soak", "soak/touchd": TESTS.parent / "python/touchd",
                                              **{f"soak/{name}.py": TESTS / f"Outsiders/{name}.py" for name in ("checks", "kiosk")}}))
            # A mostly idle emulated machine uses less than half of a processor.
            if status := machine.finish(300 + SECONDS, rig.say):
                raise rig.Failed(f"exit status {status}")
        finally:
            machine.take_results(rig.results / rig.name)
    print("".join(rig.output[-12:]), end="")
