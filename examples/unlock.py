#!/usr/bin/env python3
"""A front end in Python, with the package touchd (python/): shows a pattern lock and waits for the right pattern.

    unlock.py USER [SOCKET]        exit status 0: unlocked, 1: not unlocked
"""
import sys, threading
from touchd import Touchd, TouchdError

def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    touchd = Touchd(sys.argv[2] if len(sys.argv) > 2 else None)
    events = touchd.stream("io.touchd.scene.Present", widgets=[
        {"id": "lock", "kind": "pattern", "x": 320, "y": 80, "width": 640, "height": 640, "pattern": {"trail": "live"}}])
    scene = next(events)
    print("draw the dots at", scene["layout"][0]["pattern"]["dots"])

    def draw():   # a real front end draws the line here; do not print dots, others could read them
        for reply in events:
            if "event" in reply and reply["event"]["name"] == "began":
                print("drawing", flush=True)
    threading.Thread(target=draw, daemon=True).start()

    for reply in touchd.stream("io.touchd.unlock.Verify", user=sys.argv[1], scene=scene["scene"], widget="lock"):
        if "ready" in reply:
            print("waiting for a finger", flush=True)
        if "attempt" in reply:
            print("attempt", reply["attempt"]["number"], reply["attempt"]["outcome"], flush=True)
        if "outcome" in reply:
            print("unlock", reply["outcome"])
            sys.exit(0 if reply["outcome"] == "passed" else 1)

try:
    main()
except (OSError, TouchdError) as error:
    sys.exit(f"unlock.py: {error}")
