"""A QEMU machine: boots or resumes it, sends it a job, reads the results."""

import ctypes
import io
import json
import os
import shutil
import signal
import socket
import subprocess
import tarfile
import tempfile
import time
from contextlib import suppress
from pathlib import Path

#: One per machine: two machines in parallel finish the suite sooner than one with two processors.
PROCESSORS = int(os.environ.get("KIOSK_CPUS", "1"))
MACHINE = ["-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
           "-accel", os.environ.get("KIOSK_ACCEL", "tcg,thread=multi"), "-device", "virtio-serial-pci"]
#: Memory. A resumed machine needs as much as when it was saved.
MEGABYTES = 512
#: A screen with a Linux driver, for ``look``.
DISPLAY = ["-device", "virtio-gpu-pci,xres=1280,yres=800"]
#: norandmaps loads programs at the same addresses every time, which makes starting them three times as fast: the emulator translates
#: code again for each new address.
KERNEL = ("root=LABEL=kiosk-root initramfs.runsize=20% quiet "
          "loglevel=4 panic=-1 mitigations=off nokaslr norandmaps transparent_hugepage=never "
          "random.trust_cpu=on audit=0 selinux=0 apparmor=0 net.ifnames=0 cryptomgr.notests systemd.show_status=0")

#: Seconds of wall clock for operations that QEMU does at once, and for a silent job. The host may be very busy.
PATIENCE = 300
#: A machine that neither uses nor waits for a processor for more than this fraction of the time is idle.
IDLE = 0.05


class Broken(Exception):
    """The machine itself failed: it returned no status."""


class Machine:
    """A machine with the disk ``root.ext4`` of the folder ``home``, resumed from the state saved there, or booted.

    With ``keep``, it writes to disk and memory, so that it can be saved. ``has_tpm``: a software TPM, new in each machine."""

    def __init__(self, architecture, image, home, *, boot=False, keep=False, data=None, megabytes=MEGABYTES,
                 processors=PROCESSORS, has_display=False, has_tpm=False):
        self.folder = Path(tempfile.mkdtemp(prefix="touchd-machine."))
        self.printed = 0
        #: The part of the status file that belongs to earlier jobs.
        self.judged = 0
        self.megabytes = megabytes
        #: CPU time on the host in seconds, once the machine has ended.
        self.used = 0.0
        try:
            self._start(architecture, image, home, boot, keep, data,
                        ["-smp", processors, *(DISPLAY if has_display else []), *(self._tpm() if has_tpm else [])])
        except BaseException:
            self.end()
            raise

    def _start(self, architecture, image, home, boot, keep, data, more):
        place = self.folder
        for name in ("log", "status", "out", "console"):
            (place / name).touch()
        listener = socket.socket(socket.AF_UNIX)
        self.job_listener = listener
        listener.bind(str(place / "job"))
        listener.listen(1)
        words = [architecture.qemu, *architecture.machine, *MACHINE, "-m", self.megabytes, *more, "-kernel",
                 image / "vmlinuz", "-initrd", image / "initrd.img", "-append",
                 f"console={architecture.console} {KERNEL}", "-serial", f"file:{place}/console",
                 "-qmp", f"unix:{place}/qmp,server=on,wait=off", "-object", self._memory(home, boot, keep), "-drive",
                 f"if=none,format=raw,id=kiosk-root,file={home}/root.ext4,cache=unsafe,snapshot={'off' if keep else 'on'}",
                 "-device", "virtio-blk-pci,drive=kiosk-root,serial=kiosk-root,addr=0x10",
                 "-chardev", f"socket,id=job,path={place}/job", "-device", "virtserialport,chardev=job,name=kiosk.job"]
        for name in ("log", "status", "out"):
            words += ["-chardev", f"file,id={name},path={place}/{name}",
                      "-device", f"virtserialport,chardev={name},name=kiosk.{name}"]
        if data and boot:
            words += ["-drive", f"if=none,format=raw,id=kiosk-data,file={data},cache=writeback", "-device", "virtio-blk-pci,drive=kiosk-data,serial=kiosk-data"]
        if not boot:
            words += ["-incoming", "defer"]
        self.errors = open(place / "errors", "w")
        # QEMU ends with this process, even if it is killed.
        die = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stderr=self.errors,
                                        env={**os.environ, "TMPDIR": str(place)}, preexec_fn=die)
        listener.settimeout(PATIENCE)
        self.job, _ = listener.accept()
        self._connect()
        if not boot:
            self.ask("migrate-incoming", uri=f"exec:cat {home}/state")
            self._until(lambda: self.ask("query-status")["status"] in ("paused", "prelaunch", "postmigrate"))
            self.ask("cont")

    def _memory(self, home, boot, keep):
        """Saved memory is a mapped file that is read on demand, so resuming takes no time."""
        if boot and not keep:
            return f"memory-backend-ram,id=memory,size={self.megabytes}M"
        share = "on" if keep else "off"
        return f"memory-backend-file,id=memory,size={self.megabytes}M,mem-path={home}/memory,share={share}"

    def _tpm(self):
        """A TPM that ends with its connection to QEMU."""
        control = self.folder / "tpm"
        subprocess.run(["swtpm", "socket", "--tpm2", "--daemon", "--terminate", "--tpmstate", f"dir={self.folder}", "--ctrl",
                        f"type=unixio,path={control}"], check=True)
        return ["-chardev", f"socket,id=tpm,path={control}", "-tpmdev", "emulator,id=tpm0,chardev=tpm", "-device", "tpm-tis,tpmdev=tpm0"]

    def _connect(self):
        self._until(lambda: (self.folder / "qmp").exists())
        self.qmp = socket.socket(socket.AF_UNIX)
        self.qmp.connect(str(self.folder / "qmp"))
        self.answers = self.qmp.makefile("r")
        self.answers.readline()
        self.ask("qmp_capabilities")
        # The state does not include memory that is in a file.
        self.ask("migrate-set-capabilities", capabilities=[{"capability": "x-ignore-shared", "state": True}])

    def ask(self, command, **arguments):
        """Sends a command to QEMU's monitor; returns the reply."""
        self.qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self.answers.readline() or '{"error": {"desc": "QEMU has ended"}}')
            if "error" in answer:
                raise Broken(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def heard(self, event, seconds):
        """Whether an event of QEMU arrives within a time in seconds."""
        self.qmp.settimeout(seconds)
        try:
            while line := self.answers.readline():
                if json.loads(line).get("event") == event:
                    self.qmp.settimeout(None)
                    return True
        except TimeoutError:
            pass
        return False

    def _until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None:
                raise Broken(f"QEMU ended: {self.complaints()}")
            if time.monotonic() > end:
                raise Broken(f"no response for {PATIENCE} s; console: {self.complaints()}")
            time.sleep(0.02)

    def complaints(self):
        self.errors.flush()
        return ((self.folder / "errors").read_text() + (self.folder / "console").read_text(errors="replace"))[-1500:]

    # MARK: a job

    def send(self, files):
        """Starts a job: ``files`` maps names to paths (files or folders) or to the text of an executable."""
        stream = io.BytesIO()
        with tarfile.open(fileobj=stream, mode="w") as tar:
            for name, content in files.items():
                if isinstance(content, Path):
                    tar.add(content.resolve(), name, filter=owned_by_root)
                else:
                    entry = tarfile.TarInfo(name)
                    entry.size, entry.mode = len(content.encode()), 0o755
                    tar.addfile(entry, io.BytesIO(content.encode()))
        data = stream.getvalue()
        self.judged = (self.folder / "status").stat().st_size
        self.job.sendall(f"{len(data)} {time.time():.3f}\n".encode() + data)

    def new_output(self):
        """The job's output since the last call."""
        with open(self.folder / "log", "rb") as log:
            log.seek(self.printed)
            data = log.read()
        self.printed += len(data)
        return data.decode(errors="replace")

    def status(self):
        """The job's exit status, or None while it runs."""
        text = (self.folder / "status").read_text()[self.judged:]
        return int(text) if text.endswith("\n") else None

    def processor_time(self):
        """CPU time of the machine on the host, in seconds."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def busy_time(self):
        """The same with the time in which it waited for a processor of the host."""
        waited = 0
        for path in Path(f"/proc/{self.process.pid}/task").glob("*/schedstat"):
            with suppress(OSError):  # a thread that has just ended
                waited += int(path.read_text().split()[1])
        return self.processor_time() + waited / 1e9

    def finish(self, seconds, output=lambda text: None, see=lambda line: None):
        """Waits for the job. ``see(line)`` is called for each line of the log.

        Returns the exit status. Raises Broken when the machine has used ``seconds`` of CPU time, or when it
        was idle and the job silent for PATIENCE."""
        end = self.processor_time() + seconds
        heard, worked = time.monotonic(), self.busy_time()
        rest = ""
        while True:
            status = self.status()
            text = self.new_output()
            if text:
                output(text)
            rest += text
            *lines, rest = rest.split("\n")
            for line in lines:
                see(line)
            if text:  # after see(line), which may take long
                heard, worked = time.monotonic(), self.busy_time()
            if status is not None:
                return status
            if self.process.poll() is not None:
                raise Broken(f"the machine ended: {self.complaints()}")
            if self.processor_time() > end:
                raise Broken(f"not done after {seconds:.0f} s of CPU time; console: {self.complaints()}")
            quiet = time.monotonic() - heard
            if quiet > PATIENCE and self.busy_time() - worked < quiet * IDLE:
                raise Broken(f"silent and idle for {quiet:.0f} s; console: {self.complaints()}")
            time.sleep(0.03)

    def restart(self):
        """Reboots the guest in order: it stops its services and boots from its disk."""
        self.ask("set-action", reboot="reset")
        self.send({"run": "#!/bin/sh\nsystemctl reboot\nsleep infinity\n"})
        if not self.heard("RESET", PATIENCE):
            raise Broken(f"no restart within {PATIENCE} s; console: {self.complaints()}")

    def take_results(self, folder):
        """Unpacks the job's /kiosk/out, and stores the console's output."""
        folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "out", "rb") as stream:
            if stream.read(1):
                stream.seek(0)
                # One archive per job.
                subprocess.run(["tar", "-x", "--ignore-zeros", "--no-same-owner", "-C", folder], stdin=stream,
                               stderr=subprocess.DEVNULL)
        shutil.copy(self.folder / "console", folder / "console.log")

    # MARK: the screen

    def look(self, picture, color, pixels):
        """Waits until enough pixels of the screen have a color (three bytes), for two minutes of the machine's CPU time or half of
        PATIENCE, and stores the screenshot (PNG) in a file.

        Returns the number of such pixels in the last screenshot, which is stored even if there were too few."""
        end, worked = time.monotonic() + PATIENCE / 2, self.processor_time() + 120
        plain = self.folder / "screen"
        while True:
            self.ask("screendump", filename=str(plain), format="ppm")
            # P6, width and height, the maximum value, then three bytes per pixel.
            data = plain.read_bytes().split(b"\n", 3)[3]
            count = data.count(color)
            if count >= pixels or time.monotonic() > end or self.processor_time() > worked:
                self.ask("screendump", filename=str(picture.resolve()), format="png")
                return count
            time.sleep(0.05)

    def answer(self, line):
        """Sends a reply to the job, which reads it from the port through which it was sent."""
        self.job.sendall(line.encode() + b"\n")

    # MARK: the end

    def save(self, state):
        """Stops a ``keep`` machine and saves its device state."""
        self.ask("stop")
        self.ask("migrate", uri=f"exec:cat >{state}")
        self._until(lambda: self.ask("query-migrate").get("status") in ("completed", "failed"))
        if self.ask("query-migrate")["status"] != "completed":
            raise Broken("the machine could not be saved")
        self.ask("quit")
        self.process.wait(30)

    def end(self):
        """Cuts the power."""
        if getattr(self, "process", None) and self.process.poll() is None:
            self.used = self.processor_time()
            self.process.kill()
            self.process.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def owned_by_root(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return None if entry.name.endswith("__pycache__") else entry
