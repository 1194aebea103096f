"""Instructions of the touch thread between two looks at the panels, for every method of the socket, with 10,000 users and a million
results; counted by callgrind."""

import json
import pathlib
import re
import socket
import subprocess
import time

USERS, RESULTS = 10_000, 1_000_000
ROOT = pathlib.Path(__file__).resolve().parent.parent
# The loop prepares its sources at the beginning of each round, and then looks at the panels.
LOOK = "sd_event_prepare"

BUTTON = {"kind": "button", "x": 0.0, "y": 0.0, "width": 100.0, "height": 100.0}


def widgets(count):
    return [BUTTON | {"id": f"button-{number}", "x": float(number % 12 * 105), "y": float(number // 12 * 105)} for number in range(count)]


LOCK = {"id": "lock", "kind": "pattern", "x": 0.0, "y": 0.0, "width": 400.0, "height": 400.0}
ROWS = {"id": "rows", "kind": "list", "x": 0.0, "y": 0.0, "width": 400.0, "height": 700.0, "list": {"rows": 1000, "rowHeight": 70.0}}
# What each method is called with; several calls where it depends on them. A callable gets the replies so far, by method.
CALLS = {
    "captcha.Create": [{"profile": "hard", "kind": "slide"}, {"kind": "gesture", "profile": "default"}],
    "captcha.Refresh": [lambda told: {"challenge": told["captcha.Create"]["challenge"]}],
    "captcha.Extend": [lambda told: {"challenge": told["captcha.Create"]["challenge"]}],
    "captcha.Await": [lambda told: {"challenge": told["captcha.Create"]["challenge"]}],
    "captcha.Decline": [lambda told: {"challenge": told["captcha.Create"]["challenge"]}],
    "calibration.Calibrate": [{"panel": "nobody"}],
    "device.Explain": [{}], "device.List": [{}], "device.Watch": [{}],
    "manage.Status": [{}], "manage.Configuration": [{}], "manage.Reload": [{}], "manage.ClearAlarm": [{}],
    "manage.SetView": [{"width": 1280, "height": 800}], "manage.StartCleaning": [{"durationUSec": 1_000_000}], "manage.StopCleaning": [{}],
    "monitor.Contacts": [{}], "monitor.Unheard": [{}], "monitor.Statistics": [{}], "monitor.Recording": [{"from": 0}],
    "result.List": [{"limit": 1000}, {"limit": 1000, "after": RESULTS // 2}],
    "result.Get": [lambda told: {"id": told["result.List"]["results"][-1]["id"]}],
    "result.Head": [{}], "result.VerifyChain": [{}], "result.Watch": [{}],
    "scene.Present": [{"widgets": widgets(64)}, {"widgets": [LOCK]}, {"widgets": [ROWS]}],
    "scene.Update": [lambda told: {"scene": told["scene.Present"]["scene"], "widgets": widgets(64)}],
    "scene.Dismiss": [lambda told: {"scene": told["scene.Present"]["scene"]}],
    "scene.List": [{}], "scene.Prompts": [{"language": "ar"}], "scene.Requests": [{}],
    "token.Keys": [{}], "token.Redeem": [{"token": "a.b.c"}], "token.RotateKeys": [{}],
    "unlock.Users": [{}, {"name": "user-5000"}, {"after": "user-9"}],
    "unlock.Verify": [{"user": "user-77", "timeoutUSec": 1_000_000}], "unlock.Enroll": [{"user": "new", "timeoutUSec": 1_000_000}],
    "unlock.MakeRecoveryKey": [{"user": "user-7"}],
    "unlock.Recover": [lambda told: {"user": "user-7", "key": told["unlock.MakeRecoveryKey"]["key"], "timeoutUSec": 1_000_000}],
    "unlock.Remove": [{"user": "user-8"}], "unlock.Restrict": [{"user": "user-9", "disabled": True}],
    "unlock.ClearWait": [{"user": "user-10"}], "unlock.AskEnrollment": [{"user": "user-11"}],
}


def methods():
    """Every method of the interfaces, and whether it requires `more`."""
    found = {}
    for path in sorted((ROOT / "interfaces").glob("io.touchd.*.varlink")):
        comment = ""
        for line in path.read_text().splitlines():
            if line.startswith("#"):
                comment += line
            elif match := re.match(r"method (\w+)", line):
                found[f"{path.stem.removeprefix('io.touchd.')}.{match[1]}"] = "'more' flag]" in comment
            if not line.startswith("#"):
                comment = ""
    return found


class Looks:
    """A touchd under callgrind that writes its counts whenever the loop looks at the panels."""

    def __init__(self, start, folder):
        self.counts = folder / "looks.callgrind"
        self.program = start(under=[
            "valgrind", "-q", "--tool=callgrind", "--separate-threads=yes", f"--dump-before={LOOK}", "--instr-atstart=no",
            f"--callgrind-out-file={self.counts}"])
        self.told, self.seen = {}, 0

    def call(self, method, parameters, more, seconds=20):
        """Calls a method until its first reply; returns the most instructions of the first thread between two looks."""
        pid = str(self.program.process.pid)
        link = socket.socket(socket.AF_UNIX)
        link.settimeout(seconds)
        link.connect(str(self.program.socket))
        time.sleep(0.3)
        subprocess.run(["callgrind_control", "-i", "on", pid], check=True, capture_output=True)
        message = {"method": f"io.touchd.{method}", "parameters": parameters}
        link.sendall(json.dumps(message | ({"more": True} if more else {})).encode() + b"\0")
        reply = b""
        try:
            while not reply.endswith(b"\0") and (part := link.recv(1 << 20)):
                reply += part
        except TimeoutError:
            pass
        time.sleep(0.3)
        subprocess.run(["callgrind_control", "-i", "off", pid], check=True, capture_output=True)
        if reply.endswith(b"\0"):
            self.told[method] = json.loads(reply.split(b"\0")[0]).get("parameters", {}) | {"_link": link}
        totals = []
        for path in self.counts.parent.glob(self.counts.name + ".*-01"):
            text = path.read_text()
            totals += [int(line.split()[1]) for line in text.splitlines() if line.startswith("totals:")]
            path.unlink()
        for path in self.counts.parent.glob(self.counts.name + ".*"):
            path.unlink()
        return max(totals, default=0), len(totals), json.loads(reply.split(b"\0")[0]) if reply.endswith(b"\0") else None
