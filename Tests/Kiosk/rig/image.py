"""Builds the guest: a Debian root disk with systemd as PID 1, and the kernel and initramfs of the same suite.

No loop mount, no chroot and no KVM: mmdebstrap creates the root, mke2fs -d the disk. The image contains a repository of the packages
that a guest may install later, so that a running guest needs no network.
"""

import hashlib
import os
import re
import shutil
import subprocess
import sys
import tempfile
from pathlib import Path

from architecture import ARCHITECTURES

HERE = Path(__file__).resolve().parent
GUEST = HERE.parent / "guest"
DOWNLOADS = str(HERE.parents[2] / "scripts/debian-packages")

#: Installed in the root: a bare server, its kernel, and Python for the panel by USB gadget.
BASE = "apt systemd systemd-sysv udev dbus kmod procps passwd e2fsprogs python3 initramfs-tools libpam-systemd".split()
#: Third-party programs that scenarios compare with touchd, and the libraries that its packages depend on. The scenario "install" starts
#: without them.
KIT = """evtest evemu-tools libcairo2 libdeflate0 libgcc-s1 libinih1 libinput10 libjansson4 libpng16-16 libsodium23 libsqlite3-0 libstdc++6
 libturbojpeg0 libumockdev0 libyaml-0-2 acl $(apt-cache pkgnames libwebsockets1) $(apt-cache pkgnames libnats | grep -v dev)"""
#: In the guest's repository, beside those: libnats-dev depends on the library of its suite, whatever its name.
REPOSITORY = "libevdev2 libinput-bin libmtdev1 libsystemd0 libudev1 nats-server openssl libnats-dev".split()
#: Packages whose names depend on the suite: dependencies of touchd-web and touchd-fleet, and libraries for TPMs.
OF_SUITE = {
    "bookworm": "libwebsockets17 libnats3.4 libtss2-esys-3.0.2-0 libtss2-mu0 libtss2-rc0 libtss2-tctildr0".split(),
    "trixie": "libwebsockets19t64 libtss2-esys-3.0.2-0t64 libtss2-mu-4.0.1-0t64 libtss2-rc0t64 libtss2-tctildr0t64".split(),
}
#: Drivers in the root, by how their paths begin: for input, USB, HID, virtual disks, a screen, a TPM, and for finding the owner of a
#: connection. All others would be found and loaded at each boot.
DRIVERS = """crypto/ lib/ fs/ext4/ fs/jbd2/ fs/mbcache fs/configfs/ fs/autofs/ fs/overlayfs/ net/ipv4/ drivers/block/loop drivers/block/virtio_blk
 drivers/char/hw_random/ drivers/char/tpm/ drivers/char/virtio_console drivers/hid/ drivers/input/evdev drivers/input/misc/uinput drivers/usb/
 drivers/virtio/ drivers/gpu/drm/drm drivers/gpu/drm/virtio/ drivers/media/cec/ drivers/media/rc/rc-core drivers/video/fbdev/core/""".split()
#: Those of the initramfs, which find the root disk.
EARLY = "virtio_pci virtio_blk crc32c_generic ext4"

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

TOOLS = "mmdebstrap mke2fs dpkg-deb dpkg-scanpackages ar xz zstd".split()


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
    """Creates ``vmlinuz``, ``initrd.img`` and the disks ``bare.ext4`` and ``kitted.ext4``, which has the kit, in a folder."""
    with tempfile.TemporaryDirectory(prefix="touchd-image.") as work:
        work = Path(work)
        work.chmod(0o755)
        say(f"packages of {suite} for {architecture}")
        skipped = [f"/usr/share/{name}/*" for name in ("doc", "man", "locale", "i18n", "info")] + ["*/modules/*/kernel/*"]
        kept = ["/usr/share/man/man*/touch*", "/usr/share/doc/touchd*", *(f"*/modules/*/kernel/{path}*" for path in DRIVERS)]
        download(work, suite, architecture, [KIT.replace(chr(10), ""), *REPOSITORY, *OF_SUITE.get(suite, [])], [
            "--format=tar", *(f"--dpkgopt=path-exclude={path}" for path in skipped), *(f"--dpkgopt=path-include={path}" for path in kept),
            f"--include={','.join([*BASE, ARCHITECTURES[architecture].kernel])}"], work / "kitted.tar", f"""
printf '%s\\n' {EARLY} >>"$1/etc/initramfs-tools/modules"
echo MODULES=list >"$1/etc/initramfs-tools/conf.d/kiosk"
chroot "$1" update-initramfs -u
tar -C "$1" --one-file-system --exclude='./dev/*' --exclude='./proc/*' --exclude='./sys/*' -cf {work}/bare.tar .
""", f"""
apt-get -y -o Dpkg::Chroot-Directory="$1" install {KIT.replace(chr(10), "")} >/dev/null
""")
        say("disks")
        run(*([] if os.getuid() == 0 else ["fakeroot"]), sys.executable, "-B", __file__, work, folder)


def download(work, suite, architecture, names, options, root, before="", after=""):
    """Puts packages of a suite and their dependencies into the folder ``repository``, with an index; commands change the root before and
    after that."""
    (work / "repository").mkdir()
    (work / "repository").chmod(0o777)
    hook = work / "hook"
    hook.write_text(f"""#!/bin/sh
set -e
{before}
export APT_CONFIG="$MMDEBSTRAP_APT_CONFIG"
apt-get -y --download-only install {' '.join(names)} >/dev/null
cp "$1"/var/cache/apt/archives/*.deb {work}/repository/
{after}
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
    """Compresses a package with zstd, because unpacking xz takes long under emulation. Returns its path."""
    names = run("ar", "t", package).split()
    if names[-1] != "data.tar.xz":
        return package
    run("bash", "-o", "pipefail", "-c", 'ar p "$0" data.tar.xz | xz -dc | zstd -q -f -o data.tar.zst', package, cwd=work)
    run("ar", "dD", package, names[-1])
    run("ar", "rcD", package, work / "data.tar.zst")
    return package


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


def lay_out(work, folder, kind):
    """Arranges everything and creates a disk from it, as root or under fakeroot."""
    root = work / kind
    root.mkdir()
    run("tar", "-x", "-C", root, "--numeric-owner", "--exclude=./dev/*", "-f", work / f"{kind}.tar")
    # While its hooks run, mmdebstrap keeps services from starting and stopping.
    (root / "usr/sbin/policy-rc.d").unlink(missing_ok=True)
    for real in root.glob("usr/sbin/*.REAL"):
        real.rename(real.with_suffix(""))
    for name in ("vmlinuz", "initrd.img"):
        shutil.move(next((root / "boot").glob(f"{name}-*")), folder / name)
    shutil.copytree(work / "repository", root / "kiosk/repository")
    (root / "etc/apt/sources.list").write_text("deb [trusted=yes] file:/kiosk/repository ./\n")
    shutil.rmtree(root / "etc/apt/sources.list.d", ignore_errors=True)
    (root / "etc/apt/apt.conf.d/90kiosk").write_text('APT::Install-Recommends "false";\n')
    (root / "kiosk/bin").mkdir()
    for path in GUEST.iterdir():
        if path.name != "kiosk-agent.service":
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
    file_system(root, folder / f"{kind}.ext4", "kiosk-root", 512)


if __name__ == "__main__":
    for kind in ("bare", "kitted"):
        lay_out(*map(Path, sys.argv[1:]), kind)
