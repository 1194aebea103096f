"""The kinds of machines and their differences."""

import os
import subprocess
from dataclasses import dataclass, field

import foreign


#: QEMU's processor for amd64: without AVX, which emulation makes slow. KVM may need another one (max,arch-capabilities=off).
CPU = os.environ.get("KIOSK_CPU", "Westmere,+rdrand,+x2apic")


@dataclass(frozen=True)
class Architecture:
    """A machine in terms of Debian and of QEMU."""

    name: str
    qemu: str
    #: QEMU's machine and processor.
    machine: tuple
    console: str
    #: The package that depends on the kernel.
    kernel: str
    #: Further packages needed on the host.
    tools: tuple = ()
    #: Prefix of commands that run the guest's programs on the host.
    prefix: tuple = field(default=())

    def version(self):
        return subprocess.run([self.qemu, "--version"], stdout=subprocess.PIPE).stdout


ARCHITECTURES = {
    "amd64": Architecture("amd64", "qemu-system-x86_64", ("-M", "pc,memory-backend=memory", "-cpu", CPU), "ttyS0",
                          "linux-image-amd64"),
    # The processor of a Raspberry Pi 5 and its pages of 16 KiB: programs that work with them also work with 4 KiB.
    "arm64": Architecture("arm64", "qemu-system-aarch64", ("-M", "virt,memory-backend=memory", "-cpu", "cortex-a76"),
                          "ttyAMA0", "linux-image-arm64-16k", ("qemu-aarch64-static",), tuple(foreign.prefix())),
}
