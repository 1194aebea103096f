#!/usr/bin/python3
"""Simulated people at an installed kiosk: every 1 to 20 seconds a person presses, slides, unlocks (right or wrong) or solves a
captcha, at a human pace. Prints the daemon's use of resources over time.

    people.py --pid PID --seconds S [--seed N] [--socket PATH] [--panel PATH] [--samples FILE]

Exit status: 0 only if memory, descriptors and threads are flat by the rule of steady.py, every action had the expected outcome
and every result was stored; 1 if not, or if it is unclear; 3 if the daemon stopped replying."""

import argparse
import json
import os
import pathlib
import random
import secrets
import statistics
import sys
import time

from steady import verdict
from wire import Call, Panel, Stuck, Wires, placed

SAMPLES = 60
#: Tolerated growth over the second half: a page of SQLite's cache, a stack and the allocator's steps.
TOLERANCES = {"private dirty, KiB": 256, "resident, KiB": 512, "descriptors": 0.5, "threads": 0.5}
PATTERN, OTHERS = "1-4-8-5-9", ["1-2-3-6-9", "7-8-9-6-3", "3-5-7-8-9"]
#: Maximum wrong drawings in a row: the fifth would begin a wait.
MOST_WRONG = 3
FRAME = {"x": 440.0, "y": 200.0, "width": 400.0, "height": 400.0}


class People:
    def __init__(self, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.wires = Wires()
        self.panel = Panel(self.wires, options.panel)
        self.wrong, self.told, self.faults, self.samples = 0, set(), [], []
        self.visits = dict.fromkeys(("button", "slider", "right unlock", "wrong unlock", "captcha"), 0)

    def call(self, method, parameters=None, **how):
        return Call(self.wires, self.options.socket, method, parameters, **how)

    def ask(self, method, parameters=None):
        call = self.call(method, parameters)
        answer = call.wait()
        call.close()
        return answer

    def show(self, kind, settings):
        """A scene of one widget, its layout, and the names of its events."""
        events, begun = [], []

        def heard(reply, _):
            begun.extend([reply] if "layout" in reply else [])
            events.extend([reply["event"]["name"]] if "event" in reply else [])

        screen = self.call("io.touchd.scene.Present", {"widgets": [{"id": kind, "kind": kind, **FRAME, kind: settings}]},
                           more=True, heard=heard)
        self.wires.until(lambda: begun or screen.error, f"a {kind} on screen")
        if screen.error:
            raise Stuck(f"a {kind}: {screen.error}")
        return screen, begun[0]["scene"], placed(begun[0]["layout"][0], kind), events

    def pace(self):
        """The speed of this hand, in touchsim's syntax."""
        return f"speed {self.chance.uniform(250, 1200):.0f}"

    def draw(self, pattern):
        self.panel.do("pattern {} in {x:g},{y:g},{width:g},{height:g} {}".format(pattern, self.pace(), **FRAME))

    # -- what people do ----------------------------------------------------------------------------------------------------

    def enroll(self):
        screen, scene, _, events = self.show("pattern", {"purpose": "enroll"})
        call = self.call("io.touchd.unlock.Enroll", {"user": "anna", "scene": scene, "widget": "pattern"}, more=True)
        call.wait("ready")
        self.draw(PATTERN)
        self.wires.until(lambda: "first_recorded" in events, lambda: f"the first drawing; events: {events}")
        self.draw(PATTERN)
        self.expect("passed", call.wait("outcome"))
        call.close()
        screen.close()

    def expect(self, outcome, answer):
        if answer["outcome"] != outcome or "resultId" not in answer:
            self.faults.append(f"{outcome} expected: {answer}")
        self.told.add(answer.get("resultId"))

    def unlock(self, is_right):
        screen, scene, _, _ = self.show("pattern", {})
        call = self.call("io.touchd.unlock.Verify", {
            "user": "anna", "scene": scene, "widget": "pattern", "maxAttempts": 1}, more=True)
        call.wait("ready")
        self.draw(PATTERN if is_right else self.chance.choice(OTHERS))
        self.wrong = 0 if is_right else self.wrong + 1
        self.expect("passed" if is_right else "failed", call.wait("outcome"))
        call.close()
        screen.close()

    def press(self):
        screen, _, _, events = self.show("button", {})
        self.panel.do(f"tap {self.chance.uniform(480, 800):.0f},{self.chance.uniform(240, 560):.0f} "
                      f"hold {self.chance.uniform(60, 400):.0f}")
        self.wires.until(lambda: "pressed" in events, lambda: f"a press; events: {events}")
        screen.close()

    def slide(self):
        screen, _, _, events = self.show("slider", {})
        places = " ".join(f"{self.chance.uniform(480, 800):.0f},400" for _ in range(self.chance.randint(2, 4)))
        self.panel.do(f"line {places} {self.pace()}")
        self.wires.until(lambda: "ended" in events, lambda: f"the end of a slide; events: {events}")
        screen.close()

    def solve(self):
        target, is_right = self.chance.uniform(0.2, 0.9), self.chance.random() < 0.7
        made = self.ask("io.touchd.captcha.Create", {
            "profile": "given", "maxAttempts": 1, "study": True, "puzzle": {"pictures": False}, "given": {"targetValue": target}})
        screen, _, layout, _ = self.show("captcha", {"challengeId": made["challengeId"]})
        asker = self.call("io.touchd.captcha.Await", {"challengeId": made["challengeId"]}, more=True)
        way = target if is_right else target - 0.15
        self.panel.do("slide {:.4f} in {x:g},{y:g},{width:g},{height:g} {}".format(way, self.pace(), **layout["bar"]))
        attempt = asker.wait("attempt")["attempt"]
        # touchsim's hand is even and fast, and is occasionally rejected as not human.
        is_recognized = is_right and attempt["outcome"] == "failed" and "flaw" in attempt
        self.expect("passed" if is_right and not is_recognized else "failed", attempt)
        asker.close()
        screen.close()

    def visit(self):
        kind = self.chance.choice(list(self.visits))
        if kind == "wrong unlock" and self.wrong == MOST_WRONG:
            kind = "right unlock"
        self.visits[kind] += 1
        if kind.endswith("unlock"):
            self.unlock(kind.startswith("right"))
        else:
            {"button": self.press, "slider": self.slide, "captcha": self.solve}[kind]()

    # -- the run -----------------------------------------------------------------------------------------------------------

    def sample(self):
        self.ask("io.touchd.manage.Status")
        place = pathlib.Path(f"/proc/{self.options.pid}")
        rows = (line.split() for line in (place / "smaps_rollup").read_text().splitlines()[1:])
        sizes = {row[0]: int(row[1]) for row in rows}
        figures = [sizes["Private_Dirty:"], sizes["Rss:"], len(os.listdir(place / "fd")), len(os.listdir(place / "task"))]
        self.samples.append(dict(zip(TOLERANCES, figures)))
        if self.options.samples:
            with open(self.options.samples, "a") as file:
                print(json.dumps(self.samples[-1]), file=file)

    def run(self):
        begin, seconds = time.monotonic(), self.options.seconds
        earlier = self.stored()
        self.enroll()
        while (now := time.monotonic() - begin) < seconds:
            self.visit()
            pause = time.monotonic() + min(self.chance.uniform(1, 20), max(0, begin + seconds - time.monotonic()))
            while (rest := pause - time.monotonic()) > 0:
                self.wires.serve(rest)
            # Sampled after a pause, when the last visitor has left.
            if now >= len(self.samples) * seconds / SAMPLES:
                self.sample()
                print(f"{now:.0f} s, {sum(self.visits.values())} visits, {self.samples[-1]}", flush=True)
        stored = self.stored() - earlier
        if stored != self.told:
            self.faults.append(f"{len(self.told - stored)} results were reported and not stored, "
                               f"{len(stored - self.told)} stored and not reported")
        if not self.ask("io.touchd.result.VerifyChain")["intact"]:
            self.faults.append("the chain of results is broken")

    def stored(self):
        """The ids of all stored results."""
        found, after = set(), 0
        while page := self.ask("io.touchd.result.List", {"after": after, "limit": 1000})["results"]:
            found |= {result["id"] for result in page}
            after = page[-1]["sequence"]
        return found

    def report(self):
        """Prints a summary and the table; returns whether the run passed."""
        print(f"{self.options.seconds:.0f} s, {', '.join(f'{count} {kind}' for kind, count in self.visits.items())}\n\n"
              "| figure | first | middle | last | growth over the second half (99 %) | tolerance | |\n"
              "|---|---:|---:|---:|---:|---:|---|")
        verdicts = set()
        for name, tolerance in TOLERANCES.items():
            values = [sample[name] for sample in self.samples] or [0]
            said, (least, likely, greatest) = verdict(values, tolerance)
            verdicts.add(said)
            tenth = max(1, len(values) // 10)
            first, middle, last = (statistics.median(part) for part in (
                values[:tenth], values[(len(values) - tenth) // 2:][:tenth], values[-tenth:]))
            print(f"| {name} | {first:.0f} | {middle:.0f} | {last:.0f} | {likely:+.1f} ({least:+.1f} to {greatest:+.1f}) | "
                  f"{tolerance:.1f} | {said} |")
        for fault in self.faults[:20]:
            print(f"fault: {fault}")
        print(f"{len(self.faults)} faults", flush=True)
        return verdicts == {"flat"} and not self.faults


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("--pid", type=int, required=True)
    parser.add_argument("--seconds", type=float, required=True)
    parser.add_argument("--seed", type=int, default=secrets.randbits(32))
    parser.add_argument("--socket", default="/run/touchd/touchd.sock")
    parser.add_argument("--panel", default="/run/sim")
    parser.add_argument("--samples")
    options = parser.parse_args()
    print(f"people: seed {options.seed}", flush=True)
    people = People(options)
    try:
        people.run()
        sys.exit(0 if people.report() else 1)
    except (Stuck, OSError) as error:
        people.report()
        print(f"people: {error}", flush=True)
        sys.exit(3)


if __name__ == "__main__":
    main()
