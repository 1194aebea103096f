#!/usr/bin/env python3
"""A front end in Python, with only the standard library: shows a pattern lock and waits for the right pattern.

    unlock.py USER [SOCKET]        exit status 0: unlocked, 1: not unlocked
"""
import json, os, socket, sys, threading

class Touchd:
    """A connection. A call with several replies keeps it busy, so open one connection per call."""

    def __init__(self, path):
        self.socket = socket.socket(socket.AF_UNIX)
        try:
            self.socket.connect(path)
        except OSError as error:
            sys.exit(f"{path}: {error.strerror}")
        self.buffer = b""

    def replies(self, method, more=False, **parameters):
        call = {"method": method, "parameters": parameters} | ({"more": True} if more else {})
        self.socket.sendall(json.dumps(call).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                data = self.socket.recv(65536)
                if not data:
                    raise SystemExit("touchd closed the connection")
                self.buffer += data
            message, self.buffer = self.buffer.split(b"\0", 1)
            reply = json.loads(message)
            if "error" in reply:
                raise SystemExit(f"{reply['error']} {reply.get('parameters', {})}")
            yield reply["parameters"]
            if not reply.get("continues"):
                return

def main():
    if len(sys.argv) not in (2, 3):
        sys.exit(__doc__)
    user, path = sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else os.environ.get("TOUCHD_SOCKET", "/run/touchd/touchd.sock")
    lock = {"id": "lock", "kind": "pattern", "x": 320, "y": 80, "width": 640, "height": 640,
            "pattern": {"trail": "live"}}
    events = Touchd(path).replies("io.touchd.scene.Present", more=True, widgets=[lock])
    scene = next(events)
    print("draw the dots at", scene["layout"][0]["dots"])

    def draw():   # a real front end draws the line here; do not print dots, others could read them
        for reply in events:
            if reply.get("event", {}).get("name") == "began":
                print("drawing", flush=True)
    threading.Thread(target=draw, daemon=True).start()

    for reply in Touchd(path).replies("io.touchd.unlock.Verify", more=True, user=user, scene=scene["scene"], widget="lock"):
        if "ready" in reply:
            print("waiting for a finger", flush=True)
        if "attempt" in reply:
            print("attempt", reply["attempt"]["number"], reply["attempt"]["outcome"], flush=True)
        if "outcome" in reply:
            print("unlock", reply["outcome"])
            sys.exit(0 if reply["outcome"] == "passed" else 1)

main()
