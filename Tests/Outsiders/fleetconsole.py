"""What an operator sees of a fleet, with real NATS servers.

    fleetconsole.py FOLDER-OF-PROGRAMS [CHECK…]"""
import os, re, subprocess, sys

sys.path.insert(0, os.path.dirname(__file__))
import fleet
from fleet import all_stored, check
from fleetfaults import captchas, condition
from kiosk import PATIENCE, until

def write(path, text):
    with open(path, "w") as file:
        file.write(text)
    return path


@check("kiosks that should exist and never connected are shown, and one that is gone can be forgotten")
def roster(bed):
    machine, nats = bed.machine(), bed.nats()
    done = bed.console.run(expected=1)
    assert done.stdout.startswith("0 kiosks") and "no kiosk has sent anything" in done.stdout, done
    machine.start_daemon()
    captchas(machine, 2)
    machine.start_fleet()
    all_stored(machine, nats)
    until(lambda: condition(bed.console) in ("ok", "warning", "error"), "a condition")
    names = write(f"{bed.folder}/names", "lobby\nattic # under the roof\n")
    lines = bed.console.run("--expect", names, expected=1).stdout.splitlines()
    assert re.fullmatch(r"2 kiosks: (1 well|0 well, 1 with findings), 1 never seen", lines[0]), lines
    assert re.match(r"attic +never seen +never", lines[-2]) and re.match(r"lobby +\w+ +\d+ s ago", lines[-1]), lines
    assert [one["kiosk"] for one in bed.console.json("--expect", names, "--not-ok", expected=1)][0] == "attic"
    # The servers' own permissions are a list, too.
    assert " never seen" not in bed.console.run("--expect", bed.server.config, expected=None).stdout
    for text, why in (("lobby\nno name\n", "line 2"), ("# empty\n", "names no kiosk")):
        assert why in bed.console.run("--expect", write(names, text), expected=2).stderr
    write(names, "attic\n")
    assert "(not on the list)" in bed.console.run("--expect", names, expected=1).stdout
    # Results.
    shown = bed.console.run("results").stdout.splitlines()
    assert shown[0].split()[:3] == ["TIME", "KIOSK", "NUMBER"] and shown[1].split()[1:3] == ["lobby", "1"], shown
    for command in ("results", "verify", "status"):
        assert "no kiosk attic" in bed.console.run("--kiosk", "attic", command, expected=2).stderr
    # A kiosk that reports now is not forgotten by mistake.
    assert "reports now" in bed.console.run("forget", "lobby", expected=1).stderr
    assert "no kiosk attic" in bed.console.run("forget", "attic", expected=2).stderr
    bed.console.run("--force", "forget", "lobby")
    until(lambda: condition(bed.console) in ("ok", "warning", "error"), "it is back with its next health")
    machine.fleet.terminate()
    machine.fleet.wait(PATIENCE)
    until(lambda: condition(bed.console) == "silent", "silent")
    count = len(bed.console.json("results"))
    bed.console.run("forget", "lobby")
    assert bed.console.json("status", expected=1) == [] and len(bed.console.json("results")) == count
    assert bed.console.json("--kiosk", "lobby", "results") and "0 kiosks" in bed.console.run(expected=1).stdout


AHEAD = """
#define _GNU_SOURCE
#include <dlfcn.h>
#include <time.h>
int clock_gettime(clockid_t which, struct timespec *time) {
    int (*real)(clockid_t, struct timespec *) = (int (*)(clockid_t, struct timespec *))dlsym(RTLD_NEXT, "clock_gettime");
    int result = real(which, time);
    if (which == CLOCK_REALTIME) time->tv_sec += 300;
    return result;
}
"""


@check("a console whose clock is ahead says so, and calls no kiosk silent that is not")
def clock(bed):
    library = f"{bed.folder}/ahead.so"
    subprocess.run(["gcc", "-shared", "-fPIC", "-o", library, write(f"{bed.folder}/ahead.c", AHEAD)], check=True)
    bed.machine().start()
    until(lambda: condition(bed.console), "a condition")

    def look(**variables):
        done = subprocess.run([bed.console.program, "--config", bed.console.config], capture_output=True, text=True,
                              env=dict(os.environ, **variables), timeout=PATIENCE)
        assert re.search(r"lobby +(ok|warning|error) +\d+ s ago", done.stdout), done
        return done.stderr

    assert "clock" not in look()
    assert re.search(r"the clock of this machine is (5 min|299 s|30\d s) ahead of the servers'", look(LD_PRELOAD=library))


if __name__ == "__main__":
    fleet.main()
