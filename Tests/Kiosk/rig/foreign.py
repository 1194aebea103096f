#!/usr/bin/python3 -B
"""Runs a command in a user and mount namespace in which arm64 programs run through QEMU: foreign.py COMMAND…

The host itself is not changed (since Linux 6.7, binfmt_misc belongs to a user namespace). Not needed if the host already runs such
programs. Users keep their ids in the namespace."""

import ctypes
import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

#: How the kernel recognizes arm64 programs; from Debian's qemu-user-static.
KIND = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
REGISTERED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
NEW_USERS, NEW_MOUNTS = 0x10000000, 0x00020000


def prefix():
    """The prefix of a command that runs arm64 programs."""
    return [] if REGISTERED.exists() else [sys.executable, "-B", __file__]


def enter():
    """Unshares users and mounts. A process that stays outside writes the user map, which maps all users to themselves."""
    maps = "read -r _ && for name in uid_map gid_map; do awk '{ print $1, $1, $3 }' /proc/self/$name >/proc/$PPID/$name || exit; done"
    writer = subprocess.Popen(["sh", "-c", maps], stdin=subprocess.PIPE)
    libc = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
    if libc.unshare(NEW_USERS | NEW_MOUNTS):
        sys.exit(f"foreign: cannot create a user namespace: {os.strerror(ctypes.get_errno())}")
    writer.communicate(b"\n")
    if writer.returncode:
        sys.exit("foreign: cannot write the user map (root is needed)")


def main(command):
    if not REGISTERED.exists():
        if not KIND.exists():
            sys.exit("foreign: cannot run arm64 programs (install qemu-user-static)")
        enter()
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", REGISTERED.parent], check=True)
        (REGISTERED.parent / "register").write_text(KIND.read_text().strip())
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
