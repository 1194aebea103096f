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
    """Unshares users and mounts. The parent has to write the user map, which maps all users to themselves."""
    libc = ctypes.CDLL(ctypes.util.find_library("c"), use_errno=True)
    (ready, told), (written, done) = os.pipe(), os.pipe()
    parent = os.getpid()
    if (writer := os.fork()) == 0:
        os.close(told)
        os.close(written)
        if os.read(ready, 1):
            for name in ("uid_map", "gid_map"):
                ranges = [line.split() for line in Path(f"/proc/self/{name}").read_text().splitlines()]
                Path(f"/proc/{parent}/{name}").write_text("".join(f"{first} {first} {count}\n" for first, _, count in ranges))
            os.write(done, b"1")
        os._exit(0)
    os.close(ready)
    os.close(done)
    if libc.unshare(NEW_USERS | NEW_MOUNTS):
        sys.exit(f"foreign: cannot create a user namespace: {os.strerror(ctypes.get_errno())}")
    os.write(told, b"1")
    if not os.read(written, 1):
        sys.exit("foreign: cannot write the user map (root is needed)")
    os.waitpid(writer, 0)
    os.close(told)
    os.close(written)


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
