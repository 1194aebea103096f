"""A virtual panel by touchsim, and programs that read it: touchd, C programs, other projects' tools. Each runs in its own session, so
that Ctrl-C reaches only the benchmark, which stops them in order."""

import mmap
import os
import pathlib
import signal
import socket
import struct
import subprocess
import sys
import tempfile
import time

TICK = os.sysconf("SC_CLK_TCK")


class TestBed:
    """touchsim with its panels. Programs started in the test bed see those panels and any keyboards added."""

    def __init__(self, bin, panels=1):
        self.bin = bin
        self.folder = pathlib.Path(tempfile.mkdtemp(prefix="touchbench."))
        control = self.folder / "touchsim.sock"
        self.process = subprocess.Popen(
            [bin / "touchsim", "--backend", "umockdev", "--view", "1280x800", "--panels", str(panels), "--control", control],
            stdout=subprocess.PIPE, text=True, start_new_session=True)
        self.environment = dict(os.environ)
        while "UMOCKDEV_DIR" not in self.environment:
            name, _, value = self.process.stdout.readline().strip().partition("=")
            if not name:
                raise SystemExit("bench: touchsim created no panel")
            self.environment[name] = value
        self.root = pathlib.Path(self.environment["UMOCKDEV_DIR"])
        self.control = socket.socket(socket.AF_UNIX)
        self.control.connect(str(control))
        self.answers = self.control.makefile()

    def do(self, command):
        """Sends touchsim a command and waits until it is done."""
        self.control.sendall(f"{command}\n".encode())
        answer = self.answers.readline().strip()
        if not answer.startswith("ok"):
            raise SystemExit(f"bench: touchsim: {command}: {answer}")
        return answer

    def flood(self, frames, fingers, rate):
        self.do(f"flood {frames} fingers {fingers} rate {rate}")

    def add_keyboards(self, count):
        """Adds input devices other than touchscreens, as a kiosk has them."""
        for number in range(31, 31 + count):
            parent = self.root / f"sys/devices/virtual/input/input{number}"
            device = parent / f"event{number}"
            device.mkdir(parents=True)
            numbers = f"13:{64 + number}"
            (parent / "uevent").write_text(f'PRODUCT=3/1/{number:x}/1\nNAME="key box {number}"\n')
            (parent / "name").write_text(f"key box {number}\n")
            (device / "dev").write_text(numbers + "\n")
            (device / "uevent").write_text(
                f"MAJOR=13\nMINOR={64 + number}\nDEVNAME=input/event{number}\nID_INPUT=1\nID_INPUT_KEYBOARD=1\n")
            for place, name in ((parent, f"input{number}"), (device, f"event{number}")):
                up = "../" * (len(place.relative_to(self.root / "sys").parts))
                (place / "subsystem").symlink_to(f"{up}class/input")
                (self.root / "sys/class/input" / name).symlink_to(f"../../{place.relative_to(self.root / 'sys')}")
            (self.root / "sys/dev/char" / numbers).symlink_to(f"../../{device.relative_to(self.root / 'sys')}")
            (self.root / f"run/udev/data/c{numbers}").write_text("I:1000000\nE:ID_INPUT=1\nE:ID_INPUT_KEYBOARD=1\n")

    def close(self):
        self.do("quit")
        self.process.wait(timeout=10)
        subprocess.run(["rm", "-rf", self.folder], check=False)


class Program:
    """A program that reads the panel. The constructor returns once the program has sent READY=1 (if it notifies) and opened the
    panel."""

    count = 0
    running = set()

    def __init__(self, bed, words, preload=None, on_panel=True, under=(), notifies=True, variables=None):
        Program.count += 1
        self.socket = bed.folder / f"{Program.count}.sock"
        self.log = bed.folder / f"{Program.count}.log"
        environment = dict(bed.environment if on_panel else os.environ) | (variables or {})
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        path = bed.folder / f"{Program.count}.notify"
        notify.bind(str(path))
        notify.settimeout(20)
        environment["NOTIFY_SOCKET"] = str(path)
        if preload:
            self.allocations = bed.folder / f"{Program.count}.allocations"
            environment["TOUCHBENCH_COUNT"] = str(self.allocations)
            environment["LD_PRELOAD"] = f"{preload}:{environment['LD_PRELOAD']}"
        words = [*under, *(str(word).replace("SOCKET", str(self.socket)) for word in words)]
        with open(self.log, "w") as log:
            start = time.monotonic()
            self.process = subprocess.Popen(words, env=environment, stderr=log, stdout=log, start_new_session=True)
            Program.running.add(self)
            try:
                if notifies:
                    notify.recv(4096)
            except TimeoutError:
                self.stop()
                raise SystemExit(f"bench: {words[0]} did not become ready:\n{self.log.read_text()}")
        self.ready_ms = (time.monotonic() - start) * 1000
        notify.close()
        if on_panel:
            bed.do("await-open 1")

    def cpu_ms(self):
        """CPU time of its threads so far: from the scheduler, or in ticks of 10 ms if the kernel lacks schedstat."""
        tasks = pathlib.Path(f"/proc/{self.process.pid}/task")
        try:
            return sum(int(path.read_text().split()[0]) for path in tasks.glob("*/schedstat")) / 1e6
        except (OSError, ValueError, IndexError):
            fields = pathlib.Path(f"/proc/{self.process.pid}/stat").read_text().rpartition(")")[2].split()
            return (int(fields[11]) + int(fields[12])) * 1000 / TICK

    def memory_kib(self):
        """PSS and private dirty memory."""
        text = pathlib.Path(f"/proc/{self.process.pid}/smaps_rollup").read_text()
        sizes = {line.split()[0]: int(line.split()[1]) for line in text.splitlines() if line.endswith("kB")}
        return sizes["Pss:"], sizes["Private_Dirty:"]

    def wakeups(self):
        """How often its threads were woken: their voluntary context switches."""
        total = 0
        for status in pathlib.Path(f"/proc/{self.process.pid}/task").glob("*/status"):
            total += int(status.read_text().partition("voluntary_ctxt_switches:")[2].split()[0])
        return total

    def allocation_count(self):
        with open(self.allocations, "r+b") as file, mmap.mmap(file.fileno(), 8) as page:
            return struct.unpack("Q", page[:8])[0]

    def stop(self):
        Program.running.discard(self)
        self.process.send_signal(signal.SIGTERM)
        try:
            self.process.wait(timeout=10)
        except subprocess.TimeoutExpired:
            self.process.kill()
            self.process.wait()


class Client:
    """The process that records when events arrive; the same for every program."""

    def __init__(self, bin, program, call=None):
        words = [bin / "bench-client", program.socket] + ([call] if call else [])
        self.process = subprocess.Popen(words, stdout=subprocess.PIPE, text=True)
        if self.process.stdout.readline().strip() != "ready":
            raise SystemExit(f"bench: the client got no reply:\n{program.log.read_text()}")

    def finish(self):
        """The client's figures, after the program has closed the connection."""
        words = self.process.stdout.read().split()
        self.process.wait()
        return {name: int(value) for name, value in zip(words[0::2], words[1::2])}


class Awake:
    """Keeps all processors awake with idle-priority loops.

    Waking a processor takes longer than what is measured, many times longer in a virtual machine.
    """

    def __enter__(self):
        def give_way():
            os.sched_setscheduler(0, os.SCHED_IDLE, os.sched_param(0))

        words = [sys.executable, "-c", "while True: pass"]
        self.loops = [subprocess.Popen(words, preexec_fn=give_way) for _ in range(os.cpu_count())]
        return self

    def __exit__(self, *_):
        for loop in self.loops:
            loop.kill()
            loop.wait()
