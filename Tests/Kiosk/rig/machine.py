"""One QEMU: starts it cold or from a saved moment, hands it a job, reads what came of it, cuts its power."""

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
from pathlib import Path

#: One each: two machines side by side get through the suite sooner than one with two processors.
PROCESSORS = int(os.environ.get("KIOSK_CPUS", "1"))
MACHINE = ["-nodefaults", "-no-user-config", "-no-reboot", "-display", "none",
           "-accel", os.environ.get("KIOSK_ACCEL", "tcg,thread=multi"), "-device", "virtio-serial-pci"]
#: Of memory. What is woken has to have as much as when it was saved.
MEGABYTES = 512
#: A screen that Linux drives, and that ``look`` sees.
DISPLAY = ["-device", "virtio-gpu-pci,xres=1280,yres=800"]
#: Programs at the same addresses each time: the emulator translates code anew for every address that it is seen at, and
#: starting one costs a third.
KERNEL = ("quiet loglevel=4 panic=-1 mitigations=off nokaslr norandmaps transparent_hugepage=never "
          "random.trust_cpu=on audit=0 selinux=0 apparmor=0 net.ifnames=0 cryptomgr.notests systemd.show_status=0")


#: A kernel that is started directly finds no tables of ACPI, which tell where a TPM is.
TPM_KERNEL = " tpm_tis.force=1 tpm_tis.interrupts=0"

#: Seconds of wall clock, for what a QEMU that lives does at once, and for a job that says nothing. A host may be very busy.
PATIENCE = 300
#: A machine that works less than this part of the time is idle; one that a busy host keeps waiting gets more.
IDLE = 0.05


class Broken(Exception):
    """The machine itself failed: no status came back."""


class Machine:
    """A machine on the disk ``root.ext4`` of the folder ``home``: woken as it was saved there, or booted.

    With ``keep`` disk and memory are written to, so that it can be saved there. ``tpm`` is the control socket of a swtpm."""

    def __init__(self, architecture, image, home, *, boot=False, keep=False, data=None, megabytes=MEGABYTES,
                 processors=PROCESSORS, has_display=False, tpm=None):
        self.folder = Path(tempfile.mkdtemp(prefix="touchd-machine."))
        self.printed = 0
        #: How much of the file of statuses belongs to earlier jobs.
        self.judged = 0
        self.data = data
        self.kernel = KERNEL + (TPM_KERNEL if tpm else "")
        self.megabytes = megabytes
        #: Seconds of the host's processors that it had, once it has ended.
        self.used = 0.0
        try:
            self._start(architecture, image, home, boot, keep, data,
                        ["-smp", processors, *(DISPLAY if has_display else []), *self._tpm(tpm)])
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
                 image / "vmlinux", "-initrd", image / "initrd.img", "-append",
                 f"console={architecture.console} {self.kernel}", "-serial", f"file:{place}/console",
                 "-qmp", f"unix:{place}/qmp,server=on,wait=off", "-object", self._memory(home, boot, keep), "-drive",
                 f"if=none,format=raw,id=kiosk-root,file={home}/root.ext4,cache=unsafe,snapshot={'off' if keep else 'on'}",
                 "-device", "virtio-blk-pci,drive=kiosk-root,serial=kiosk-root,addr=0x10",
                 "-chardev", f"socket,id=job,path={place}/job", "-device", "virtserialport,chardev=job,name=kiosk.job"]
        for name in ("log", "status", "out"):
            words += ["-chardev", f"file,id={name},path={place}/{name}",
                      "-device", f"virtserialport,chardev={name},name=kiosk.{name}"]
        if data and boot:
            words += ["-drive", self._data_drive(), "-device", "virtio-blk-pci,drive=kiosk-data,serial=kiosk-data"]
        if not boot:
            words += ["-incoming", "defer"]
        self.errors = open(place / "errors", "w")
        # Nothing outlives a run that was killed.
        die = lambda: ctypes.CDLL(None).prctl(1, signal.SIGKILL)
        self.process = subprocess.Popen([str(word) for word in words], stdin=subprocess.DEVNULL, stderr=self.errors,
                                        env={**os.environ, "TMPDIR": str(place)}, preexec_fn=die)
        listener.settimeout(PATIENCE)
        self.job, _ = listener.accept()
        self._connect()
        if not boot:
            self.ask("migrate-incoming", uri=f"exec:cat {home}/state")
            self._until(lambda: self.ask("query-status")["status"] in ("paused", "prelaunch", "postmigrate"))
            if data:
                self.hmp(f"drive_add 0 {self._data_drive()}")
                self.hmp("device_add virtio-blk-pci,drive=kiosk-data,serial=kiosk-data")
            self.ask("cont")

    def _memory(self, home, boot, keep):
        """Saved memory is a file that is mapped, and read where the machine looks: waking takes no time."""
        if boot and not keep:
            return f"memory-backend-ram,id=memory,size={self.megabytes}M"
        share = "on" if keep else "off"
        return f"memory-backend-file,id=memory,size={self.megabytes}M,mem-path={home}/memory,share={share}"

    @staticmethod
    def _tpm(path):
        return ["-chardev", f"socket,id=tpm,path={path}", "-tpmdev", "emulator,id=tpm0,chardev=tpm", "-device",
                "tpm-tis,tpmdev=tpm0"] if path else []

    def _data_drive(self):
        return f"if=none,format=raw,id=kiosk-data,file={self.data},cache=writeback"

    def _connect(self):
        self._until(lambda: (self.folder / "qmp").exists())
        self.qmp = socket.socket(socket.AF_UNIX)
        self.qmp.connect(str(self.folder / "qmp"))
        self.answers = self.qmp.makefile("r")
        self.answers.readline()
        self.ask("qmp_capabilities")
        # Of memory that lies in a file the state holds nothing.
        self.ask("migrate-set-capabilities", capabilities=[{"capability": "x-ignore-shared", "state": True}])

    def ask(self, command, **arguments):
        """A command of QEMU's monitor and its answer."""
        self.qmp.sendall(json.dumps({"execute": command, "arguments": arguments}).encode() + b"\n")
        while True:
            answer = json.loads(self.answers.readline() or '{"error": {"desc": "QEMU is gone"}}')
            if "error" in answer:
                raise Broken(f"{command}: {answer['error']['desc']}")
            if "return" in answer:
                return answer["return"]

    def heard(self, event, seconds):
        """Whether an event of QEMU's comes within so many seconds."""
        self.qmp.settimeout(seconds)
        try:
            while line := self.answers.readline():
                if json.loads(line).get("event") == event:
                    self.qmp.settimeout(None)
                    return True
        except TimeoutError:
            pass
        return False

    def hmp(self, line):
        return self.ask("human-monitor-command", **{"command-line": line})

    def _until(self, condition):
        end = time.monotonic() + PATIENCE
        while not condition():
            if self.process.poll() is not None:
                raise Broken(f"QEMU ended: {self.complaints()}")
            if time.monotonic() > end:
                raise Broken(f"nothing happened for {PATIENCE} s; console: {self.complaints()}")
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
        """What the job printed since the last call."""
        with open(self.folder / "log", "rb") as log:
            log.seek(self.printed)
            data = log.read()
        self.printed += len(data)
        return data.decode(errors="replace")

    def status(self):
        """The exit status of the job, or nothing while it runs."""
        text = (self.folder / "status").read_text()[self.judged:]
        return int(text) if text.endswith("\n") else None

    def processor_time(self):
        """Seconds of the host's processors that the machine has had."""
        fields = Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
        return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")

    def finish(self, seconds, output=lambda text: None, cut=None):
        """Waits for the job. ``cut(line)`` hears each line of the log and may ask for the power to be cut, by answering True.

        Returns the exit status, or None after a cut. Raises Broken when the machine has worked for ``seconds``, however
        long a busy host took for that, or when it has had nothing to do and the job nothing to say for PATIENCE."""
        end = self.processor_time() + seconds
        heard, worked = time.monotonic(), self.processor_time()
        rest = ""
        while True:
            status = self.status()
            text = self.new_output()
            if text:
                output(text)
            rest += text
            *lines, rest = rest.split("\n")
            if cut and any([cut(line) for line in lines]):
                self.cut()
                return None
            if text:  # after the answer to a line, which may take long
                heard, worked = time.monotonic(), self.processor_time()
            if status is not None:
                return status
            if self.process.poll() is not None:
                raise Broken(f"the machine went away: {self.complaints()}")
            if self.processor_time() > end:
                raise Broken(f"not done after {seconds:.0f} s of a processor; console: {self.complaints()}")
            quiet = time.monotonic() - heard
            if quiet > PATIENCE and self.processor_time() - worked < quiet * IDLE:
                raise Broken(f"nothing was said or done for {quiet:.0f} s; console: {self.complaints()}")
            time.sleep(0.03)

    def restart(self):
        """Has Linux start anew, as people would: it stops its services, and the machine begins from its disk."""
        self.ask("set-action", reboot="reset")
        self.send({"run": "#!/bin/sh\nsystemctl reboot\nsleep infinity\n"})
        if not self.heard("RESET", PATIENCE):
            raise Broken(f"no restart within {PATIENCE} s; console: {self.complaints()}")

    def take_results(self, folder):
        """Unpacks what the job left in /kiosk/out, and the console."""
        folder.mkdir(parents=True, exist_ok=True)
        with open(self.folder / "out", "rb") as stream:
            if stream.read(1):
                stream.seek(0)
                # One archive a job.
                subprocess.run(["tar", "-x", "--ignore-zeros", "--no-same-owner", "-C", folder], stdin=stream,
                               stderr=subprocess.DEVNULL)
        shutil.copy(self.folder / "console", folder / "console.log")

    # MARK: the screen

    def look(self, picture, color, pixels):
        """Waits until so many pixels of the screen have a color (three bytes), and keeps the picture (PNG) in a file: for as
        long as the machine works for two minutes, or half of PATIENCE.

        Answers how many there were in the last picture, which is kept even if they were too few."""
        end, worked = time.monotonic() + PATIENCE / 2, self.processor_time() + 120
        plain = self.folder / "screen"
        while True:
            self.ask("screendump", filename=str(plain), format="ppm")
            # P6, width and height, the largest value, then three bytes a pixel.
            data = plain.read_bytes().split(b"\n", 3)[3]
            count = data.count(color)
            if count >= pixels or time.monotonic() > end or self.processor_time() > worked:
                self.ask("screendump", filename=str(picture.resolve()), format="png")
                return count
            time.sleep(0.05)

    def answer(self, line):
        """Says something to the job, which reads it from the port that it came through."""
        self.job.sendall(line.encode() + b"\n")

    # MARK: the end

    def save(self, state):
        """Stops a ``keep`` machine and writes down what is beside its disk and its memory."""
        self.ask("stop")
        self.ask("migrate", uri=f"exec:cat >{state}")
        self._until(lambda: self.ask("query-migrate").get("status") in ("completed", "failed"))
        if self.ask("query-migrate")["status"] != "completed":
            raise Broken("the machine could not be saved")
        self.ask("quit")
        self.process.wait(30)

    def cut(self):
        """Pulls the plug."""
        self.used = self.processor_time()
        self.process.kill()
        self.process.wait()

    def end(self):
        if getattr(self, "process", None) and self.process.poll() is None:
            self.cut()
        shutil.rmtree(self.folder, ignore_errors=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.end()


def owned_by_root(entry):
    entry.uid = entry.gid = 0
    entry.uname = entry.gname = "root"
    return None if entry.name.endswith("__pycache__") else entry
