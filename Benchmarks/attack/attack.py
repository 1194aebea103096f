"""Attacks the puzzles of each profile and prints how often they are solved.

    attack.py TOUCHPUZZLES [--count N] [--seed S] [--ceilings] [PROFILE…]

Nothing is trained and no picture is known beforehand; what is known is the design. Without --seed the puzzles are fresh.
An attack succeeds if both coordinates are within the tolerance of the profile. Intervals are Wilson's of 95 %.
"""

import argparse
import multiprocessing
import os
import secrets
import struct
import subprocess
import sys

import cv2
import numpy as np

from attacks import ATTACKS, answers

# Strictly less than this off in both axes passes, in pixels of the picture.
TOLERANCE = {"simple": 3, "default": 8, "hard": 8}
# Most that an attack may solve, in percent (goals G10 to G13 of the project).
CEILING = {
    "blind guess": 0.7, "constant answer": 1.5, "sum": 35, "brightness": 5, "texture": 5,
}


class Puzzle:
    def __init__(self, stream, profile):
        self.profile = profile
        head = stream.read(32)
        if len(head) < 32:
            raise EOFError
        w, h, pw, ph, *places = struct.unpack("<8i", head)
        self.picture = np.frombuffer(stream.read(w * h * 3), np.uint8).reshape(h, w, 3)
        self.piece = np.frombuffer(stream.read(pw * ph * 4), np.uint8).reshape(ph, pw, 4)
        self.target, self.start = tuple(places[:2]), tuple(places[2:])


def draw(program, profile, seed, count):
    with subprocess.Popen([program, profile, str(seed), str(count)], stdout=subprocess.PIPE) as process:
        for _ in range(count):
            yield Puzzle(process.stdout, profile)


def solve(puzzle):
    cv2.setNumThreads(1)
    return puzzle.target, answers(puzzle), reach(puzzle)


def reach(puzzle):
    (h, w), (ph, pw) = puzzle.picture.shape[:2], puzzle.piece.shape[:2]
    return w - pw, h - ph


def interval(hits, count):
    """Wilson's interval of 95 %, in percent."""
    z, p = 1.96, hits / count
    middle, width = p + z * z / 2 / count, z * ((p * (1 - p) + z * z / 4 / count) / count) ** 0.5
    return 100 * (middle - width) / (1 + z * z / count), 100 * (middle + width) / (1 + z * z / count)


def constant(targets, tolerance):
    """How many targets the best fixed answer hits."""
    hits = np.zeros((400, 640), int)
    for x, y in targets:
        hits[max(y - tolerance + 1, 0):y + tolerance, max(x - tolerance + 1, 0):x + tolerance] += 1
    return int(hits.max())


def blind(reaches, tolerance):
    """Chance of an answer that is drawn evenly from all places."""
    side = 2 * tolerance - 1
    return float(np.mean([side * side / ((x + 1) * (y + 1)) for x, y in reaches]))


def main():
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("profiles", nargs="*", default=list(TOLERANCE))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--constants", type=int, default=2000)
    parser.add_argument("--seed", type=int)
    parser.add_argument("--ceilings", action="store_true", help="fail where a ceiling of 'default' is missed")
    options = parser.parse_intermixed_args()
    seed = secrets.randbits(48) if options.seed is None else options.seed
    failed = []
    print(f"Seed {seed}, {options.count} puzzles a profile.\n")
    print("| attack | profile | solved | of | interval (95 %) | ceiling |\n|---|---|---:|---:|---|---|")

    def row(name, profile, hits, count, chance=None):
        rate = 100 * hits / count if chance is None else 100 * chance
        between = "" if chance is not None else "{:.1f} to {:.1f} %".format(*interval(hits, count))
        most = CEILING.get(name) if profile == "default" else None
        text = "" if most is None else f"≤ {most} %" + (" **missed**" if rate > most else "")
        print(f"| {name} | {profile} | {rate:.{1 if rate >= 2 else 2}f} % | {count} | {between} | {text} |", flush=True)
        if most is not None and rate > most:
            failed.append(name)

    for profile in options.profiles:
        tolerance = TOLERANCE[profile]
        with multiprocessing.Pool(min(os.cpu_count(), 2)) as pool:
            found = list(pool.imap(solve, draw(options.program, profile, seed, options.count), 4))
        targets = [target for target, _, _ in found]
        for name in ATTACKS:
            hits = sum(abs(a[name][0] - t[0]) < tolerance and abs(a[name][1] - t[1]) < tolerance
                       for t, a, _ in found)
            row(name, profile, hits, len(found))
        more = max(options.constants - len(targets), 0)
        targets += [puzzle.target for puzzle in draw(options.program, profile, seed + options.count, more)]
        row("constant answer", profile, constant(targets, tolerance), len(targets))
        row("blind guess", profile, 0, len(found), blind([r for _, _, r in found], tolerance))
    if options.ceilings and failed:
        sys.exit(f"above its ceiling: {', '.join(failed)}")


if __name__ == "__main__":
    main()
