#!/usr/bin/python3 -B
"""Runs a command in a namespace of users and mounts whose kernel starts programs of arm64 through QEMU: foreign.py COMMAND…

The machine itself stays as it is (binfmt_misc belongs to a namespace of users, Linux 6.7), and needs to be asked nothing if it
starts such programs already. In the namespace, root is who calls, and who root is."""

import ctypes
import ctypes.util
import os
import subprocess
import sys
from pathlib import Path

#: How the kernel knows programs of arm64; of Debian's qemu-user-static.
KIND = Path("/usr/lib/binfmt.d/qemu-aarch64.conf")
REGISTERED = Path("/proc/sys/fs/binfmt_misc/qemu-aarch64")
NEW_USERS, NEW_MOUNTS = 0x10000000, 0x00020000


def prefix():
    """What goes before a command that starts programs of arm64."""
    return [] if REGISTERED.exists() else [sys.executable, "-B", __file__]


def enter():
    """Unshares users and mounts. A parent has to write which users there are: all of its own."""
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
        sys.exit(f"foreign: no namespace of users: {os.strerror(ctypes.get_errno())}")
    os.write(told, b"1")
    if not os.read(written, 1):
        sys.exit("foreign: the users of the namespace could not be written (root is needed)")
    os.waitpid(writer, 0)
    os.close(told)
    os.close(written)


def main(command):
    if not REGISTERED.exists():
        if not KIND.exists():
            sys.exit("foreign: programs of arm64 cannot be started: qemu-user-static is missing")
        enter()
        subprocess.run(["mount", "-t", "binfmt_misc", "binfmt_misc", REGISTERED.parent], check=True)
        (REGISTERED.parent / "register").write_text(KIND.read_text().strip())
    os.execvp(command[0], command)


if __name__ == "__main__":
    main(sys.argv[1:])
