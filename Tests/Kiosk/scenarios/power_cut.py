"""Twenty power cuts with a drive that loses unflushed writes: nothing acknowledged is lost, except in the control without syncs."""
# seconds: 900
# runs: nightly

import os
import random
import subprocess
import sys
import tempfile
import time
from pathlib import Path

#: Lives of the machine ($KIOSK_CUTS), each ended by a power cut at a random moment.
CUTS = int(os.environ.get("KIOSK_CUTS", 20))
#: The control: without syncs something must be lost within this many cuts, or the rig loses nothing at all.
CONTROL_CUTS = 4
DISK = Path(__file__).resolve().parent.parent / "rig/lossy_disk.py"


def scenario(rig):
    rig.stages.get("installed")  # built before a disk waits for its machine
    seed = random.SystemRandom().randrange(1 << 30)
    rig.say(f"seed {seed}\n")
    lost, promises = lives(rig, seed, CUTS, careless=False)
    if lost:
        raise rig.Failed(f"seed {seed}: {'; '.join(lost)}")
    if sum(line.startswith("enrolled") for line in promises) < CUTS // 2:
        raise rig.Failed(f"only {len(promises)} promises in {CUTS} lives: too few to show anything")
    lost, _ = lives(rig, seed + 1, CONTROL_CUTS, careless=True)
    if not lost:
        raise rig.Failed(f"seed {seed + 1}: the control without syncs lost nothing in {CONTROL_CUTS} cuts")
    rig.say(f"control without syncs: {lost[0]}\n")


def lives(rig, seed, count, careless):
    """Runs `count` lives on one disk; returns what was lost and what was promised."""
    chance = random.Random(seed)
    promises, lost = [], []
    with tempfile.TemporaryDirectory(prefix="touchd-disk.") as folder:
        data = Path(folder) / "data"
        subprocess.run(["truncate", "-s", "48M", data], check=True)
        for life in range(count + 1):
            lines = one_life(rig, folder, data, life, careless, promises, chance, is_last=life == count)
            lost += [line for line in lines if line.startswith("LOST")]
            promises += [line.removeprefix("promise ") for line in lines if line.startswith("promise ")]
            if lost:
                break
    return lost, promises


def one_life(rig, folder, data, life, careless, promises, chance, is_last):
    socket = f"{folder}/disk-{life}"
    drive = subprocess.Popen([sys.executable, "-B", DISK, data, socket, str(chance.randrange(1 << 30))])
    while not Path(socket).exists():
        if drive.poll() is not None:
            raise rig.Failed("the lossy disk does not start")
        time.sleep(0.02)
    # During the enrollment, between it and the first failure, at a failure, or at the end.
    moment, wanted = chance.choice(("cut from here", "promise enrolled", "promise failed")), chance.randrange(1, 4)
    seen = []

    def cut(line):
        seen.append(line)
        if is_last:
            return line.startswith("checked")
        if not line.startswith(moment) or (moment == "promise failed" and not line.endswith(f" {wanted}")):
            return False
        time.sleep(chance.random() * 0.6)
        return True

    try:
        with rig.machine(data=f"nbd+unix:///?socket={socket}") as machine:
            script = f"#!/bin/sh\nexport PYTHONPATH=client\nexec ./power_cycle {life} {int(careless)} {os.urandom(32).hex()}\n"
            machine.send(rig.files(script, promises="".join(line + "\n" for line in promises)))
            status = machine.finish(150, rig.say, cut)
            # Also promises printed before the cut and not yet read.
            seen += machine.new_output().splitlines()
    finally:
        drive.wait(30)
    if status is not None and not any(line.startswith("LOST") for line in seen):
        raise rig.Failed(f"life {life} ended without a cut ({status}): {' | '.join(seen[-5:])}")
    return seen
