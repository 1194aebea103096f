"""Builds the guest: a Debian root disk with systemd as PID 1, the stock kernel of the same suite, a small initramfs.

No loop mount, no chroot and no KVM: mmdebstrap creates the root, mke2fs -d the disk. The image contains a repository of the packages
that a guest may install later, so that a running guest needs no network.
"""

import hashlib
import lzma
import os
import re
import shutil
import subprocess
import sys
import tempfile
import zlib
from pathlib import Path

from architecture import ARCHITECTURES

HERE = Path(__file__).resolve().parent
GUEST = HERE.parent / "guest"
DOWNLOADS = str(HERE.parents[2] / "scripts/debian-packages")

#: Installed in the root: a bare server, and Python for the panel by USB gadget.
BASE = "apt systemd systemd-sysv udev dbus kmod procps passwd e2fsprogs python3".split()
#: In the guest's repository: touchd's dependencies, and third-party tools that scenarios compare with it. libnats-dev
#: depends on the library of its suite, whatever its name.
REPOSITORY = (
    "libcairo2 libdeflate0 libevdev2 libgcc-s1 libinih1 libinput10 libinput-bin libjansson4 libmtdev1 libpng16-16 "
    "libsodium23 libsqlite3-0 libstdc++6 libsystemd0 libturbojpeg0 libudev1 libumockdev0 libyaml-0-2 "
    "evemu-tools evtest acl nats-server openssl libnats-dev"
).split()
#: Packages whose names depend on the suite: dependencies of touchd-web and touchd-fleet, and libraries for TPMs.
OF_SUITE = {
    "bookworm": "libwebsockets17 libnats3.4 libtss2-esys-3.0.2-0 libtss2-mu0 libtss2-rc0 libtss2-tctildr0".split(),
    "trixie": "libwebsockets19t64 libtss2-esys-3.0.2-0t64 libtss2-mu-4.0.1-0t64 libtss2-rc0t64 libtss2-tctildr0t64".split(),
}
#: Only partly unpacked: libinput-tools would pull in GTK, and the kernel all drivers.
UNPACKED = ["busybox-static", "libinput-tools"]
#: libinput replay needs the small python3-libevdev and python3-pyudev.
REPLAY = ["python3-libevdev", "python3-pyudev", "python3-yaml"]

#: Drivers in the root: for input, USB, HID, virtual disks and a TPM, and for finding the owner of a connection.
MODULES = """uinput evdev uhid hid hid-generic hid-multitouch usbhid udc-core dummy_hcd configfs libcomposite usb_f_hid
 virtio_pci virtio_blk virtio_console virtio-rng virtio-gpu loop autofs4 overlay inet_diag tcp_diag tpm_tis tpm_crb""".split()
#: Drivers that find the root disk.
EARLY = "virtio_pci virtio_blk crc32c_generic ext4".split()

#: Units that cost seconds under emulation and are not needed.
MASKED = """getty@.service serial-getty@.service getty-static.service systemd-firstboot.service
 systemd-update-utmp.service systemd-update-utmp-runlevel.service systemd-random-seed.service systemd-pstore.service
 systemd-binfmt.service systemd-repart.service systemd-machine-id-commit.service systemd-hwdb-update.service
 systemd-journal-flush.service systemd-pcrphase.service systemd-pcrphase-sysinit.service systemd-journald-audit.socket
 systemd-network-generator.service systemd-tpm2-setup.service systemd-tpm2-setup-early.service
 proc-sys-fs-binfmt_misc.automount sys-fs-fuse-connections.mount dev-hugepages.mount dev-mqueue.mount
 sys-kernel-debug.mount sys-kernel-tracing.mount modprobe@drm.service modprobe@fuse.service
 modprobe@efi_pstore.service systemd-ask-password-wall.path systemd-ask-password-console.path apt-daily.timer
 apt-daily-upgrade.timer dpkg-db-backup.timer fstrim.timer e2scrub_all.timer e2scrub_reap.service man-db.timer
 systemd-tmpfiles-clean.timer remote-fs.target""".split()

TOOLS = "mmdebstrap mke2fs cpio dpkg-deb dpkg-scanpackages ar xz zstd".split()


def path_with_sbin():
    return os.environ["PATH"] + ":/usr/sbin:/sbin"


def missing_tools(architecture):
    """Programs that a run needs and that are not installed."""
    machine = ARCHITECTURES[architecture]
    return [tool for tool in [*TOOLS, machine.qemu, *machine.tools] if not shutil.which(tool, path=path_with_sbin())]


def key(suite, architecture):
    """A hash of the recipe: this file, the files it puts into the guest, the suite, the machine."""
    digest = hashlib.sha256(f"{suite} {ARCHITECTURES[architecture].kernel}".encode())
    for path in [Path(__file__), *sorted(GUEST.iterdir())]:
        digest.update(path.name.encode() + path.read_bytes())
    return digest.hexdigest()[:16]


def run(*command, **options):
    environment = {**os.environ, "PATH": path_with_sbin(), "LC_ALL": "C", **options.pop("env", {})}
    done = subprocess.run([str(word) for word in command], env=environment, text=True, stdout=subprocess.PIPE,
                          stderr=subprocess.STDOUT, **options)
    if done.returncode:
        sys.exit(f"kiosk: {command[0]} failed ({done.returncode})\n{done.stdout[-4000:]}")
    return done.stdout


def sources(suite):
    """The sources of packages: those of the host if it runs the same suite, otherwise the same mirror."""
    codename = re.search(r"VERSION_CODENAME=(\w+)", Path("/etc/os-release").read_text())[1]
    if suite == codename:
        files = [Path("/etc/apt/sources.list"), *sorted(Path("/etc/apt/sources.list.d").glob("*"))]
        texts = {f: f.read_text() for f in files if f.is_file() and f.suffix in (".list", ".sources")}
        return [str(f) for f, text in texts.items() if "debian" in text and codename in text and re.search(r"\bmain\b", text)]
    return [f"deb {run(DOWNLOADS, 'mirror').strip()} {suite} main"]


def apt_options():
    """The options of the host's apt that concern mirrors."""
    return ['--aptopt=Apt::Install-Recommends "false"', *(f"--aptopt={line}" for line in run(DOWNLOADS, "options").splitlines())]


def build(folder, suite, architecture, say):
    """Creates ``vmlinux``, ``initrd.img`` and ``root.ext4`` in a folder."""
    with tempfile.TemporaryDirectory(prefix="touchd-image.") as work:
        work = Path(work)
        work.chmod(0o755)
        fetch(work, suite, architecture, say)
        modules = next((work / "unpacked").glob("linux-image-*")) / "lib/modules"
        if not modules.exists():
            modules = modules.parent.parent / "usr/lib/modules"
        modules = next(modules.iterdir())
        say("kernel, initramfs, disk")
        kernel(work, modules.name, folder / "vmlinux")
        late, early = closure(modules, MODULES + EARLY), closure(modules, EARLY)
        initramfs(work, early, folder / "initrd.img")
        disk(work, architecture, modules, late, folder / "root.ext4")


def fetch(work, suite, architecture, say):
    """Creates the root as a tar, the repository, and downloads of packages that are only unpacked."""
    (work / "unpacked").mkdir()
    say(f"packages of {suite} for {architecture}")
    skipped = ["doc", "man", "locale", "i18n", "info"]
    download(work, suite, architecture, REPOSITORY + REPLAY + OF_SUITE.get(suite, []), [
        "--format=tar", *[f"--dpkgopt=path-exclude=/usr/share/{name}/*" for name in skipped],
        "--dpkgopt=path-include=/usr/share/man/man*/touch*", "--dpkgopt=path-include=/usr/share/doc/touchd*",
        f"--include={','.join(BASE)}"], work / "root.tar", f"""
kernel=$(apt-cache depends {ARCHITECTURES[architecture].kernel} | sed -n 's/^ *Depends: *\\(linux-image-[0-9][^ ]*\\)$/\\1/p' | head -n 1)
apt-get download "$kernel" {' '.join(UNPACKED)} >/dev/null
""")
    for package in (work / "downloads").glob("*.deb"):
        run("dpkg-deb", "-x", package, work / "unpacked" / package.name.split("_")[0])


def download(work, suite, architecture, names, options, root, commands=""):
    """Puts packages of a suite and their dependencies into the folder ``repository``, with an index; ``commands`` download into
    ``downloads``."""
    for name in ("downloads", "repository"):
        (work / name).mkdir()
        (work / name).chmod(0o777)
    hook = work / "hook"
    hook.write_text(f"""#!/bin/sh
set -e
export APT_CONFIG="$MMDEBSTRAP_APT_CONFIG"
cd {work}/downloads{commands}
apt-get -y --download-only install {' '.join(names)} >/dev/null
mv "$1"/var/cache/apt/archives/*.deb {work}/repository/
""")
    hook.chmod(0o755)
    run(*ARCHITECTURES[architecture].prefix, "mmdebstrap", "--quiet", "--skip=check/qemu", f"--architectures={architecture}",
        "--variant=essential", *apt_options(), *options, f"--customize-hook={hook}", suite,
        root, *sources(suite))
    for package in (work / "repository").glob("*.deb"):
        recompress(package, work)
    index = run("dpkg-scanpackages", "--multiversion", ".", cwd=work / "repository")
    index = "".join(line + "\n" for line in index.splitlines() if not line.startswith("dpkg-scanpackages:"))
    (work / "repository/Packages").write_text(index)


def recompress(package, work):
    """Compresses a package with zstd, because unpacking xz takes long under emulation."""
    names = run("ar", "t", package).split()
    if names[-1] != "data.tar.xz":
        return
    run("bash", "-o", "pipefail", "-c", 'ar p "$0" data.tar.xz | xz -dc | zstd -q -f -o data.tar.zst', package, cwd=work)
    run("ar", "dD", package, names[-1])
    run("ar", "rcD", package, work / "data.tar.zst")


def repository(names, suite, architecture, target):
    """A disk with packages of a suite and their dependencies, for guests without network."""
    with tempfile.TemporaryDirectory(prefix="touchd-image.") as work:
        work = Path(work)
        work.chmod(0o755)
        download(work, suite, architecture, names, ["--format=null"], "-")
        file_system(work / "repository", target, "kiosk-data", 16)


def file_system(folder, target, label, spare):
    """A disk with the contents of a folder and some free space in megabytes."""
    size = int(run("du", "-sm", "--apparent-size", folder).split()[0]) * 12 // 10 + spare
    run("mke2fs", "-q", "-t", "ext4", "-b", "4096", "-L", label, "-m", "0", "-E",
        "lazy_itable_init=0,lazy_journal_init=0", "-d", folder, target, f"{size}M")


def kernel(work, version, target):
    """Unpacks the kernel: QEMU starts an ELF file at once, whereas unpacking under emulation takes seconds."""
    image = next((work / "unpacked").glob(f"linux-image-*/boot/vmlinuz-{version}"))
    data = image.read_bytes()
    if data[56:60] == b"ARM\x64":  # already the format that QEMU accepts
        target.write_bytes(data)
        return
    for magic, unpack in (
            (b"\xfd7zXZ\x00", lambda part: lzma.LZMADecompressor().decompress(part)),
            # Data after the frame does not belong to it: zstd reports an error after it has written the kernel.
            (b"\x28\xb5\x2f\xfd", lambda part: subprocess.run(["zstd", "-dqc"], input=part, stdout=subprocess.PIPE,
                                                              stderr=subprocess.DEVNULL).stdout),
            (b"\x1f\x8b\x08", lambda part: zlib.decompressobj(31).decompress(part))):
        place = data.find(magic)
        while place >= 0:
            try:
                plain = unpack(data[place:])
            except (lzma.LZMAError, zlib.error, OSError):
                plain = b""
            if plain[:4] == b"\x7fELF":
                target.write_bytes(plain)
                return
            place = data.find(magic, place + 1)
    sys.exit("kiosk: no ELF file in the kernel (unknown compression?)")


def closure(modules, names):
    """The files of modules and their dependencies, in loading order."""
    normal = lambda name: name.replace("-", "_")
    files = {normal(path.name.split(".ko")[0]): path for path in (modules / "kernel").rglob("*.ko*")}
    order = []

    def visit(name):
        path = files.get(normal(name))
        if path is None or path in order:
            return
        text = b"\0" + module_bytes(path)
        needed = re.search(rb"\0depends=([^\0]*)\0", text)
        soft = b" ".join(re.findall(rb"\0softdep=pre: ([^\0]*)\0", text))
        for other in (needed[1] if needed else b"").split(b",") + soft.split():
            visit(other.decode())
        order.append(path)

    for name in names:
        visit(name)
    return order


def module_bytes(path):
    data = path.read_bytes()
    return lzma.decompress(data) if path.suffix == ".xz" else data


def busybox(work):
    return next(path for path in (work / "unpacked/busybox-static").rglob("busybox") if path.is_file() and
                path.parent.name == "bin")


def initramfs(work, early, target):
    root = work / "initramfs"
    for name in ("bin", "modules", "proc", "sys", "dev", "root"):
        (root / name).mkdir(parents=True)
    shutil.copy(busybox(work), root / "bin/busybox")
    for number, path in enumerate(early):
        (root / f"modules/{number:02}-{path.name.split('.ko')[0]}.ko").write_bytes(module_bytes(path))
    shutil.copy(GUEST / "initramfs-init", root / "init")
    (root / "init").chmod(0o755)
    names = "\n".join(sorted(str(path.relative_to(root)) for path in root.rglob("*")))
    run("sh", "-c", f"printf '%s\\n' \"$1\" | cpio --quiet --reproducible -o -H newc -R 0:0 >'{target}'", "sh", names,
        cwd=root)


def disk(work, architecture, modules, late, target):
    """Arranges everything in a folder and creates the disk from it, as root or under fakeroot."""
    script = work / "disk.py"
    script.write_text(f"import sys; sys.path.insert(0, {str(HERE)!r}); import image; from pathlib import Path as P\n"
                      f"image.lay_out(P({str(work)!r}), {architecture!r}, P({str(modules)!r}),"
                      f" {[str(p) for p in late]!r}, P({str(target)!r}))\n")
    run(*([] if os.getuid() == 0 else ["fakeroot"]), sys.executable, "-B", script)


def lay_out(work, architecture, modules, late, target):
    root = work / "root"
    root.mkdir()
    run("tar", "-x", "-C", root, "--numeric-owner", "--exclude=./dev/*", "-f", work / "root.tar")
    library = root / "usr/lib/modules" / modules.name
    for path in map(Path, late):
        place = library / path.relative_to(modules)
        place = place.with_name(place.name.split(".ko")[0] + ".ko")
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(module_bytes(path))
    for name in ("modules.builtin", "modules.builtin.modinfo", "modules.order"):
        shutil.copy(modules / name, library / name)
    # Runs the guest's depmod through the guest's loader, which needs no chroot.
    machine = ARCHITECTURES[architecture]
    run(*machine.prefix, root / machine.loader, "--library-path", root / machine.libraries, "--argv0", "depmod",
        root / "usr/bin/kmod", "-b", root, modules.name)

    shutil.copytree(work / "repository", root / "kiosk/repository")
    (root / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/kiosk/repository ./\n")
    shutil.rmtree(root / "etc/apt/sources.list.d", ignore_errors=True)
    (root / "etc/apt/apt.conf.d/90kiosk").write_text('APT::Install-Recommends "false";\n')
    tools = work / "unpacked/libinput-tools/usr"
    shutil.copy(tools / "bin/libinput", root / "usr/bin/libinput")
    (root / "usr/libexec/libinput").mkdir(parents=True, exist_ok=True)
    for name in ("debug-events", "list-devices", "quirks", "record", "replay"):
        shutil.copy(tools / f"libexec/libinput/libinput-{name}", root / "usr/libexec/libinput")
    shutil.copy(busybox(work), root / "usr/bin/busybox")

    (root / "kiosk/bin").mkdir()
    for path in GUEST.iterdir():
        if path.name not in ("initramfs-init", "kiosk-agent.service"):
            shutil.copy(path, root / "kiosk/bin" / path.name)
            (root / "kiosk/bin" / path.name).chmod(0o755)
    units = root / "etc/systemd/system"
    shutil.copy(GUEST / "kiosk-agent.service", units)
    (units / "multi-user.target.wants").mkdir(exist_ok=True)
    (units / "multi-user.target.wants/kiosk-agent.service").symlink_to("../kiosk-agent.service")
    (units / "default.target").unlink(missing_ok=True)
    (units / "default.target").symlink_to("/usr/lib/systemd/system/multi-user.target")
    for unit in MASKED:
        (units / unit).unlink(missing_ok=True)
        (units / unit).symlink_to("/dev/null")
    for name, text in (
            ("systemd/journald.conf.d/kiosk.conf", "[Journal]\nStorage=volatile\nRateLimitBurst=0\n"),
            ("systemd/system.conf.d/kiosk.conf", "[Manager]\nDefaultTimeoutStartSec=60s\nDefaultTimeoutStopSec=20s\n"),
            ("machine-id", "746f75636864006b696f736b00000001\n"), ("hostname", "kiosk\n"),
            ("fstab", "LABEL=kiosk-root / ext4 defaults,noatime 0 0\n"), ("resolv.conf", "")):
        path = root / "etc" / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.unlink(missing_ok=True)
        path.write_text(text)
    for name in ("var/cache/apt", "var/lib/apt/lists"):
        shutil.rmtree(root / name, ignore_errors=True)
        (root / name).mkdir(parents=True)
    (root / "etc/apt/apt.conf.d/99mmdebstrap").unlink(missing_ok=True)
    file_system(root, target, "kiosk-root", 512)
