"""Instructions of the touch thread between two looks at the panels, for every method of the socket, counted by callgrind. Used by
bench.py."""

import json
import pathlib
import re
import socket
import subprocess

USERS, RESULTS = 10_000, 1_000_000
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The loop prepares its sources at the beginning of each round, and then looks at the panels.
LOOK = "sd_event_prepare"
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


CHALLENGE = {"challenge": told("captcha.Create", "challenge")}
SCENE = {"scene": told("scene.Present", "scene")}
# What each method is called with, in this order; a function gets the replies so far.
CALLS = {
    "calibration.Calibrate": [{"panel": "nobody"}], "calibration.Confirm": [{}], "calibration.List": [{}],
    "calibration.Reset": [{"panel": "nobody"}], "calibration.Show": [{"request": "none"}],
    "captcha.Create": [{"kind": "slide", "profile": "default", "width": 480, "height": 300}, {"kind": "gesture", "profile": "default"}],
    "captcha.Refresh": [CHALLENGE], "captcha.Extend": [CHALLENGE | {"timeoutUSec": 60_000_000}], "captcha.Await": [CHALLENGE], "captcha.Decline": [CHALLENGE],
    "device.Explain": [{}], "device.List": [{}], "device.Watch": [{}],
    "manage.ClearAlarm": [{}], "manage.Configuration": [{}], "manage.Reload": [{}], "manage.SetView": [{"width": 1280, "height": 800}],
    "manage.StartCleaning": [{"durationUSec": 1_000_000}], "manage.Status": [{}], "manage.StopCleaning": [{}],
    "monitor.Contacts": [{}], "monitor.Recording": [{"from": 0}], "monitor.Statistics": [{}], "monitor.Unheard": [{}],
    "result.List": [{"limit": 1}, {"limit": 1000, "after": RESULTS // 2}],
    "result.Get": [{"id": told("result.List", "results", 0, "id")}], "result.Head": [{}], "result.VerifyChain": [{}],
    "result.Watch": [{}],
    "scene.List": [{}], "scene.Present": [{"widgets": [LOCK]}, {"widgets": BUTTONS}], "scene.Prompts": [{"language": "ar"}],
    "scene.Requests": [{}], "scene.Update": [SCENE | {"widgets": BUTTONS}], "scene.Dismiss": [SCENE],
    "token.Keys": [{}], "token.Redeem": [{"token": "a.b.c"}], "token.RotateKeys": [{}],
    "unlock.AskEnrollment": [{"user": "user-11"}], "unlock.ClearWait": [{"user": "user-10"}],
    "unlock.Enroll": [{"user": "new", "timeoutUSec": 1_000_000}], "unlock.MakeRecoveryKey": [{"user": "user-7"}],
    "unlock.Recover": [{"user": "user-7", "key": told("unlock.MakeRecoveryKey", "key"), "timeoutUSec": 1_000_000}],
    "unlock.Remove": [{"user": "user-8"}], "unlock.Restrict": [{"user": "user-9", "disabled": True}],
    "unlock.Users": [{"name": "user-5000"}, {}], "unlock.Verify": [{"user": "user-77", "timeoutUSec": 1_000_000}],
}
# What uses something up is called once, without a warm-up.
ONCE = {"captcha.Decline", "scene.Dismiss", "unlock.Remove", "unlock.Restrict"}
# How long a call is watched: its parts are alike.
SECONDS = 8


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


class Looks:
    """A touchd under callgrind that writes its counts whenever the loop looks at the panels."""

    def __init__(self, start, folder):
        self.counts = folder / "looks.callgrind"
        self.program = start(under=[
            "valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--dump-before={LOOK}", "--instr-atstart=no",
            f"--callgrind-out-file={self.counts}"])
        self.replies, self.links = {}, {}

    def most(self):
        """Each method with the most instructions of the first thread between two looks."""
        known = methods()
        if missing := known.keys() ^ CALLS.keys():
            raise SystemExit(f"bench: methods without a call, or calls without a method: {', '.join(sorted(missing))}")
        for method, calls in CALLS.items():
            most = 0
            for parameters in calls:
                if method not in ONCE:
                    self.call(method, parameters, known[method])
                self.switch("on")
                self.call(method, parameters, known[method])
                self.switch("off")
                most = max(most, *self.totals())
            yield method, most
        self.program.stop()

    def call(self, method, parameters, takes_more):
        """Calls a method until its first reply; the connection stays until the method is called again."""
        values = {key: value(self.replies) if callable(value) else value for key, value in parameters.items()}
        if previous := self.links.pop(method, None):
            previous.close()
        self.links[method] = link = socket.socket(socket.AF_UNIX)
        link.settimeout(SECONDS)
        link.connect(str(self.program.socket))
        message = {"method": f"io.touchd.{method}", "parameters": values} | ({"more": True} if takes_more else {})
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

    def switch(self, state):
        subprocess.run(["callgrind_control", "-i", state, str(self.program.process.pid)], check=True, capture_output=True)

    def totals(self):
        totals = [0]
        for path in self.counts.parent.glob(f"{self.counts.name}.*"):
            if path.name.endswith("-01"):
                totals.append(instructions(path.read_text()))
            path.unlink()
        return totals


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
