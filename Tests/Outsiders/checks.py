"""What these scripts share: how they wait, and how they run checks that have names."""
import json, os, re, sys, time, traceback

#: How long a check waits for something that must happen, in seconds: much longer than it takes on a busy machine, because such a wait
#: measures nothing. A check whose subject is time counts ticks of a process, which are missed while that process does not run.
PATIENCE = 120
#: After so many failed checks a script leaves out the rest: each may wait for as long as PATIENCE.
ENOUGH = 3


def until(done, what, seconds=PATIENCE):
    end = time.monotonic() + seconds
    while True:
        looked = time.monotonic()
        if value := done():
            return value
        if looked > end:
            raise AssertionError(f"not within {seconds} s: {what() if callable(what) else what}")
        # A look that starts a program takes at most half of a processor.
        time.sleep(max(0.02, time.monotonic() - looked))


def read(path):
    with open(path, encoding="utf-8", errors="replace") as file:
        return file.read()


def write(path, text):
    """Writes a file; returns its path."""
    with open(path, "w", encoding="utf-8") as file:
        file.write(text)
    return path


def recorded(path, found, is_accepted, **form):
    """Compares what was found with what a file of JSON has, which is written if the new state is accepted."""
    if is_accepted:
        write(path, json.dumps(found, **form) + "\n")
    expected = json.loads(read(path))
    different = [f"{name}: {expected.get(name)} is now {found.get(name)}" for name in sorted({*expected, *found}) if expected.get(name) != found.get(name)]
    assert not different, "\n".join(different) + f"\nif this is intended, accept it (see {os.path.basename(sys.argv[0])})"


class Checks:
    """Decorator of the checks of the script that is run; those of one that it imports are left out."""

    def __init__(self):
        self.named, self.turns = [], None

    def share(self, count):
        """Forks processes that run the checks together: each takes the next one. Returns: whether this is one of them; and their number
        that failed, which the first process gets once all have ended."""
        self.turns, more = os.pipe()
        os.write(more, bytes(range(len(self.named))))
        os.close(more)
        sys.stdout.flush()
        children = []
        for _ in range(count):
            if not (child := os.fork()):
                return True, 0
            children.append(child)
        return False, sum(os.waitpid(child, 0)[1] != 0 for child in children)

    def __call__(self, name, needs_root=False):
        def add(test):
            if test.__module__ == "__main__":
                self.named.append((name, needs_root, test))
            return test
        return add

    def run(self, act, failed=lambda: None):
        """Passes each check to `act` and prints a line for it; what `failed` prints comes before the reason of a failure. Arguments
        after the first one, or the regular expression in BROWSER_CHECK, select checks by the names of their functions.

        Returns: how many failed.
        """
        bad, start = 0, time.monotonic()
        for name, needs_root, test in self.named if self.turns is None else (self.named[turn[0]] for turn in iter(lambda: os.read(self.turns, 1), b"")):
            if sys.argv[2:] and test.__name__ not in sys.argv[2:] or not re.search(os.environ.get("BROWSER_CHECK", ""), test.__name__):
                continue
            if needs_root and os.geteuid() != 0 or bad == ENOUGH:
                print("left out:" if bad == ENOUGH else "skipped, needs root:", name, flush=True)
                continue
            began = time.monotonic()
            try:
                act(test)
                print(f"ok {name} ({time.monotonic() - began:.0f} s)", flush=True)
            except Exception:
                bad += 1
                failed()
                print("FAILED", name, flush=True)
                traceback.print_exc(file=sys.stdout)
        print(f"{bad} failed, {time.monotonic() - start:.0f} s", flush=True)
        return bad
