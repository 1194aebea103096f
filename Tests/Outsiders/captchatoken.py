"""Solves a captcha with a large tolerance and prints the token: captchatoken.py TOUCHSIM CONTROL SOCKET AUDIENCE NONCE"""

import queue
import random
import subprocess
import sys
import threading
import time

from kiosk import PATIENCE
from touchd import Touchd

touchsim, control, path, audience, nonce = sys.argv[1:]


daemon = Touchd(path)
challenge = daemon.call("io.touchd.captcha.Create", profile="simple", maxAttempts=4, puzzle={"pictures": False},
                        claims={"audience": audience, "nonce": nonce, "action": "order"})["challengeId"]
widget = {"id": "puzzle", "kind": "captcha", "x": 440, "y": 250, "width": 400, "height": 300,
          "captcha": {"challengeId": challenge}}
scene = daemon.stream("io.touchd.scene.Present", widgets=[widget])
bar = next(scene)["layout"][0]["captcha"]["bar"]
bar |= {side: bar[side] + widget[side] for side in "xy"}      # where it is in the view
heard = queue.Queue()


def listen(name, stream):
    for reply in stream:
        heard.put((name, reply))


def wait(name, *keys):
    """The next reply of the stream that has one of the members or is an event with one of the names."""
    end = time.monotonic() + PATIENCE
    while True:
        source, reply = heard.get(timeout=max(end - time.monotonic(), 0))
        if source == name and any(key in reply or reply.get("event", {}).get("name") == key for key in keys):
            return reply


threading.Thread(target=listen, args=("scene", scene), daemon=True).start()
threading.Thread(target=listen, args=("verdict", daemon.stream("io.touchd.captcha.Await", challengeId=challenge)), daemon=True).start()


def drag(part, path):
    """Writes a human-like drag of the knob along the bar: fast first, then slower, with irregular steps."""
    knob = bar["height"]
    way = part * (bar["width"] - knob)
    start = bar["x"] + knob / 2, bar["y"] + knob / 2
    lines = []

    def event(time, kind, code, value):
        lines.append(f"E: {10 + time // 1_000_000}.{time % 1_000_000:06d} {kind} {code} {value}")

    def smooth(t):
        t = min(max(t, 0), 1)
        return t * t * t * (10 - 15 * t + 6 * t * t)

    rest, count = random.uniform(0.82, 0.9), random.randint(110, 140)
    drift, wobble = 0.0, 0.0
    for number in range(count):
        t = number / (count - 1)
        drift += random.gauss(0, 0.35)
        wobble = 0.7 * wobble + random.gauss(0, 0.8)
        x = start[0] + way * (rest * smooth(t / 0.62) + (1 - rest) * smooth((t - 0.5) / 0.47)) + (wobble if t < 0.95 else 0)
        y = start[1] + drift + 4 * smooth(t)
        stamp = number * 8_333
        if number == 0:
            event(stamp, "0003", "002f", 0)
            event(stamp, "0003", "0039", random.randint(1, 60_000))
        event(stamp, "0003", "0035", round(x / 5 * 16))
        event(stamp, "0003", "0036", round(y / 5 * 16))
        if number == 0:
            event(stamp, "0001", "014a", 1)
        event(stamp, "0000", "0000", 0)
    event(stamp + 9_000, "0003", "0039", -1)
    event(stamp + 9_000, "0001", "014a", 0)
    event(stamp + 9_000, "0000", "0000", 0)
    with open(path, "w", encoding="ascii") as file:
        file.write("\n".join(lines) + "\n")


# One of these values is within the tolerance of any target; a target is at least the piece's width from the start.
for part in (0.25, 0.5, 0.75, 0.95):
    time.sleep(1)                      # people do not drag at once
    drag(part, f"{control}.evemu")
    subprocess.run([touchsim, "--control", control, "play", f"{control}.evemu"], check=True, stdout=subprocess.DEVNULL)
    if wait("scene", "solved", "rearmed")["event"]["name"] == "solved":
        print(wait("verdict", "token")["token"])
        break
else:
    sys.exit("not solved")
