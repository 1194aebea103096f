"""What kinds of machines there are, and what differs between them."""

import os
import subprocess
from dataclasses import dataclass, field

import foreign


#: The processor of amd64, in QEMU's words; under KVM some hosts need another one (max,arch-capabilities=off).
CPU = os.environ.get("KIOSK_CPU", "max")


@dataclass(frozen=True)
class Architecture:
    """A machine in Debian's words, and QEMU's."""

    name: str
    qemu: str
    #: Of QEMU: which machine, with which processor.
    machine: tuple
    console: str
    #: The package that depends on the kernel.
    kernel: str
    #: In a root: the loader of programs, and where libraries lie.
    loader: str
    libraries: str
    #: What else the host needs.
    tools: tuple = ()
    #: Before a command that starts programs of the guest on the host.
    prefix: tuple = field(default=())

    def version(self):
        return subprocess.run([self.qemu, "--version"], stdout=subprocess.PIPE).stdout


ARCHITECTURES = {
    "amd64": Architecture("amd64", "qemu-system-x86_64", ("-M", "pc,memory-backend=memory", "-cpu", CPU), "ttyS0",
                          "linux-image-amd64", "lib64/ld-linux-x86-64.so.2", "usr/lib/x86_64-linux-gnu"),
    # The processor of a Raspberry Pi 5, and pages of 16 KiB as there: what holds with those holds with 4 KiB.
    "arm64": Architecture("arm64", "qemu-system-aarch64", ("-M", "virt,memory-backend=memory", "-cpu", "cortex-a76"),
                          "ttyAMA0", "linux-image-arm64-16k", "lib/ld-linux-aarch64.so.1", "usr/lib/aarch64-linux-gnu",
                          ("qemu-aarch64-static",), tuple(foreign.prefix())),
}
