"""Counts what a start of touchd costs: its instructions, which may not grow with the results in the vault,
and its syncs before READY=1.

    start.py FOLDER-OF-PROGRAMS"""
import os, pathlib, select, shutil, signal, socket, subprocess, sys, tempfile, time

from kiosk import PATIENCE

ROOT = pathlib.Path(__file__).resolve().parent.parent.parent
# Maximum ratio of a start with a vault full of results to one with an empty vault.
MOST_GROWTH = 0.05
# Maximum instructions per user: the guard hashes a seal of each user. A debug build takes five times as many as a release build.
MOST_PER_USER = 10_000
RESULTS, USERS = 5_000, 500


class Start:
    """One start of touchd with a state directory, outside a test bed: what it synced and, if requested, how many instructions it
    took before READY=1."""

    def __init__(self, bed, state, counted=False, stop_at_sync=False):
        socket_path, lines, counts = bed / "touchd.sock", bed / "syncs", bed / "callgrind"
        for path in (lines, counts):
            path.unlink(missing_ok=True)
        configuration = bed / "touchd.conf"
        configuration.write_text(f"[touchd]\nsocket={socket_path}\nstate-directory={state}\nlog-level=warning\n[view]\n"
                                 "size=1280x800\n[access]\ngroup-frontend=\n[store]\nresults=1000000\n")
        notify = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        address = bed / "notify"
        address.unlink(missing_ok=True)
        notify.bind(str(address))
        under = ["valgrind", "-q", "--tool=callgrind", f"--callgrind-out-file={counts}"] if counted else []
        environment = dict(os.environ, NOTIFY_SOCKET=str(address), TOUCHD_SYNCS=str(lines), LD_PRELOAD=str(bed / "syncs.so"))
        if stop_at_sync:
            environment["TOUCHD_STOP"] = "1"
        with open(bed / "log", "w") as log:
            process = subprocess.Popen([*under, bed / "touchd", "--config", configuration], env=environment, stdout=log,
                                       stderr=log)
        try:
            end = time.monotonic() + PATIENCE
            while True:
                # In this order: it may report that it is ready, and then end.
                has_ended = process.poll() is not None
                if select.select([notify], [], [], 0.1)[0]:
                    break
                assert not has_ended and time.monotonic() < end, \
                    f"touchd did not become ready ({process.returncode}): {(bed / 'log').read_text()}"
        finally:
            process.send_signal(signal.SIGTERM)
            process.wait(PATIENCE)
        assert process.returncode == 0, f"touchd ended with {process.returncode}: {(bed / 'log').read_text()}"
        self.log = (bed / "log").read_text()
        written = lines.read_text().splitlines()
        self.syncs = [line.replace(str(state), "STATE") for line in written[:written.index("READY")]]
        if counted:
            totals = [line for line in counts.read_text().splitlines() if line.startswith(("summary:", "totals:"))]
            self.instructions = int(totals[-1].split()[1])


def interrupted(bed, state):
    """SIGTERM at the first sync of a first start, which has not finished its files yet: it ends cleanly, and the next start finds
    nothing wrong."""
    first = Start(bed, state, stop_at_sync=True)
    assert first.syncs, "the first start of a vault syncs"
    second = Start(bed, state)
    assert second.syncs == [], second.syncs
    assert "altered" not in second.log and "missing" not in second.log, second.log


def main():
    programs = pathlib.Path(sys.argv[1]).resolve()
    with tempfile.TemporaryDirectory(prefix="touchd-start.") as folder:
        bed = pathlib.Path(folder)
        subprocess.run(["gcc", "-Wall", "-Wextra", "-Werror", "-shared", "-fPIC", "-o", bed / "syncs.so",
                        ROOT / "Tests/Outsiders/syncs.c", "-ldl"], check=True)
        # valgrind gives up on the debug information of Swift 6.
        subprocess.run(["strip", "--strip-debug", "-o", bed / "touchd", programs / "touchd"], check=True)
        (bed / "interrupted").mkdir(0o700)
        interrupted(bed, bed / "interrupted")
        counts = {}
        for results, users in ((0, 0), (RESULTS, 0), (0, USERS)):
            state, name = bed / "state", f"{results} results, {users} users"
            subprocess.run([programs / "touchvault", state, str(results), str(users)], check=True, stdout=subprocess.DEVNULL)
            # touchvault does not close its vault, so the first start checks all of it, and syncs. It also stores the working
            # configuration: the file, then its name in the folder.
            first = Start(bed, state, counted=results > 0)
            assert first.syncs[-2:] == ["fsync STATE/configuration.good.new", "fsync STATE"], (name, first.syncs)
            second = Start(bed, state, counted=True)
            assert second.syncs == [], (name, second.syncs)
            counts[results, users] = second.instructions
            print(f"start: {name}: {second.instructions / 1e6:.1f} M instructions, 0 syncs ({len(first.syncs)} in the first start)",
                  flush=True)
            # Shows that the count detects growth.
            assert results == 0 or first.instructions > 1.2 * second.instructions, (first.instructions, second.instructions)
            shutil.rmtree(state)
    empty, full, many = counts.values()
    assert full <= empty * (1 + MOST_GROWTH), f"{RESULTS} results multiply the instructions by {full / empty:.2f}"
    each = (many - empty) / USERS
    print(f"start: {each:,.0f} instructions per user, maximum {MOST_PER_USER:,}", flush=True)
    assert each <= MOST_PER_USER, f"each user costs {each:,.0f} instructions"
    return 0


if __name__ == "__main__":
    sys.exit(main())
