"""Instructions of the touch thread between two looks at the panels, for every method of the socket, counted by callgrind. Used by
bench.py, which also measures touches beside each method; and as a test of its own:

    methods.py BIN [RESULTS USERS]      with a store of that size; fails if a method takes more than MOST

Each method is called once before it is counted: the first call since the start also parses the description of its interface.
"""

import itertools
import json
import pathlib
import re
import socket
import subprocess
import sys
import time

# What a count may be, and the size of the store that it is for. The counts do not grow with the store.
MOST = 500_000
USERS, RESULTS = 10_000, 1_000_000
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The loop looks at the panels whenever it waits, and before it calls a handler that is not theirs.
LOOK = "cshims_wait_for_two"
BUTTON = {"kind": "button", "width": 100.0, "height": 100.0}
BUTTONS = [BUTTON | {"id": f"button-{n}", "x": float(n % 12 * 105), "y": float(n // 12 * 105)} for n in range(64)]
LOCK = {"id": "lock", "kind": "pattern", "x": 0.0, "y": 0.0, "width": 400.0, "height": 400.0}


def told(method, *path):
    """A value of the last reply of a method."""
    def value(replies):
        found = replies[method]
        for key in path:
            found = found[key]
        return found
    return value


NUMBERS = itertools.count(100)


def someone(_):
    """A user that no other call has named."""
    return f"user-{next(NUMBERS)}"


CHALLENGE = {"challengeId": told("captcha.Create", "challengeId")}
SCENE = {"scene": told("scene.Present", "scene")}
# What each method is called with, in this order; a function gets the replies so far. A new method needs a line here.
CALLS = {
    "calibration.Calibrate": [{"panel": "nobody"}], "calibration.Confirm": [{}], "calibration.List": [{}],
    "calibration.Reset": [{"panel": "nobody"}], "calibration.Show": [{"request": "none"}],
    "captcha.Create": [{"kind": "slide", "profile": "default", "puzzle": {"width": 480, "height": 300}}, {"kind": "gesture", "profile": "default"}],
    "captcha.Refresh": [CHALLENGE], "captcha.Extend": [CHALLENGE | {"timeoutUSec": 60_000_000}], "captcha.Await": [CHALLENGE], "captcha.Decline": [CHALLENGE],
    "device.Explain": [{}], "device.Idle": [{"afterUSec": 1_000_000}], "device.List": [{}], "device.Watch": [{}],
    "manage.ClearAlarm": [{}], "manage.Configuration": [{}], "manage.Drain": [{"timeoutUSec": 0}], "manage.Reload": [{}], "manage.SetView": [{"width": 1280, "height": 800}],
    "manage.StartCleaning": [{"durationUSec": 1_000_000}], "manage.Status": [{}], "manage.StopCleaning": [{}],
    "monitor.Contacts": [{}], "monitor.Recording": [{"from": 0}], "monitor.Statistics": [{}], "monitor.Unheard": [{}],
    "result.List": [{"limit": 1}, {"limit": 1000}],
    "result.Get": [{"id": told("result.List", "results", 0, "id")}], "result.Head": [{}], "result.VerifyChain": [{}],
    "result.Watch": [{}],
    "scene.List": [{}], "scene.Present": [{"widgets": [LOCK]}, {"widgets": BUTTONS}], "scene.Prompts": [{"language": "ar"}],
    "scene.Requests": [{}], "scene.Update": [SCENE | {"widgets": BUTTONS}], "scene.Dismiss": [SCENE],
    "token.Keys": [{}], "token.Redeem": [{"token": "a.b.c"}], "token.RotateKeys": [{}],
    "unlock.AskEnrollment": [{"user": "user-11"}], "unlock.ClearWait": [{"user": "user-10"}],
    "unlock.Enroll": [{"user": "new", "timeoutUSec": 1_000_000}], "unlock.MakeRecoveryKey": [{"user": "user-7"}],
    "unlock.Recover": [{"user": "user-7", "key": told("unlock.MakeRecoveryKey", "key"), "timeoutUSec": 1_000_000}],
    "unlock.Remove": [{"user": someone}], "unlock.Restrict": [{"user": someone, "disabled": True}],
    "unlock.Users": [{"name": "user-50"}, {}], "unlock.Verify": [{"user": "user-77", "timeoutUSec": 1_000_000}],
}
# What has to be called before each call of a method, and with which of the parameters above.
NEEDS = {
    "captcha.Refresh": ("captcha.Create", 1), "captcha.Extend": ("captcha.Create", 1), "captcha.Await": ("captcha.Create", 1),
    "captcha.Decline": ("captcha.Create", 1), "manage.SetView": ("scene.Present", 1), "manage.StopCleaning": ("manage.StartCleaning", 0), "result.Get": ("result.List", 0), "scene.Update": ("scene.Present", 1),
    "scene.Dismiss": ("scene.Present", 1), "unlock.Recover": ("unlock.MakeRecoveryKey", 0),
}
# How long a call is watched that gets no reply meanwhile; its parts are alike. More than the timeouts above.
SECONDS = 1.5


def methods():
    """Every method of the interfaces, and whether it takes several replies."""
    found = {}
    for path in sorted((ROOT / "interfaces").glob("io.touchd.*.varlink")):
        comment = ""
        for line in path.read_text().splitlines():
            if match := re.match(r"method (\w+)", line):
                found[f"{path.stem.removeprefix('io.touchd.')}.{match[1]}"] = "'more' flag]" in comment
            comment = comment + line if line.startswith("#") else ""
    return found


class Caller:
    """Calls methods of a touchd."""

    def __init__(self, path):
        self.path, self.known = path, methods()
        if missing := self.known.keys() ^ CALLS.keys():
            raise SystemExit(f"bench: methods without a call, or calls without a method: {', '.join(sorted(missing))}")
        self.replies, self.links = {}, {}

    def prepare(self, method):
        """Calls what a method needs."""
        if method in NEEDS:
            needed, index = NEEDS[method]
            self.call(needed, CALLS[needed][index])

    def call(self, method, parameters, seconds=SECONDS):
        """Calls a method until its first reply; the connection stays until the method is called again."""
        values = {key: value(self.replies) if callable(value) else value for key, value in parameters.items()}
        if previous := self.links.pop(method, None):
            previous.close()
        self.links[method] = link = socket.socket(socket.AF_UNIX)
        link.settimeout(seconds)
        link.connect(str(self.path))
        message = {"method": f"io.touchd.{method}", "parameters": values} | ({"more": True} if self.known[method] else {})
        link.sendall(json.dumps(message).encode() + b"\0")
        reply = b""
        try:
            while not reply.endswith(b"\0") and (part := link.recv(1 << 20)):
                reply += part
        except TimeoutError:
            return
        answer = json.loads(reply.split(b"\0")[0])
        if "InvalidParameter" in answer.get("error", ""):
            raise SystemExit(f"bench: {method}: {answer}")
        self.replies[method] = answer.get("parameters", {})


    def rest(self, method, member):
        """Reads the replies of an open call until one has that member."""
        link, reply = self.links[method], b""
        link.settimeout(60)
        while f'"{member}":'.encode() not in reply:
            part = link.recv(1 << 20)
            if not part:
                raise SystemExit(f"bench: {method} ended without {member}")
            reply += part


class Looks:
    """A touchd under callgrind that writes its counts whenever the loop looks at the panels."""

    def __init__(self, start, bed):
        self.bed, self.counts = bed, bed.folder / "looks.callgrind"
        # Its dictionaries have the same order in every run.
        self.program = start(under=[
            "env", "SWIFT_DETERMINISTIC_HASHING=1", "valgrind", "-q", "--tool=callgrind", "--separate-threads=yes",
            f"--dump-before={LOOK}", "--instr-atstart=no", f"--callgrind-out-file={self.counts}"])
        self.caller = Caller(self.program.socket)

    def most(self):
        """Each method with the most instructions of the first thread between two looks."""
        self.rest()
        for method, calls in CALLS.items():
            most = 0
            for parameters in calls:
                self.caller.prepare(method)
                self.caller.call(method, parameters)
                found = self.count(method, parameters)
                most = max(most, found if found <= MOST else min(found, self.count(method, parameters)))
            yield method, most
        for name, dots in (("right", "1-4-7-8-9"), ("wrong", "1-2-3-6-5-4")):
            found = self.drawing(dots)
            yield f"unlock.Verify, a {name} drawing", found if found <= MOST else min(found, self.drawing(dots))
        # user-79 has a PIN, too, which is weaker than nine dots.
        (self.bed.folder / "touchd.conf").open("a").write("[unlock]\nstrong-after=1h\nmin-parts=pattern:9\n")
        self.caller.call("manage.Reload", {})
        found = self.drawing("1-4-7-8-9", "user-79")
        yield "unlock.Verify, with strong-after=", found if found <= MOST else min(found, self.drawing("1-4-7-8-9", "user-79"))
        self.program.stop()

    def count(self, method, parameters):
        """The most instructions between two looks during one call. What else the loop does now and then only adds to it."""
        self.caller.prepare(method)
        self.switch("on")
        self.caller.call(method, parameters)
        self.switch("off")
        return max(self.totals())

    def drawing(self, dots, user="user-78"):
        """The most instructions between two looks from the first touch of a drawing to its answer."""
        scene = "scene.Present", {"widgets": [LOCK]}
        self.caller.call(*scene)
        values = {"user": user, "scene": self.caller.replies["scene.Present"]["scene"], "widget": "lock", "maxAttempts": 1}
        for count in ("off", "on"):
            self.caller.call("unlock.Verify", values)
            self.switch(count)
            self.bed.do(f"pattern {dots} in 0,0,400,400 speed 3000")
            self.caller.rest("unlock.Verify", "outcome")
            self.switch("off")
        return max(self.totals())

    def rest(self):
        """Waits until the checks after a start are over, but not for those of a million results: their parts are counted, too."""
        before, now, end = -1, self.program.cpu_ms(), time.monotonic() + 20
        while now > before + 5 and time.monotonic() < end:
            time.sleep(0.5)
            before, now = now, self.program.cpu_ms()

    def switch(self, state):
        subprocess.run(["callgrind_control", "-i", state, str(self.program.process.pid)], check=True, capture_output=True)

    def totals(self):
        """The instructions of the first thread between two looks, in order."""
        totals = {}
        for path in self.counts.parent.glob(f"{self.counts.name}.*"):
            if match := re.search(r"\.(\d+)-01$", path.name):
                totals[int(match[1])] = instructions(path.read_text())
            path.unlink()
        return [total for _, total in sorted(totals.items())] or [0]


def instructions(dump):
    """The instructions of a dump. valgrind counts each byte of a block that `rep movsb` or `rep stosb` copies or clears, a
    processor counts them as one: they are left out."""
    names, total, name, is_call = {}, 0, "", False
    for line in dump.splitlines():
        if line.startswith(("fn=", "cfn=")):
            number, _, given = line.partition("=")[2].partition(" ")
            if given:
                names[number] = given
            if line.startswith("fn="):
                name = names[number]
        elif line.startswith("calls="):
            is_call = True
        elif line and line[0] in "0123456789+-*":
            if not is_call and not name.endswith("_unaligned_erms"):
                total += int(line.split()[1])
            is_call = False
    return total


def main():
    from bench import Bench
    results, users = (int(word) for word in sys.argv[2:4] or (RESULTS, USERS))
    bench = Bench(pathlib.Path(sys.argv[1]).resolve(), beds=["touchd"])
    begin = time.monotonic()
    try:
        over = [method for method, most in bench.most_instructions(results, users) if most > MOST]
    finally:
        bench.close()
    print(f"methods: {len(CALLS)} methods, {results:,} results, {users:,} users, {time.monotonic() - begin:.0f} s")
    if over:
        raise SystemExit(f"methods: more than {MOST:,} instructions between two looks at the panels: {', '.join(over)}")


if __name__ == "__main__":
    main()
