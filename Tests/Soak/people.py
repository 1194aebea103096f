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

from kiosk import PATIENCE, simulate
from steady import verdict
from touchd import Touchd, TouchdError

SAMPLES = 60
#: Tolerated growth over the second half: a page of SQLite's cache, a stack and the allocator's steps.
TOLERANCES = {"private dirty, KiB": 256, "resident, KiB": 512, "descriptors": 0.5, "threads": 0.5}
PATTERN, OTHERS = "1-4-8-5-9", ["1-2-3-6-9", "7-8-9-6-3", "3-5-7-8-9"]
#: Maximum wrong drawings in a row: the fifth would begin a wait.
MOST_WRONG = 3
FRAME = {"x": 440.0, "y": 200.0, "width": 400.0, "height": 400.0}


class Stuck(Exception):
    """A wait has timed out."""


class People:
    def __init__(self, options):
        self.options, self.chance = options, random.Random(options.seed)
        self.touchd = Touchd(options.socket, PATIENCE)
        self.wrong, self.told, self.faults, self.samples = 0, set(), [], []
        self.visits = dict.fromkeys(("button", "slider", "right unlock", "wrong unlock", "captcha"), 0)

    def show(self, kind, settings):
        """A scene of one widget, its name, and its layout."""
        screen = self.touchd.stream("io.touchd.scene.Present", widgets=[{"id": kind, "kind": kind, **FRAME, kind: settings}])
        shown = next(screen)
        return screen, shown["scene"], shown["layout"][0].get(kind, {})

    def wait(self, stream, found):
        """The next reply of a stream that is looked for; signs of life are not."""
        end, heard = time.monotonic() + PATIENCE, []
        for reply in stream:
            if found(reply):
                return reply
            heard.append(reply)
            if time.monotonic() > end:
                break
        raise Stuck(f"{stream.method}: {heard}")

    def wait_for_event(self, screen, name):
        self.wait(screen, lambda reply: reply.get("event", {}).get("name") == name)

    def do(self, command):
        simulate(self.options.panel, command)

    def pace(self):
        """The speed of this hand, in touchsim's syntax."""
        return f"speed {self.chance.uniform(250, 1200):.0f}"

    def draw(self, pattern):
        self.do("pattern {} in {x:g},{y:g},{width:g},{height:g} {}".format(pattern, self.pace(), **FRAME))

    # -- what people do ----------------------------------------------------------------------------------------------------

    def enroll(self):
        screen, scene, _ = self.show("pattern", {"purpose": "enroll"})
        with screen, self.touchd.stream("io.touchd.unlock.Enroll", user="anna", scene=scene, widget="pattern") as call:
            self.wait(call, lambda reply: "ready" in reply)
            self.draw(PATTERN)
            self.wait(call, lambda reply: reply.get("step") == "first_recorded")
            self.draw(PATTERN)
            self.expect("passed", self.wait(call, lambda reply: "outcome" in reply))

    def expect(self, outcome, answer):
        if answer["outcome"] != outcome or "resultId" not in answer:
            self.faults.append(f"{outcome} expected: {answer}")
        self.told.add(answer.get("resultId"))

    def unlock(self, is_right):
        screen, scene, _ = self.show("pattern", {})
        with screen, self.touchd.stream("io.touchd.unlock.Verify", user="anna", scene=scene, widget="pattern", maxAttempts=1) as call:
            self.wait(call, lambda reply: "ready" in reply)
            self.draw(PATTERN if is_right else self.chance.choice(OTHERS))
            self.wrong = 0 if is_right else self.wrong + 1
            self.expect("passed" if is_right else "failed", self.wait(call, lambda reply: "outcome" in reply))

    def press(self):
        with self.show("button", {})[0] as screen:
            self.do(f"tap {self.chance.uniform(480, 800):.0f},{self.chance.uniform(240, 560):.0f} "
                    f"hold {self.chance.uniform(60, 400):.0f}")
            self.wait_for_event(screen, "pressed")

    def slide(self):
        with self.show("slider", {})[0] as screen:
            places = " ".join(f"{self.chance.uniform(480, 800):.0f},400" for _ in range(self.chance.randint(2, 4)))
            self.do(f"line {places} {self.pace()}")
            self.wait_for_event(screen, "ended")

    def solve(self):
        target, is_right = self.chance.uniform(0.2, 0.9), self.chance.random() < 0.7
        challenge = self.touchd.call("io.touchd.captcha.Create", profile="given", maxAttempts=1, study=True,
                                     puzzle={"pictures": False}, given={"targetValue": target})["challengeId"]
        screen, _, layout = self.show("captcha", {"challengeId": challenge})
        with screen, self.touchd.stream("io.touchd.captcha.Await", challengeId=challenge) as asker:
            bar, way = layout["bar"], target if is_right else target - 0.15
            self.do("slide {:.4f} in {:g},{:g},{:g},{:g} {}".format(
                way, bar["x"] + FRAME["x"], bar["y"] + FRAME["y"], bar["width"], bar["height"], self.pace()))
            attempt = self.wait(asker, lambda reply: "attempt" in reply)["attempt"]
            # touchsim's hand is even and fast, and is occasionally rejected as not human.
            is_recognized = is_right and attempt["outcome"] == "failed" and "flaw" in attempt
            self.expect("passed" if is_right and not is_recognized else "failed", attempt)

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
        self.touchd.call("io.touchd.manage.Status")
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
            time.sleep(min(self.chance.uniform(1, 20), max(0, begin + seconds - time.monotonic())))
            # Sampled after a pause, when the last visitor has left.
            if now >= len(self.samples) * seconds / SAMPLES:
                self.sample()
                print(f"{now:.0f} s, {sum(self.visits.values())} visits, {self.samples[-1]}", flush=True)
        stored = self.stored() - earlier
        if stored != self.told:
            self.faults.append(f"{len(self.told - stored)} results were reported and not stored, "
                               f"{len(stored - self.told)} stored and not reported")
        if not self.touchd.call("io.touchd.result.VerifyChain")["intact"]:
            self.faults.append("the chain of results is broken")

    def stored(self):
        """The ids of all stored results."""
        found, after = set(), 0
        while page := self.touchd.call("io.touchd.result.List", after=after, limit=1000)["results"]:
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
    except (Stuck, TouchdError, OSError) as error:
        people.report()
        print(f"people: {error}", flush=True)
        sys.exit(3)


if __name__ == "__main__":
    main()
