#!/usr/bin/python3
"""Soaks touchd in the test bed at full speed: front ends that come and go with gestures of every model, right and wrong unlocks,
captchas, replugged panels, reloads. Prints the daemon's use of resources over time.

    soak.py BIN [--scale S] [--seed N] [--samples FILE] [--leak]

--scale 1 is 10^6 gestures, 10^4 front ends and unlocks, 10^3 replugs and reloads: about an hour on two idle processors.
Ctrl-C ends it early; the samples taken until then are judged.
--samples stores every sample (JSON lines). With --leak forty front ends never end, and the status is 0 if that leak is found.

Exit status: 0 only if memory, descriptors, threads and latency are flat by the rule of steady.py, every gesture had one end
and every result was stored once; 1 if not, or if it is unclear; 3 if the daemon stopped replying."""

import argparse
import collections
import json
import os
import pathlib
import random
import secrets
import signal
import statistics
import sys
import time

sys.path[:0] = [str(pathlib.Path(__file__).parent), str(pathlib.Path(__file__).parents[2] / "Benchmarks")]
from frontend import USERS, Visit, drawing
from ledgers import StoredResults
from steady import percentile, verdict
from testbed import Program, TestBed
from wire import Call, Panel, Stuck, Wires

FRONT_ENDS, GESTURES, REPLUGS, RELOADS = 10_000, 100, 1_000, 1_000
SAMPLES, STROKES, LEAKED = 100, 4, 40
# Tolerated growth over the second half: at scale 1 half a byte per gesture, fifty per front end.
TOLERANCES = {"private dirty, KiB": 256, "resident, KiB": 512, "descriptors": 0.5, "threads": 0.5}


class Soak:
    def __init__(self, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.count = max(1, round(FRONT_ENDS * options.scale))
        self.every = max(1, self.count // SAMPLES)
        self.bed = TestBed(pathlib.Path(options.bin).resolve())
        self.socket, self.state = self.bed.folder / "1.sock", self.bed.folder / "state"
        self.reloads = self.replugs = 0
        self.configure()
        self.program = Program(self.bed, [self.bed.bin / "touchd", "--config", self.bed.folder / "touchd.conf"])
        self.wires = Wires()
        self.panel = Panel(self.wires, self.bed.folder / "touchsim.sock")
        self.results, self.samples, self.shares, self.faults = StoredResults(), [], [], []
        self.gestures, self.cut, self.unlocks, self.front_ends, self.kept = 0, 0, {"passed": 0, "failed": 0}, 0, []
        self.challenges, self.is_stopped, self.verdicts = 0, False, {}
        for number in (signal.SIGINT, signal.SIGTERM):
            signal.signal(number, self.stop)
        self.watch = self.call("io.touchd.result.Watch", more=True, heard=self.watched)
        self.unheard = collections.deque(maxlen=20)
        self.ignored = self.call("io.touchd.monitor.Unheard", more=True,
                                 heard=lambda reply, now: self.unheard.extend(reply.get("landings", [])))
        self.devices = self.call("io.touchd.device.Watch", more=True, heard=lambda reply, now: None)
        self.wrong, self.patterns = dict.fromkeys(USERS, 0), {user: drawing(self.chance) for user in USERS}

    def stop(self, *_):
        """Ends the run after the current front end; the samples so far are judged."""
        self.is_stopped = True

    def configure(self):
        """Writes a configuration that differs from the previous one."""
        turn = self.reloads
        # A limit on results, so that the vault soon stops growing; results are read more often than this many are stored.
        (self.bed.folder / "touchd.conf").write_text(
            f"[touchd]\nsocket={self.socket}\nstate-directory={self.state}\nlog-level={('warning', 'error')[turn % 2]}\n"
            f"[view]\nsize=1280x800\n[input]\nallow-provenance=virtual\nkeep-frames={(10, 2)[turn // 2 % 2]}s\n"
            f"[unlock]\ntimeout={60 + turn % 7}s\n[captcha]\ntolerance={3 + turn % 3}\nlockout=off\n"
            f"[store]\nresults={max(50, 4 * self.every)}\nhash-memory=19MiB\nhash-passes=2\n[access]\ngroup-frontend=\n")

    def call(self, method, parameters=None, **how):
        return Call(self.wires, self.socket, method, parameters, **how)

    def ask(self, method, parameters=None):
        call = self.call(method, parameters)
        answer = call.wait()
        call.close()
        return answer

    def watched(self, reply, _):
        if "result" in reply:
            self.results.watch(reply["result"])

    def play(self, hand):
        """Plays the fingers' events since the last call."""
        text = hand.take_lines()
        if not text:
            return
        file = self.bed.folder / "fingers.evemu"
        file.write_text(text)
        self.panel.do(f"play {file} speed 0")

    def reload(self):
        self.reloads += 1
        self.configure()
        answer = self.ask("io.touchd.manage.Reload")
        if not answer["applied"] or not answer["changes"]:
            self.faults.append(f"a reload: {answer}")

    def replug(self):
        self.replugs += 1
        self.panel.do("unplug")
        self.panel.do("plug")
        self.panel.do("await-open 1")

    # -- samples -----------------------------------------------------------------------------------------------------------

    def collect(self):
        """Reads the results stored since the last call."""
        while True:
            page = self.ask("io.touchd.result.List", {"after": self.results.last, "limit": 1000})["results"]
            self.results.store(page)
            if len(page) < 1000:
                return

    def latency(self):
        """Latency from the kernel's timestamp to this process, p99 of a stroke at 500 Hz, in microseconds: the best of several
        strokes, because other work of the machine only adds to it."""
        lags, ended = [], []

        def heard(reply, now):
            event = reply.get("event", {})
            if event.get("name") == "changed":
                lags.append(now - event["timeUSec"])
            ended.append(event.get("name") == "ended")

        widgets = [{"id": "all", "kind": "slider", "x": 0.0, "y": 300.0, "width": 1280.0, "height": 200.0}]
        screen = self.call("io.touchd.scene.Present", {"widgets": widgets}, more=True, heard=heard)
        self.wires.until(lambda: ended, "a scene to measure on")
        strokes = []
        for _ in range(STROKES):
            lags.clear(), ended.clear()
            self.panel.do("line 60,400 1220,400 speed 6000 rate 500")
            self.wires.until(lambda: any(ended), "the end of a stroke")
            strokes.append(percentile(lags, 0.99))
        screen.close()
        return min(strokes)

    def sample(self):
        self.collect()
        latency = self.latency()
        self.ask("io.touchd.manage.Status")
        place = pathlib.Path(f"/proc/{self.program.process.pid}")
        rows = (line.split() for line in (place / "smaps_rollup").read_text().splitlines()[1:])
        sizes = {row[0]: int(row[1]) for row in rows}
        # PSS is only printed: it depends on other programs that map the same libraries.
        self.shares.append(sizes["Pss:"])
        figures = [sizes["Private_Dirty:"], sizes["Rss:"], len(os.listdir(place / "fd")), len(os.listdir(place / "task")),
                   latency]
        self.samples.append(dict(zip([*TOLERANCES, "latency p99, µs"], figures)))
        if self.options.samples:
            with open(self.options.samples, "a") as file:
                print(json.dumps(self.samples[-1]), file=file)

    # -- the run -----------------------------------------------------------------------------------------------------------

    def run(self):
        count, begin = self.count, time.monotonic()

        def some(number):
            return set(self.chance.sample(range(count), min(count, max(1, round(number * self.options.scale)))))

        replugs, reloads = some(REPLUGS), some(RELOADS)
        kept = {number * count // LEAKED for number in range(LEAKED)} if self.options.leak else ()
        Visit(self, self.chance).enroll()
        for number in range(count):
            if self.is_stopped:
                print(f"stopped early, after {number} of {count} front ends")
                break
            visit = Visit(self, self.chance)
            visit.run(GESTURES, replug=number in replugs, reload=number in reloads, stay=number in kept)
            self.front_ends += 1
            if number % self.every == self.every - 1:
                self.sample()
            if number % max(1, count // 20) == 0:
                print(f"soak: {number} of {count} front ends, {time.monotonic() - begin:.0f} s, {self.gestures} gestures, "
                      f"{self.samples[-1] if self.samples else ''}", file=sys.stderr, flush=True)
        self.finish(time.monotonic() - begin)

    def finish(self, seconds):
        self.collect()
        self.wires.until(lambda: len(self.results.watched) >= len(self.results.stored), "results on the stream")
        answer = self.ask("io.touchd.result.VerifyChain")
        if not answer["intact"]:
            self.faults.append(f"the chain of results: {answer}")
        self.faults += self.results.finish()
        print(f"seed {self.options.seed}, scale {self.options.scale:g}, {seconds:.0f} s, load {os.getloadavg()[0]:.1f} on "
              f"{os.cpu_count()} processors\n{self.gestures} gestures ({self.cut} of them cut off by the end of their front end), "
              f"{self.front_ends} front ends, {self.replugs} replugs, {self.reloads} reloads, {self.challenges} challenges, "
              f"unlocks: {self.unlocks['passed']} right, {self.unlocks['failed']} wrong; "
              f"{len(self.results.stored)} results\n")

    def report(self):
        """Prints the table and the faults."""
        print("| figure | first | middle | last | growth over the second half (99 %) | tolerance | |\n"
              "|---|---:|---:|---:|---:|---:|---|")
        for name in [*TOLERANCES, "latency p99, µs"]:
            values = [sample[name] for sample in self.samples]
            if not values:
                return
            # Latency depends on the machine, so it may grow by half.
            tolerance = TOLERANCES.get(name) or statistics.median(values[len(values) // 2:]) / 2
            said, (least, likely, greatest) = verdict(values, tolerance)
            self.verdicts[name] = said
            tenth = max(1, len(values) // 10)
            first, middle, last = (statistics.median(part) for part in (
                values[:tenth], values[(len(values) - tenth) // 2:][:tenth], values[-tenth:]))
            print(f"| {name} | {first:.0f} | {middle:.0f} | {last:.0f} | {likely:+.1f} ({least:+.1f} to {greatest:+.1f}) | "
                  f"{tolerance:.1f} | {said if said == 'flat' else f'**{said}**'} |")
        print(f"\nPSS: {min(self.shares)} to {max(self.shares)} KiB")
        for fault in self.faults[:20]:
            print(f"fault: {fault}")
        print(f"{len(self.faults)} faults", flush=True)

    @property
    def status(self):
        """The exit status: 0 if no fault was found; with --leak, if only the leak was found."""
        if self.options.leak:
            return int(bool(self.faults) or self.verdicts.get("descriptors") != "grows")
        return int(bool(self.faults) or set(self.verdicts.values()) != {"flat"})

    def close(self):
        for program in list(Program.running):
            program.stop()
        self.panel.wire.close()
        self.bed.close()


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("bin")
    parser.add_argument("--scale", type=float, default=1)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--samples")
    parser.add_argument("--leak", action="store_true")
    options = parser.parse_args()
    print(f"soak: seed {options.seed}", file=sys.stderr, flush=True)
    soak = Soak(options)
    try:
        soak.run()
        soak.report()
        status = soak.status
    except (Stuck, OSError) as error:
        soak.report()
        print(f"soak: {error}\nignored landings: {soak.unheard}\n{soak.program.log.read_text()[-4000:]}", file=sys.stderr)
        status = 3
    finally:
        soak.close()
    sys.exit(status)


if __name__ == "__main__":
    main()
