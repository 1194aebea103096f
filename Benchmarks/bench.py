"""Measures touchd against programs in C and prints one table; scripts/bench builds what is needed.

    bench.py BIN [MEASUREMENT…]      startup stores methods beside hotplug latency load flood instructions peers panels allocations
                             memory models checks verdicts bridge page fleet pictures size

Each program has its own panel. The programs take turns several times a second, so that other work on the machine affects
all of them alike.
"""

import contextlib
import json
import os
import pathlib
import platform
import re
import shutil
import socket
import statistics
import struct
import subprocess
import sys
import tempfile
import threading
import time

import bridge
import kiosks
import page
from beside import touches
from methods import MOST, RESULTS, USERS, Looks
from testbed import Awake, Client, Program, TestBed

HERE = pathlib.Path(__file__).parent
KEYBOARDS = 9


def instructions(counts):
    """The instructions in a file of callgrind, without those of the libraries that redirect system calls to the test bed."""
    total, is_of_bed, is_of_call, beds = 0, False, False, set()
    for line in counts.read_text().splitlines():
        if line.startswith(("ob=", "cob=")):
            library, _, path = line.partition("=")[2].partition(" ")
            if re.search(r"/lib(umockdev|touchsim)-preload", path):
                beds.add(library)
            if line.startswith("ob="):
                is_of_bed = library in beds
        elif line.startswith("calls="):
            is_of_call = True
        elif re.match(r"[0-9+*-]\S* \d", line):
            # The line after a call has the cost of the function called, which counts where that is listed.
            total += 0 if is_of_bed or is_of_call else int(line.split()[1])
            is_of_call = False
    return total


class Bench:
    def __init__(self, bin, beds=("touchd", "job", "direct", "reference", "raw")):
        self.bin = bin
        self.beds = {name: TestBed(bin) for name in beds}
        self.rows = []
        self.preload = bin / "bench-allocations.so"

    def close(self):
        # Programs still run only after a failed measurement.
        for program in list(Program.running):
            program.stop()
        for bed in self.beds.values():
            bed.close()

    # -- programs ------------------------------------------------------------------------------------------------------

    def start(self, name, fingers=1, state=None, **options):
        """Starts touchd (with `state` as its state directory, if given) or a C program, and waits until it is ready. The C programs:
        the same job for `fingers` fingers, with and without libinput, and the reference, with and without."""
        bed = self.beds[name]
        words = {
            "job": ["bench-job", fingers], "direct": ["bench-direct", fingers], "reference": ["bench-reference"],
            "raw": ["bench-reference", "--raw"]}.get(name)
        if words:
            return Program(bed, [self.bin / words[0], *words[1:], "SOCKET"], **options)
        program = self.bin / "touchd"
        if "under" in options:
            # valgrind gives up on the debug information of Swift 6.
            program = bed.folder / "touchd"
            subprocess.run(["strip", "--strip-debug", "-o", program, self.bin / "touchd"], check=True)
        configuration = bed.folder / "touchd.conf"
        configuration.write_text(
            f"[touchd]\nsocket={bed.folder}/{Program.count + 1}.sock\nstate-directory={state or bed.folder / 'state'}\n"
            "log-level=warning\n[view]\nsize=1280x800\n[input]\nallow-provenance=virtual\n"
            "[access]\ngroup-frontend=\n[store]\nresults=1000000\n")
        return Program(bed, [program, "--config", configuration], **options)

    def client(self, name, program, fingers):
        """A front end with a pattern widget under each finger of touchsim's flood, or a reader of the reference."""
        if name in ("reference", "raw"):
            return Client(self.bin, program)
        width = 1280 / fingers
        widgets = [
            {"id": f"w{n}", "kind": "pattern", "x": n * width, "y": 0.0, "width": width, "height": 800.0,
             "pattern": {"trail": "live"}} for n in range(fingers)]
        call = self.beds[name].folder / "call.json"
        call.write_text(json.dumps(
            {"method": "io.touchd.scene.Present", "parameters": {"widgets": widgets}, "more": True}))
        return Client(self.bin, program, call)

    def rounds(self, names, rounds, blocks, frames, fingers, rate, begun=None, beside=lambda *_: contextlib.nullcontext()):
        """Floods newly started programs in turns; returns the figures of each round by name. `begun` replaces ``start``; `beside` is
        a context entered for the floods of a round."""
        found = {name: [] for name in names}
        for number in range(rounds):
            programs = {name: (begun or self.start)(name, fingers) for name in names}
            clients = {name: self.client(name, programs[name], fingers) for name in names}
            totals = {name: [0.0, 0.0, 0.0] for name in names}
            with beside(number, programs):
                self.blocks(names, programs, totals, blocks, frames, fingers, rate)
            for name in names:
                programs[name].stop()
                heard = clients[name].finish()
                found[name].append(self.figures(heard, blocks * frames * fingers, blocks, *totals[name]))
        return found

    def blocks(self, names, programs, totals, blocks, frames, fingers, rate):
        for block in range(blocks):
            # The order changes, so that no program always finds the caches filled by the same predecessor.
            turn = block // 2 % len(names)
            order = [*names[turn:], *names[:turn]]
            for name in order[::-1] if block % 2 else order:
                before, begin = programs[name].cpu_ms(), time.monotonic()
                self.beds[name].flood(frames, fingers, rate)
                seconds = time.monotonic() - begin
                # libinput reads as long as data is available, so most events are delivered only after a flood.
                time.sleep(0.01 if rate else 0.3)
                totals[name][0] += programs[name].cpu_ms() - before
                totals[name][1] += seconds
                totals[name][2] = begin

    @staticmethod
    def figures(heard, written, blocks, cpu, seconds, last_begin):
        return heard | {
            "cpu": cpu / seconds / 10, "cpu_us": cpu * 1000 / written, "share": 100 * heard["moved"] / written,
            "rate": written / blocks / (heard["last"] / 1e6 - last_begin)}

    # -- the table -----------------------------------------------------------------------------------------------------

    def row(self, what, ours, theirs="", ratio="", target="", held=None, less=""):
        """`theirs` is the C program that does the same job, or what the row names; `less` is the C program with the smaller job."""
        verdict = {True: "held", False: "**missed**", None: ""}[held]
        self.rows.append((what, ours, theirs, ratio, less, target, verdict))
        print(" | ".join(str(cell) for cell in self.rows[-1]), file=sys.stderr)

    def compare(self, what, unit, ours, theirs, key, target, most=None, least=None, held=None, less=()):
        """A row with the median ratio of all rounds. `most` and `least` are targets for it; `held` is the outcome of any other
        target."""
        mine, other = [run[key] for run in ours], [run[key] for run in theirs]
        pairs = [a / b for a, b in zip(mine, other) if b]
        ratio = statistics.median(pairs) if pairs else float("nan")
        if most is not None:
            held = ratio <= most
        if least is not None:
            held = ratio >= least
        text = f"{ratio:.2f}" + (f" ({min(pairs):.2f} to {max(pairs):.2f})" if pairs else "")
        rest = spread([run[key] for run in less], unit) if less else ""
        self.row(what, spread(mine, unit), spread(other, unit), text, target, held, rest)

    # -- measurements --------------------------------------------------------------------------------------------------

    def latency(self):
        with Awake():
            found = self.rounds(
                ("touchd", "job", "direct", "reference", "raw"), rounds=9, blocks=8, frames=50, fingers=1, rate=125)
        ours, same, direct, less, floor = found.values()
        self.agreed(ours, same)
        self.agreed(ours, direct)
        name = "latency at 125 Hz, 1 finger"
        self.compare(f"{name}, p50", "µs", ours, same, "p50", "≤ 1.1×", most=1.1, less=less)
        self.compare(f"{name}, p99", "µs", ours, same, "p99", "≤ 1.2×", most=1.2, less=less)
        for key in ("p50", "p99"):
            self.compare(f"the same, compared with the job in C without libinput, {key}", "µs", ours, direct, key, "")
            self.row(f"the same without libinput (floor), {key}", "", less=spread([run[key] for run in floor], "µs"))
        ours, same, less = self.rounds(
            ("touchd", "job", "reference"), rounds=3, blocks=6, frames=50, fingers=1, rate=125).values()
        for key in ("p50", "p99"):
            self.compare(
                f"the same, processors asleep between reports, {key}", "µs", ours, same, key, "", less=less)

    def load(self):
        with Awake():
            ours, same, direct, less = self.rounds(
                ("touchd", "job", "direct", "reference"), rounds=9, blocks=6, frames=300, fingers=10, rate=1000).values()
        self.agreed(ours, same)
        self.agreed(ours, direct)
        name = "latency at 1 kHz, 10 fingers"
        self.compare(f"{name}, p50", "µs", ours, same, "p50", "≤ 1.1×", most=1.1, less=less)
        self.compare(f"{name}, p99", "µs", ours, same, "p99", "≤ 1.2×", most=1.2, less=less)
        for key in ("p50", "p99"):
            self.compare(f"the same, compared with the job in C without libinput, {key}", "µs", ours, direct, key, "")
        cpu = statistics.median(run["cpu"] for run in ours)
        self.compare("CPU at 1 kHz, 10 fingers, of one core", "%", ours, same, "cpu", "< 10 %", held=cpu < 10, less=less)
        self.delivered("at 1 kHz, 10 fingers", ours, same, less)

    def agreed(self, ours, same):
        """Fails unless both programs sent the same bytes for the same fingers."""
        for mine, other in zip(ours, same):
            # For a lagging reader touchd drops superseded positions, so the bytes differ.
            if mine["moved"] == other["moved"] and (mine["bytes"], mine["sum"]) != (other["bytes"], other["sum"]):
                raise SystemExit(f"bench: output of touchd and of the same job in C differs: {mine}, {other}")

    def flood(self):
        for fingers, frames in ((1, 60_000), (10, 12_000)):
            ours, same, less = self.rounds(
                ("touchd", "job", "reference"), rounds=3, blocks=1, frames=frames, fingers=fingers, rate=0).values()
            name = f"flood, {plural(fingers)}"
            self.compare(f"{name}: events per second", "/s", ours, same, "rate", "≥ 0.8×", least=0.8, less=less)
            self.compare(f"{name}: CPU per event", "µs", ours, same, "cpu_us", "", less=less)
            self.delivered(name, ours, same, less)

    def delivered(self, name, *runs):
        ours, same, less = (spread([one["share"] for one in run], "%", 1) for run in runs)
        self.row(f"{name}: delivered of the positions written", ours, same, less=less)

    def instructions(self):
        """Instructions from node to socket, counted by callgrind: independent of other work on the machine."""
        for fingers, most in ((1, 2.0), (10, 1.5)):
            ours, same, direct, less = (
                self.counted(name, fingers, 500) for name in ("touchd", "job", "direct", "reference"))
            what = f"instructions per report, {plural(fingers)}"
            self.row(what, f"{ours:,.0f}", f"{same:,.0f}", f"{ours / same:.2f}", f"≤ {most:g}×", ours <= most * same, f"{less:,.0f}")
            self.row(f"{what}, compared with the job in C without libinput", f"{ours:,.0f}", f"{direct:,.0f}", f"{ours / direct:.2f}")

    def counted(self, name, fingers, frames):
        """Instructions per frame of a program under callgrind, after a warm-up."""
        counts = self.beds[name].folder / f"{name}-{fingers}.callgrind"
        program = self.start(name, fingers, under=callgrind(counts))
        client = self.client(name, program, fingers)
        total = self.counted_flood(self.beds[name], program, counts, fingers, frames)
        client.finish()
        return total

    @staticmethod
    def counted_flood(bed, program, counts, fingers, frames):
        bed.flood(100, fingers, 125)
        time.sleep(0.2)
        subprocess.run(["callgrind_control", "-i", "on", str(program.process.pid)], check=True, capture_output=True)
        bed.flood(frames, fingers, 125)
        time.sleep(0.5)
        subprocess.run(["callgrind_control", "-i", "off", str(program.process.pid)], check=True, capture_output=True)
        program.stop()
        return instructions(counts) / frames

    def peers(self):
        """Instructions of other programs that read the same panel; all but lisgd print its touches to a file."""
        node = "/dev/input/event20"
        programs = {
            "libinput debug-events": ["/usr/libexec/libinput/libinput-debug-events", "--udev", "seat0"],
            "evtest": ["evtest", node],
            "ts_print_mt of tslib": ["ts_print_mt"],
            # Prints nothing: it waits for a swipe.
            "lisgd": ["lisgd", "-d", node, "-w", "1280", "-h", "800", "-g", "1,LR,*,*,R,true"],
        }
        bed = self.beds["reference"]
        (bed.folder / "ts.conf").write_text("module_raw input\n")
        for name, words in programs.items():
            if shutil.which(words[0]) is None:
                self.row(f"instructions per report, {name}: skipped, {words[0]} is not installed", "")
                continue
            for fingers in (1, 10):
                counts = bed.folder / f"peer-{fingers}.callgrind"
                program = Program(bed, words, under=callgrind(counts), notifies=False,
                                  variables={"TSLIB_TSDEVICE": node, "TSLIB_CONFFILE": bed.folder / "ts.conf"})
                total = self.counted_flood(bed, program, counts, fingers, 500)
                self.row(f"instructions per report, {name}, {plural(fingers)}", "", f"{total:,.0f}")

    def panels(self):
        """What a report of one panel costs while other, idle panels are plugged in."""
        counts = {}
        for panels in (1, 2, 4, 8):
            name = f"touchd with {panels} panels"
            self.beds[name] = TestBed(self.bin, panels)
            counts[panels] = self.counted(name, 1, 500)
            self.row(f"instructions per report, 1 finger, " + ("1 panel" if panels == 1 else f"the others of {panels} panels idle"), f"{counts[panels]:,.0f}", "",
                     f"{counts[panels] / counts[1]:.2f}")

    def startup(self):
        times = {"touchd": [], "job": []}
        for name in times:
            self.beds[name].add_keyboards(KEYBOARDS)
        for _ in range(7):
            for name in times:
                program = self.start(name)
                times[name].append({"ready": program.ready_ms})
                program.stop()
        held = statistics.median(run["ready"] for run in times["touchd"]) <= 50
        self.compare(
            f"start to READY=1, {KEYBOARDS + 1} input devices", "ms", *times.values(), "ready", "≤ 50 ms", held=held)
        bare = []
        for _ in range(3):
            program = self.start("touchd", on_panel=False)
            bare.append(program.ready_ms)
            program.stop()
        self.row("start to READY=1, outside the test bed, no panel", spread(bare, "ms", 1))

    def methods(self):
        """The most instructions between two looks at the panels, whatever is called."""
        for method, most in self.most_instructions(RESULTS, USERS):
            self.row(f"most instructions between two looks at the panels, {method}", f"{most / 1e6:.2f} M", "", "", "≤ 0.5 M",
                     most <= MOST)

    def beside(self):
        """Touches while a method is called again and again."""
        for method, ours, quiet in touches(self, RESULTS, USERS):
            what = f"latency at 125 Hz, 1 finger, while {method} is called, compared with none, p99"
            if ours is None:
                self.row(f"{what}: ends touches", "")
            else:
                self.row(what, f"{ours:,.0f} µs", f"{quiet:,.0f} µs", f"{ours / quiet:.2f}", "≤ 2×", ours <= 2 * quiet)

    def most_instructions(self, results, users):
        """Each method with the most instructions between two looks at the panels, with a store of that size."""
        state = self.store("methods", results, users)
        looks = Looks(lambda **options: self.start("touchd", state=state, **options), self.beds["touchd"])
        for method, most in looks.most():
            print(f"{method}: {most:,}", file=sys.stderr, flush=True)
            yield method, most
        shutil.rmtree(state)

    def store(self, name, results, users):
        """A state directory with a vault of that size."""
        state = self.beds["touchd"].folder / f"state-{name}"
        subprocess.run([self.bin / "touchvault", state, str(results), str(users)], stdout=subprocess.DEVNULL, check=True)
        return state

    def stores(self):
        """What grows with the vault: a start on a closed vault, outside the test bed, and the audit of its results."""
        bed = self.beds["touchd"]
        for what, results, users, most in [
                ("nothing", 0, 0, 15), ("100,000 results", 100_000, 0, 20), ("1,000,000 results", 1_000_000, 0, 25),
                ("10,000 users", 0, 10_000, 30)]:
            state = bed.folder / f"state-{results}-{users}"
            answer = subprocess.run(
                [self.bin / "touchvault", state, str(results), str(users)], stdout=subprocess.PIPE, text=True, check=True)
            ready, dirty = [], 0
            for _ in range(7):
                program = self.start("touchd", state=state, on_panel=False)
                ready.append(program.ready_ms)
                time.sleep(0.3)
                dirty = program.memory_kib()[1]
                program.stop()
            counts = bed.folder / "start.callgrind"
            program = self.start("touchd", state=state, on_panel=False, under=callgrind(counts, at_start=True))
            program.stop()
            total = instructions(counts)
            self.row(f"start to READY=1, vault with {what}", spread(ready, "ms", 1), "", "", f"≤ {most} ms",
                     statistics.median(ready) <= most)
            self.row(f"start and end, vault with {what}: instructions, private dirty", f"{total / 1e6:.1f} M, {mib(dirty)}")
            for line in answer.stdout.splitlines():
                name, _, text = line.rpartition(": ")
                p50, p99 = (float(word) / 1000 for word in text.split())
                self.row(f"vault with {what}: {name}, p50 and p99", f"{p50:.2f} ms, {p99:.2f} ms")
            shutil.rmtree(state)

    def hotplug(self):
        """From plugging the panel in until the daemon reports it."""
        program = self.start("touchd")
        wire = Wire(program.socket)
        wire.send("io.touchd.device.Watch", {}, more=True)
        wire.receive()
        bed, back = self.beds["touchd"], []
        for _ in range(50):
            bed.do("unplug")
            wire.receive()
            begin = time.monotonic()
            bed.do("plug")
            wire.receive()
            back.append((time.monotonic() - begin) * 1000)
        wire.close()
        program.stop()
        self.row("plugged in again: reported under the same name", spread(back, "ms", 1), "", "", "≤ 100 ms",
                 statistics.median(back) <= 100)

    def memory(self):
        bare = self.start("touchd", on_panel=False)
        time.sleep(0.5)
        bare_pss, bare_dirty = bare.memory_kib()
        bare.stop()
        other = self.start("job")
        time.sleep(0.5)
        other_pss, other_dirty = other.memory_kib()
        other.stop()
        program = self.start("touchd")
        time.sleep(0.5)
        before = program.wakeups()
        pss, dirty = program.memory_kib()
        time.sleep(5)
        wakeups = program.wakeups() - before
        self.row("idle: private dirty", mib(dirty), mib(other_dirty), "", "≤ 6 MiB", dirty <= 6 * 1024)
        self.row("idle: PSS", mib(pss), mib(other_pss))
        self.row("idle, outside the test bed, no panel: private dirty, PSS", f"{mib(bare_dirty)}, {mib(bare_pss)}")
        self.row("idle: wake-ups in 5 s, no watchdog", wakeups, "", "", "0", wakeups == 0)
        self.unlock(program)
        time.sleep(10)
        pss, dirty = program.memory_kib()
        program.stop()
        self.row("10 s after an unlock: private dirty", mib(dirty), "", "", "≤ 6 MiB", dirty <= 6 * 1024)
        self.row("10 s after an unlock: PSS", mib(pss))
        self.full_memory()

    def full_memory(self):
        """The same with a full store, after the background check of the vault and a sync."""
        state = self.vault("state-full", 100_000, 0)
        program = self.start("touchd", state=state)
        self.unlock(program)
        time.sleep(20)
        os.sync()
        pss, dirty = program.memory_kib()
        program.stop()
        self.row("100,000 results, 20 s after an unlock, after sync: private dirty", mib(dirty), "", "", "≤ 6 MiB", dirty <= 6 * 1024)
        self.row("100,000 results, 20 s after an unlock, after sync: PSS", mib(pss))

    def vault(self, name, results, users):
        """A state directory whose vault has that many results and users."""
        state = self.beds["touchd"].folder / name
        subprocess.run([self.bin / "touchvault", state, str(results), str(users)], stdout=subprocess.DEVNULL, check=True)
        return state

    def unlock(self, program):
        """Enrolls a pattern and unlocks with it."""
        self.draw(program, ["enroll", "anna"], ["1-4-8-5-9"] * 2)
        self.draw(program, ["unlock", "anna"], ["1-4-8-5-9"])

    def draw(self, program, command, drawings, pause=0.3):
        """Runs a touchctl command that asks for drawings, and draws them, `pause` seconds apart."""
        environment = dict(os.environ, TOUCHD_SOCKET=str(program.socket))
        words = [self.bin / "touchctl", *command, "--frame", "320,80,640,640"]
        person = subprocess.Popen(words, env=environment, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        time.sleep(0.3)
        for dots in drawings:
            self.beds["touchd"].do(f"pattern {dots} in 320,80,640,640 speed 3000")
            time.sleep(pause)
        if person.wait(timeout=20) != 0:
            raise SystemExit(f"bench: touchctl {' '.join(command)} failed:\n{program.log.read_text()}")

    def allocations(self):
        answer = subprocess.run([self.bin / "touchbench", "allocations"], stdout=subprocess.PIPE, text=True)
        for line in answer.stdout.splitlines():
            name, _, text = line.partition(": ")
            count, frames = int(text.split()[0]), int(text.split()[3])
            self.row(f"allocations per frame, scene and models: {name}", f"{count / frames:g}", "", "", "0", count == 0)
        for fingers in (1, 10):
            counts = []
            for name in ("touchd", "job"):
                program = self.start(name, fingers, preload=self.preload)
                client = self.client(name, program, fingers)
                self.beds[name].flood(500, fingers, 1000)
                before = program.allocation_count()
                self.beds[name].flood(1000, fingers, 1000)
                counts.append((program.allocation_count() - before) / 1000)
                program.stop()
                client.finish()
            self.row(f"allocations per frame, node to socket, {plural(fingers)}",
                     f"{counts[0]:.2f}", f"{counts[1]:.2f}", f"{counts[0] - counts[1]:+.2f}")

    def models(self):
        answer = subprocess.run([self.bin / "touchbench", "models"], stdout=subprocess.PIPE, text=True, check=True)
        for line in answer.stdout.splitlines():
            kind, _, text = line.partition(" ")
            time, _, ratio = text.partition(" per sample, ratio ")
            name = "a model that only reports the position" if kind == "echo" else kind
            self.row(f"time per sample: {name}", time, "", ratio)

    def bridge(self):
        program = self.start("touchd", on_panel=False)
        with Awake():
            times, memory = bridge.share(self.bin, program.socket, 2_000)
        program.stop()
        for call, (direct, bridged, relayed) in times.items():
            for name, part in (("p50", 0.5), ("p99", 0.99)):
                other, mine, floor = (sorted(one)[int((len(one) - 1) * part)] for one in (direct, bridged, relayed))
                self.row(f"{call} through touchd-web, compared with the socket itself (through a byte relay in C: "
                         f"{floor:.0f} µs, {floor / other:.2f}), {name}", f"{mine:.0f} µs", f"{other:.0f} µs",
                         f"{mine / other:.2f}", *(["≤ 1.4", mine / other <= 1.4] if part == 0.5 else []))
        self.row("touchd-web with one page: private dirty", f"{memory / (1 << 20):.1f} MiB", target="≤ 6 MiB",
                 held=memory <= 6 << 20)

    def page(self):
        """Finger and mouse to the page's frame in Chromium, and what a page holds; beside the touchd-web of the folder that OLDER
        names, if there is one."""
        older = os.environ.get("OLDER")
        mice, fingers, sizes = page.measure(str(self.bin), [older] if older else [])
        for name, share in (("p50", 0.5), ("p95", 0.95)):
            ours, theirs = (page.part(mice[name], share) if name in mice else None for name in ("bridge", "other bridge"))
            self.row(f"mouse to frame, through touchd-web and Chromium (the older touchd-web), {name}", f"{ours:.1f} ms",
                     *([f"{theirs:.1f} ms", f"{ours / theirs:.2f}"] if theirs else []))
        for place, name in enumerate(("p50", "p95")):
            both = [spread([run[place] for run in fingers[name]], "ms") for name in ("bridge", "other bridge") if name in fingers]
            self.row(f"finger to frame, through touchd-web and Chromium (the older touchd-web), {name}", *both)
        for name, (heap, nodes, size, private) in sizes.items():
            self.row(f"page {name}: JS heap after GC, DOM nodes, transferred, largest renderer's private memory",
                     f"{heap / 1e6:.2f} MB, {nodes}, {size / 1000:.0f} kB, {private / 1024:.0f} MiB")

    def fleet(self):
        """A thousand kiosks with one server, and how touchd-fleet affects touch latency on its own kiosk."""
        found = kiosks.thousand(self.bin)
        count, waits = f"{found['kiosks']:,} kiosks", found["waits"]
        self.row(f"{count} with touchd-fleet and a certificate each: all connected", f"{found['connected']:.1f} s after the first start")
        for name, part in (("p50", 0.5), ("p99", 0.99)):
            self.row(f"{count}, 100 results a second: from committed to acknowledged, {name}",
                     f"{waits[int((len(waits) - 1) * part)]:.1f} ms")
        for name, when in (("server_before", "without kiosks"), ("server", f"with {count} connected"),
                           ("server_after", "after the outage")):
            self.row(f"nats-server {when}: private dirty, PSS", "{1:.0f} MiB, {0:.0f} MiB".format(*found[name]))
        self.row("touchd-fleet: private dirty, PSS", "{1:.1f} MiB, {0:.1f} MiB".format(*found["agent"]))
        self.row(f"{count}: catch-up after an hour's outage ({found['drained']:,} results), including the server's start and retry "
                 "delays of up to a minute", f"{found['drain']:.0f} s")
        self.row("bytes per message in the stream (result, audit head or gap), mean", f"{found['bytes']:.0f}")
        self.beside_fleet()

    def beside_fleet(self, rounds=9):
        """touchd with a touchd-fleet that keeps sending a full store, against touchd alone; both store results."""
        full = self.vault("state-beside", 20_000, 1)
        self.beds["touchd and touchd-fleet"] = TestBed(self.bin)
        names = ("touchd and touchd-fleet", "touchd")
        fleet = kiosks.Fleet(self.bin, [f"round-{number}" for number in range(rounds)])

        def begun(name, fingers):
            state = self.beds[name].folder / f"state-{Program.count}"
            shutil.copytree(full, state)
            return self.start(name, fingers, state=state)

        @contextlib.contextmanager
        def beside(number, programs):
            agent = fleet.start(f"round-{number}", programs[names[0]].socket)
            writers = [Writer(program.socket) for program in programs.values()]
            nats = fleet.nats()
            have = lambda: fleet.stored(nats).get(f"round-{number}", 0)
            kiosks.await_all(lambda: have() > 0, "touchd-fleet has sent nothing", 60)
            before = have()
            yield
            # A touchd-fleet that stopped early would not have been measured.
            if not before < (after := have()) or after >= 20_000:
                raise SystemExit(f"bench: touchd-fleet did not send throughout the round: {before}, then {after} of 20,000 results")
            for writer in writers:
                writer.close()
            nats.close()
            fleet.stop([agent])

        try:
            with Awake():
                ours, alone = self.rounds(names, rounds=rounds, blocks=8, frames=50, fingers=1, rate=125, begun=begun,
                                          beside=beside).values()
        finally:
            fleet.close()
        for key, most in (("p50", None), ("p99", 1.2)):
            self.compare(f"latency at 125 Hz while touchd-fleet sends 20,000 results, compared with none, {key}", "µs", ours, alone,
                         key, "≤ 1.2×" if most else "", most=most)

    def checks(self):
        """What the check of a pattern costs others: the latency of another widget's moves during a check and without one; and
        when callers get the reply to each kind of drawing."""
        program = self.start("touchd")
        self.unlock(program)
        self.draw(program, ["enroll", "anna", "--duress"], ["1-4-8-5-9", "2-4-8-6-9", "2-4-8-6-9"], pause=1.5)
        screen = Wire(program.socket)
        screen.send("io.touchd.scene.Present", {"widgets": [
            {"id": "lock", "kind": "pattern", "x": 320.0, "y": 80.0, "width": 640.0, "height": 640.0},
            {"id": "volume", "kind": "slider", "x": 40.0, "y": 730.0, "width": 1200.0, "height": 60.0}]}, more=True)
        scene = screen.receive()["scene"]
        shown = Listener(screen)
        lags, waits = {True: [], False: []}, {"right": [], "wrong": [], "repeated": [], "duress": []}
        with Awake():
            for number in range(12):
                # The right one comes last: it clears the count of wrong ones. A repeated drawing costs no attempt.
                wrong = ("1-2-3-6-5-4", "1-2-3-6-9-8")[number % 2]
                drawings = (("wrong", wrong), ("repeated", wrong), ("duress", "2-4-8-6-9"), ("right", "1-4-8-5-9"))
                for kind, dots in drawings:
                    asker = Wire(program.socket)
                    asker.send("io.touchd.unlock.Verify", {
                        "user": "anna", "scene": scene, "widget": "lock", "maxAttempts": 1}, more=True)
                    while not asker.receive().get("ready"):
                        pass
                    shown.heard.clear()
                    answered = Listener(asker, until="outcome")
                    self.beds["touchd"].do(f"pattern {dots} in 320,80,640,640 speed 3000")
                    for _ in range(3):
                        self.beds["touchd"].do("line 100,760 1100,760 speed 4000 rate 125")
                    answered.join()
                    asker.close()
                    # A keep-alive may come before it.
                    end = next(at for at, reply in answered.heard if "attempt" in reply)
                    events = [(at, reply["event"]) for at, reply in shown.heard if "event" in reply]
                    lift = next(event["timeUSec"] for _, event in events if event["name"] == "completed")
                    waits[kind].append((end - lift) / 1000)
                    for at, event in events:
                        if event.get("widget") == "volume" and event["timeUSec"] > lift:
                            lags[event["timeUSec"] < end].append(at - event["timeUSec"])
                    time.sleep(0.1 if kind in ("right", "duress") else 1.1)
        program.stop()
        beside, alone = sorted(lags[True]), sorted(lags[False])
        for name, place in (("p50", 0.5), ("p99", 0.99)):
            ours, theirs = (numbers[int(len(numbers) * place)] for numbers in (beside, alone))
            self.row(f"moves of another widget while a pattern is checked, {name}", f"{ours:.0f} µs",
                     f"{theirs:.0f} µs without a check", f"{ours / theirs:.2f}", "≤ 1.5×" if name == "p50" else "",
                     ours <= 1.5 * theirs if name == "p50" else None)
        for kind, numbers in waits.items():
            self.row(f"reply to a {kind} drawing after its lift", spread(numbers, "ms", 1))

    def verdicts(self):
        with tempfile.TemporaryDirectory() as folder:
            answer = subprocess.run(
                [self.bin / "touchverdicts", f"{folder}/vault.db"], stdout=subprocess.PIPE, text=True, check=True)
        for line in answer.stdout.splitlines():
            what, _, text = line.rpartition(": ")
            p50, p99 = (float(word) / 1000 for word in text.split())
            # Rows that include the disk have no target.
            most = 1 if what.endswith("judge and sign") else None
            self.row(f"{what}, p50 and p99", f"{p50:.2f} ms, {p99:.2f} ms", "", "",
                     "≤ 1 ms" if most else "", p99 <= most if most else None)
        waits = self.lifts()
        p99 = waits[len(waits) * 99 // 100]
        self.row("verdict of a captcha: from the kernel's timestamp of the lift to the caller, p50 and p99",
                 f"{waits[len(waits) // 2]:.2f} ms, {p99:.2f} ms", "", "", "≤ 10 ms", p99 <= 10)

    def lifts(self):
        """How long callers wait for the verdict after the lift, in milliseconds, sorted."""
        program, waits = self.start("touchd"), []
        for _ in range(100):
            made = Wire(program.socket).call("io.touchd.captcha.Create", {
                "profile": "given", "given": {"targetValue": 0.5}, "maxAttempts": 1, "pictures": False})
            screen, asker = Wire(program.socket), Wire(program.socket)
            screen.send("io.touchd.scene.Present", {"widgets": [
                {"id": "puzzle", "kind": "captcha", "x": 320.0, "y": 200.0, "width": 640.0, "height": 400.0,
                 "captcha": {"challengeId": made["challengeId"]}}]}, more=True)
            screen.receive()
            asker.send("io.touchd.captcha.Await", {"challengeId": made["challengeId"]}, more=True)
            self.beds["touchd"].do("slide 0.5 in 320,568,640,32 speed 3000 rate 500")
            while "outcome" not in asker.receive():
                pass
            heard = time.clock_gettime(time.CLOCK_MONOTONIC)
            while (event := screen.receive().get("event", {})).get("name") != "completed":
                pass
            waits.append(heard * 1000 - event["timeUSec"] / 1000)
            screen.close()
            asker.close()
        program.stop()
        return sorted(waits)

    def pictures(self):
        """Challenges of 400 by 268 (cut from a prepared picture; the same with PNG and base64; also drawn), against Pillow, which
        cuts and encodes the same pictures, and Pillow doing what go-captcha does at its size. They take turns."""
        ours, theirs = {}, []
        for _ in range(3):
            answer = subprocess.run([self.bin / "touchdrawing"], stdout=subprocess.PIPE, text=True, check=True)
            for line in answer.stdout.splitlines():
                name, *numbers = line.split()
                ours.setdefault(name, []).append([float(number) for number in numbers])
            theirs.append(pillow_times(self.bin / "touchpuzzles"))
        same, others = ([statistics.median(run[index] for run in theirs) for index in (0, 1)]
                        if theirs[0] else (None, None))

        def figure(name, index):
            return statistics.median(run[index] for run in ours[name]) / 1000

        def add(what, name, index, most, beside=None, whose=""):
            time = figure(name, index)
            self.row(what, f"{time:.2f} ms", f"{whose} {beside:.2f} ms" if beside else "",
                     f"{time / beside:.2f}" if beside else "", f"≤ {most} ms" if most else "",
                     None if most is None else time <= most)

        add("captcha, simple: cut, raw pixels, p50", "cut-simple", 0, None)
        add("captcha, default: cut, raw pixels, p50", "cut-default", 0, 0.5)
        add("captcha, default: cut, raw pixels, p99", "cut-default", 2, 2)
        add("captcha, default: cut, PNG and base64, p50", "cut-png", 0, 2, same, "Pillow, the same pictures")
        add("captcha, default: the same, compared with other sizes and JPEG", "cut-png", 0, None, others,
            "Pillow as go-captcha")
        add("captcha, default: drawn, cut, PNG and base64, p50", "whole", 0, 5)
        for name in sorted(name for name in ours if name.startswith("draw-")):
            motif = name.removeprefix("draw-")
            self.row(f"captcha: a picture of {motif} drawn, and its PNG", f"{figure(name, 0):.2f} ms",
                     f"{ours['png-' + motif][0][3] / 1000:.0f} kB")
        length = ours["whole"][0][3] / 1000
        self.row("captcha, default: PNG of the picture, mean", f"{length:.0f} kB", "", "", "≤ 70 kB", length <= 70)
        rate = 1000 / figure("cut-default", 0)
        self.row("captcha, default: cut per second, one core", f"{rate:,.0f}", "", "", "≥ 2000", rate >= 2000)
        for what, name, most in (("cut", "cut-default", None), ("cut, PNG in base64", "cut-png", 1_000_000)):
            asked = ours[name][0][4]
            self.row(f"captcha, default: heap allocated, {what}", f"{asked / 1e6:.2f} MB", "", "",
                     "≤ 1 MB" if most else "", None if most is None else asked <= most)
        self.row("captcha: memory of a puzzle without its pictures", f"{ours['kept'][0][0]:.0f} bytes", "", "",
                 "≤ 4 kB", ours["kept"][0][0] <= 4096)

    def size(self):
        with tempfile.TemporaryDirectory() as folder:
            for name in ("touchd", "touchctl", "touchsim"):
                stripped = pathlib.Path(folder) / name
                subprocess.run(["strip", "-o", stripped, self.bin / name], check=True)
                self.row(f"size of {name}, stripped", f"{stripped.stat().st_size / 1e6:.1f} MB")
        # Packages, if make deb built them.
        for package in sorted(HERE.parent.glob(".build/packages/touchd*.deb")):
            name = package.name.split("_")[0]
            if "dbgsym" in name:
                continue
            field = subprocess.run(["dpkg-deb", "-f", package, "Installed-Size"], capture_output=True, check=True)
            self.row(f"package {name}: download, installed",
                     f"{package.stat().st_size / 1e6:.1f} MB, {int(field.stdout) / 1024:.1f} MiB")


class Wire:
    """A connection to touchd."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(20)
        self.socket.connect(str(path))
        self.rest = b""

    def send(self, method, parameters, more=False):
        self.socket.sendall(json.dumps({"method": method, "parameters": parameters, "more": more}).encode() + b"\0")

    def receive(self):
        while b"\0" not in self.rest:
            part = self.socket.recv(65536)
            if not part:
                raise SystemExit("bench: touchd closed the connection")
            self.rest += part
        message, _, self.rest = self.rest.partition(b"\0")
        reply = json.loads(message)
        if "error" in reply:
            raise SystemExit(f"bench: {reply}")
        return reply["parameters"]

    def call(self, method, parameters):
        self.send(method, parameters)
        return self.receive()

    def close(self):
        self.socket.close()


class Writer(threading.Thread):
    """Stores ten results a second, for an existing user."""

    def __init__(self, path):
        super().__init__(daemon=True)
        self.wire, self.is_over = Wire(path), False
        self.start()

    def run(self):
        number = 0
        while not self.is_over:
            self.wire.call("io.touchd.unlock.Restrict", {"user": "user-0", "disabled": number % 2 == 0})
            number += 1
            time.sleep(0.1)

    def close(self):
        self.is_over = True
        self.join()
        self.wire.close()


class Listener(threading.Thread):
    """Records every reply on a connection with its arrival time in microseconds, until the connection ends or a reply has the
    member `until`."""

    def __init__(self, wire, until=None):
        super().__init__(daemon=True)
        self.wire, self.until, self.heard = wire, until, []
        self.start()

    def run(self):
        try:
            while True:
                reply = self.wire.receive()
                self.heard.append((time.clock_gettime(time.CLOCK_MONOTONIC) * 1e6, reply))
                if self.until and self.until in reply:
                    return
        except (OSError, SystemExit):
            return


def plural(fingers):
    return "1 finger" if fingers == 1 else f"{fingers} fingers"


def callgrind(counts, at_start=False):
    return ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counts}",
            f"--instr-atstart={'yes' if at_start else 'no'}"]


def spread(numbers, unit, digits=0):
    if not digits and statistics.median(numbers) < 10:
        digits = 1
    low, middle, high = (f"{number:,.{digits}f}" for number in (min(numbers), statistics.median(numbers), max(numbers)))
    return f"{middle} {unit}" + (f" ({low} to {high})" if low != high else "")


def pillow_times(touchpuzzles, rounds=300):
    """Medians in ms of cutting and encoding with Pillow: our puzzles, and those of go-captcha; empty without Pillow."""
    try:
        from PIL import Image, ImageDraw
    except ImportError:
        return []
    import base64
    import io
    import random
    chance = random.Random(1)

    def timed(work):
        times = []
        for number in range(rounds):
            begin = time.perf_counter()
            for image, form, options in work(number):
                file = io.BytesIO()
                image.save(file, form, **options)
                base64.b64encode(file.getvalue())
            times.append((time.perf_counter() - begin) * 1000)
        return statistics.median(times)

    # Twelve of our pictures. They already have a gap, which does not affect the times.
    stream = subprocess.run([touchpuzzles, "puzzles", "default", "0", "12"], stdout=subprocess.PIPE, check=True).stdout
    pictures, masks, place = [], [], 0
    while place < len(stream):
        w, h, pw, ph = struct.unpack_from("<4i", stream, place)
        place += 40
        pictures.append(Image.frombytes("RGB", (w, h), stream[place:place + 3 * w * h]))
        place += 3 * w * h
        masks.append(Image.frombytes("RGBA", (pw, ph), stream[place:place + 4 * pw * ph]).getchannel("A"))
        place += 4 * pw * ph

    def same(number):
        picture, mask = pictures[number % 12].copy(), masks[number % 12]
        left, top = chance.randrange(70, picture.width - 80), chance.randrange(picture.height - 80)
        piece = picture.crop((left, top, left + mask.width, top + mask.height)).convert("RGBA")
        piece.putalpha(mask)
        picture.paste((247, 243, 234), (left, top), mask)
        return (picture, "PNG", {"compress_level": 1}), (piece, "PNG", {"compress_level": 1})

    # 300 by 220 out of a larger photograph, a piece of 65, a translucent gap, JPEG of quality 100 and PNG.
    whole = Image.effect_mandelbrot((400, 340), (-2, -1.5, 1, 1.5), 60).convert("RGB")
    disc = Image.new("L", (65, 65), 0)
    ImageDraw.Draw(disc).ellipse((4, 4, 60, 60), fill=255)

    def others(_):
        x, y = chance.randrange(100), chance.randrange(120)
        picture = whole.crop((x, y, x + 300, y + 220))
        left, top = chance.randrange(70, 235), chance.randrange(155)
        piece = picture.crop((left, top, left + 65, top + 65)).convert("RGBA")
        piece.putalpha(disc)
        picture.paste((40, 40, 40), (left, top), disc.point(lambda value: value * 6 // 10))
        return (picture, "JPEG", {"quality": 100}), (piece, "PNG", {})

    return [timed(same), timed(others)]


def mib(kib):
    return f"{kib / 1024:.1f} MiB"


def table(rows, seconds, priority):
    release = platform.freedesktop_os_release().get("PRETTY_NAME", platform.system())
    lines = [
        "# Last measurement", "",
        f"`make bench` on {os.cpu_count()} processors, {release}, kernel {platform.release()}, load {LOAD:.1f} before it;"
        f" {seconds:.0f} s. All processes run at {priority} priority. Figures are medians of rounds, with the smallest and largest in"
        " parentheses; ratios are formed within a round.", "",
        "| what | touchd | the same job in C, or as named | ratio | a smaller job in C | target | |",
        "|---|---:|---:|---:|---:|---|---|"]
    lines += ["| " + " | ".join(str(cell) for cell in row) + " |" for row in rows]
    return "\n".join(lines + ["", (HERE / "notes.md").read_text()])


LOAD = os.getloadavg()[0]


def go_first():
    """Gives this process and its children real-time priority.

    Otherwise, on a busy machine, the time slices of other processes would be measured.
    """
    try:
        os.sched_setscheduler(0, os.SCHED_RR, os.sched_param(1))
    except PermissionError:
        return "ordinary"
    return "real-time (SCHED_RR 1)"


def main():
    known = [
        "startup", "stores", "methods", "beside", "hotplug", "latency", "load", "flood", "instructions", "peers", "panels", "allocations", "memory",
        "models", "checks", "verdicts", "bridge", "page", "fleet", "pictures", "size",
    ]
    wanted = sys.argv[2:] or known
    for name in wanted:
        if name not in known:
            raise SystemExit(f"bench: unknown measurement {name} (known: {', '.join(known)})")
    priority = go_first()
    begin = time.monotonic()
    bench = Bench(pathlib.Path(sys.argv[1]))
    try:
        for name in wanted:
            getattr(bench, name)()
    finally:
        bench.close()
    text = table(bench.rows, time.monotonic() - begin, priority)
    print(text, end="")
    # Only a complete table is kept.
    if wanted == known:
        (HERE / "last.md").write_text(text)


if __name__ == "__main__":
    main()
