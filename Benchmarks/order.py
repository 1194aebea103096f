#!/usr/bin/python3
"""Prints the functions of touchd that run for each report, in the program's order, for scripts/release.order, which places them
next to each other.

    order.py BIN

callgrind records them, so the list is the same on every machine.
"""

import pathlib
import re
import subprocess
import sys
import time

from bench import Bench


def functions(profile):
    """Names of touchd's functions in a callgrind file."""
    found, own = set(), False
    for line in profile.read_text().splitlines():
        if line.startswith("ob="):
            own = line.endswith("/touchd")
        elif own and line.startswith("fn="):
            found.add(re.sub(r"'\d+$", "", line[3:]))
    return found


def main():
    bench = Bench(pathlib.Path(sys.argv[1]))
    try:
        bed = bench.beds["touchd"]
        out = bed.folder / "profile"
        program = bench.start("touchd", under=[
            "valgrind", "-q", "--tool=callgrind", "--demangle=no", "--compress-strings=no", f"--callgrind-out-file={out}"])

        def dump(name):
            time.sleep(1)
            before = set(bed.folder.glob("profile*"))
            subprocess.run(["callgrind_control", "-d", name, str(program.process.pid)], check=True, capture_output=True)
            (made,) = set(bed.folder.glob("profile*")) - before
            return functions(made)

        client = bench.client("touchd", program, 1)
        bed.flood(100, 1, 60)
        dump("showing")
        bed.flood(200, 1, 60)
        reports = dump("reports")
        program.stop()
        client.finish()
        places = {}
        binary = bed.folder / "touchd"
        text = subprocess.run(["nm", "-n", "--defined-only", binary], check=True, capture_output=True, text=True).stdout
        for number, line in enumerate(text.splitlines()):
            places.setdefault(line.split()[2], number)
        for name in sorted(reports & places.keys(), key=places.get):
            print(name)
    finally:
        bench.close()


if __name__ == "__main__":
    main()
