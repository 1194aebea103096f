"""Attacks the puzzles of each profile and prints how often they are solved.

    attack.py TOUCHPUZZLES [--count N] [--seed S] [--train N] [--ceilings] [PROFILE…]

An attack succeeds if both coordinates are within the tolerance of the profile. Intervals are Wilson's at 95 %. Without
--seed the puzzles are new; the training puzzles always have the same seeds, far from all others. Attacks that do not look at
the picture must stay at chance level: with --ceilings the program fails if one exceeds its ceiling.
"""

import argparse
import multiprocessing
import os
import secrets
import struct
import subprocess
import sys
import time

import numpy as np

from attacks import UNTRAINED, untrained

# Largest error in whole pixels that passes on both axes; the limits are 3 and 7.15 pixels, exclusive.
TOLERANCE = {"simple": 2, "default": 7}
# Ceilings for attacks that do not look at the picture, in percent.
CEILING = {"blind guess": 0.7, "constant answer": 1.5, "start of the piece": 1.5, "sizes of the files": 3}
TRAINING_SEED = 1 << 60


class Puzzle:
    def __init__(self, stream):
        head = stream.read(40)
        if len(head) < 40:
            raise EOFError("touchpuzzles ended early")
        w, h, pw, ph, *places = struct.unpack("<10i", head)
        self.picture = np.frombuffer(stream.read(w * h * 3), np.uint8).reshape(h, w, 3)
        self.piece = np.frombuffer(stream.read(pw * ph * 4), np.uint8).reshape(ph, pw, 4)
        self.target, self.start, self.lengths = tuple(places[:2]), tuple(places[2:4]), tuple(places[4:])


def draw(program, profile, seed, count):
    with subprocess.Popen([program, "puzzles", profile, str(seed), str(count)], stdout=subprocess.PIPE) as process:
        for _ in range(count):
            yield Puzzle(process.stdout)


def cuts(program, profile, seed, count):
    """One row per puzzle: width and height of picture and piece, target, start."""
    out = subprocess.run([program, "cuts", profile, str(seed), str(count)], stdout=subprocess.PIPE, check=True).stdout
    return np.frombuffer(out, "<i4").reshape(count, 8)


def solve(puzzle):
    answers = untrained(puzzle)
    if TRAINED:
        answers["trained"] = TRAINED.solve(puzzle)
    return puzzle.target, puzzle.lengths, answers


TRAINED = None


def interval(hits, count):
    """Wilson's 95 % interval, in percent."""
    z, p = 1.96, hits / count
    middle, width = p + z * z / 2 / count, z * ((p * (1 - p) + z * z / 4 / count) / count) ** 0.5
    return 100 * (middle - width) / (1 + z * z / count), 100 * (middle + width) / (1 + z * z / count)


def within(one, other, tolerance):
    return bool((np.abs(np.subtract(one, other)) <= tolerance).all())


def constant(targets, tolerance):
    """How many targets the best fixed answer hits."""
    hits = np.zeros((400, 640), int)
    for x, y in targets:
        hits[max(y - tolerance, 0):y + tolerance + 1, max(x - tolerance, 0):x + tolerance + 1] += 1
    return int(hits.max())


def nearest(known, targets, tolerance):
    """How many targets are hit by guessing the target of the most similar puzzle, compared by `known`."""
    known = np.asarray(known, float)
    known = (known - known.mean(axis=0)) / (known.std(axis=0) + 1e-9)
    hits = 0
    for index, target in enumerate(targets):
        distance = np.abs(known - known[index]).sum(axis=1)
        distance[index] = np.inf
        hits += within(targets[int(distance.argmin())], target, tolerance)
    return hits


def main():
    global TRAINED
    parser = argparse.ArgumentParser()
    parser.add_argument("program")
    parser.add_argument("profiles", nargs="*", default=list(TOLERANCE))
    parser.add_argument("--count", type=int, default=500)
    parser.add_argument("--cuts", type=int, default=2000)
    parser.add_argument("--train", type=int, default=300, help="number of training puzzles; 0: no trained solver")
    parser.add_argument("--seed", type=int)
    parser.add_argument("--ceilings", action="store_true", help="fail if an attack exceeds its ceiling")
    options = parser.parse_intermixed_args()
    seed = secrets.randbits(48) if options.seed is None else options.seed
    failed = []
    print(f"Seed {seed}, {options.count} puzzles per profile, {options.train} training puzzles.\n")
    print("| attack | profile | solved | of | interval (95 %) | ceiling |\n|---|---|---:|---:|---|---|")

    def row(name, profile, hits, count, chance=None):
        rate = 100 * hits / count if chance is None else 100 * chance
        between = "" if chance is not None else "{:.1f} to {:.1f} %".format(*interval(hits, count))
        most = CEILING.get(name)
        text = "" if most is None else f"≤ {most} %" + (" **missed**" if rate > most else "")
        print(f"| {name} | {profile} | {rate:.{1 if rate >= 2 else 2}f} % | {count} | {between} | {text} |", flush=True)
        if most is not None and rate > most:
            failed.append(f"{name} on {profile}")

    for profile in options.profiles:
        tolerance = TOLERANCE[profile]
        if options.train:
            from trained import Trained
            begin = time.process_time()
            TRAINED = Trained(draw(options.program, profile, TRAINING_SEED, options.train))
            print(f"trained on {profile}: {time.process_time() - begin:.0f} s of CPU time", file=sys.stderr)
        with multiprocessing.Pool(min(os.cpu_count(), 2)) as pool:
            found = list(pool.imap(solve, draw(options.program, profile, seed, options.count), 4))
        targets = [target for target, _, _ in found]
        for name in UNTRAINED + (("trained",) if TRAINED else ()):
            row(name, profile, sum(within(a[name], t, tolerance) for t, _, a in found), len(found))
        row("sizes of the files", profile, nearest([lengths for _, lengths, _ in found], targets, tolerance), len(found))
        table = cuts(options.program, profile, seed + options.count, options.cuts)
        if profile == "default":
            row("start of the piece", profile, nearest(table[:, [2, 6, 7]], table[:, 4:6], tolerance), len(table))
        row("constant answer", profile, constant(table[:, 4:6], tolerance), len(table))
        # An attacker who knows the design guesses right of where the piece starts.
        places = (table[:, 0] - 2 * table[:, 2] + 1) * (table[:, 1] - table[:, 3] + 1)
        row("blind guess", profile, 0, len(table), float(((2 * tolerance + 1) ** 2 / places).mean()))
    if options.ceilings and failed:
        sys.exit(f"attack: ceiling exceeded: {', '.join(failed)}")


if __name__ == "__main__":
    main()
