"""Machines that are saved and resumed instead of booted: bare (only Debian), kitted (with third-party tools) and installed (with the
packages of this build); and browser (with the packages of step 4 of the guide), which is only a disk. Bare and kitted have disks of the
image, each other one is based on the previous one. Each is built once for the same inputs."""

import fcntl
import hashlib
import os
import re
import shutil
import subprocess
import tempfile
import time
from contextlib import contextmanager
from pathlib import Path

import image
from architecture import ARCHITECTURES
from machine import KERNEL, MACHINE, MEGABYTES, PROCESSORS, Broken, Machine

KIOSK = Path(__file__).resolve().parent.parent
GUIDE = KIOSK / "../../docs/operating.md"
ORDER = ["bare", "kitted", "installed", "browser"]
#: Special hardware of stages. These machines are booted, because resuming needs the same hardware.
SHAPE = {"browser": {"megabytes": 2048, "processors": 2, "has_display": True, "boot": True}}
#: Number of saved machines of each kind that are kept; other clones and branches share the cache.
KEPT = {"image": 2, "bare": 2, "kitted": 2, "installed": 4, "packages": 1, "browser": 1}


def cache():
    home = os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")
    return Path(os.environ.get("TOUCHD_KIOSK_CACHE") or f"{home}/touchd/kiosk")


@contextmanager
def lock(name):
    cache().mkdir(parents=True, exist_ok=True)
    with open(cache() / f"{name}.lock", "w") as file:
        fcntl.flock(file, fcntl.LOCK_EX)
        yield


class Stages:
    """The machines of a Debian suite and a build."""

    def __init__(self, packages, say, suite="bookworm", architecture="amd64"):
        self.architecture = ARCHITECTURES[architecture]
        #: Copies that the guest unpacks faster, until this process ends.
        self.folder = tempfile.TemporaryDirectory(prefix="touchd-packages.")
        self.packages = [image.recompress(Path(shutil.copy(path, self.folder.name)), Path(self.folder.name)) for path in packages]
        self.say = say
        self.suite = suite
        #: The kind of machines, for names.
        self.where = f"{architecture}-{suite}"
        self.keys = {}
        #: Failed builds are not repeated for the next scenario.
        self.broken = set()

    def image(self):
        return self._made("image", self._key("image"), lambda folder: image.build(folder, self.suite, self.architecture.name, self.say))

    def get(self, stage):
        """The folder of a saved machine: ``root.ext4``, ``memory`` and ``state``."""
        return self._made(stage, self._key(stage), lambda folder: self._save(stage, folder))

    def _key(self, stage):
        """The inputs of a machine; read once, so that packages built meanwhile apply to the next run."""
        if stage not in self.keys:
            self.keys[stage] = image.key(self.suite, self.architecture.name) if stage == "image" else self._digest(stage)
        return self.keys[stage]

    def _digest(self, stage):
        machine = self.architecture
        shape = f"{machine.machine} {machine.console} {MACHINE} {MEGABYTES} {PROCESSORS} {KERNEL}"
        digest = hashlib.sha256(self._key("image").encode() + machine.version() + shape.encode())
        for name in ORDER[2:ORDER.index(stage) + 1]:
            digest.update((KIOSK / f"stages/{name}.sh").read_bytes())
        if stage in ORDER[ORDER.index("installed"):]:
            for path in sorted(self.packages):
                digest.update(path.name.encode() + path.read_bytes())
        if stage == "browser":
            digest.update(self._browser_command().encode())
        return digest.hexdigest()[:16]

    def _made(self, kind, key, make):
        place = cache() / f"{kind}-{self.where}-{key}"
        if place.exists():
            # Does not wait for another process that builds a different machine.
            os.utime(place)
            return place
        with lock(f"{kind}-{self.where}"):
            if kind in self.broken:
                raise Broken(f"building the {kind} machine failed for another scenario")
            if not place.exists():
                began = time.monotonic()
                self.broken.add(kind)
                for begun in cache().glob(f"{kind}-{self.where}-*.new"):
                    shutil.rmtree(begun, ignore_errors=True)
                fresh = place.with_suffix(".new")
                fresh.mkdir()
                make(fresh)
                fresh.rename(place)
                self.broken.remove(kind)
                self.say(f"built the {kind} machine in {time.monotonic() - began:.0f} s" if kind != "image" else
                         f"built the image of {self.where} in {time.monotonic() - began:.0f} s")
            os.utime(place)
            old = [path for path in cache().glob(f"{kind}-{self.where}-*") if path.is_dir() and path.suffix != ".new"]
            for path in sorted(old, key=lambda path: -path.stat().st_mtime)[KEPT[kind]:]:
                # Another process may be about to resume it.
                if time.time() - path.stat().st_mtime > 3600:
                    shutil.rmtree(path, ignore_errors=True)
        return place

    def _save(self, stage, folder):
        if stage == "browser":
            return self._install_browser(folder)
        base, copy = self.image(), ["cp", "--reflink=auto", "--sparse=always"]
        is_installed = stage == "installed"
        if is_installed:
            subprocess.run([*copy, *(self.get("kitted") / name for name in ("root.ext4", "memory", "state")), folder], check=True)
            files = {"run": (KIOSK / "stages/installed.sh").read_text(), **{f"packages/{path.name}": path for path in self.packages}}
        else:
            subprocess.run([*copy, base / f"{stage}.ext4", folder / "root.ext4"], check=True)
            files = {"run": "#!/bin/sh\nexec apt-get -qq update\n"}
        with Machine(self.architecture, base, folder, boot=not is_installed, keep=True) as machine:
            self._carry_out(stage, machine, files)
            machine.save(folder / "state")

    @staticmethod
    def _carry_out(stage, machine, files):
        output = []
        machine.send(files)
        status = machine.finish(1800, output.append)
        if status:
            raise SystemExit(f"kiosk: building the {stage} machine failed ({status}):\n{''.join(output)}")

    @staticmethod
    def _browser_command():
        """The guide's command that installs cage and a browser."""
        return re.search(r"^ +(apt install .* cage .*)$", GUIDE.read_text(), re.M)[1]

    def _install_browser(self, folder):
        """A disk with room for a browser; the guide's command installs it from packages on a second disk."""
        command = self._browser_command()
        names = [word for word in command.split()[2:] if not word.startswith("-")]
        key = hashlib.sha256(f"{self._key('image')} {names}".encode()).hexdigest()[:16]
        packages = self._made("packages", key, lambda place: image.repository(names, self.suite, self.architecture.name, place / "disk"))
        subprocess.run(["cp", "--sparse=always", self.get("installed") / "root.ext4", folder], check=True)
        subprocess.run(["truncate", "-s", "+2G", folder / "root.ext4"], check=True)
        with Machine(self.architecture, self.image(), folder, keep=True, data=packages / "disk", **SHAPE["browser"]) as machine:
            self._carry_out("browser", machine, {"run": (KIOSK / "stages/browser.sh").read_text(), "command": command})
        (folder / "memory").unlink()
