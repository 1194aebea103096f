#!/usr/bin/env python3
"""The front end that serves the screen, for callers without a scene: PAM, `touchctl unlock --on-screen`, services.

    greeter.py [SOCKET]        shows one unlock after another, until interrupted

Uses only the standard library. It prints where a real front end draws, and never learns the pattern or PIN: the daemon checks it.
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

    def replies(self, method, **parameters):
        self.socket.sendall(json.dumps({"method": method, "parameters": parameters, "more": True}).encode() + b"\0")
        while True:
            while b"\0" not in self.buffer:
                data = self.socket.recv(65536)
                if not data:
                    return
                self.buffer += data
            message, self.buffer = self.buffer.split(b"\0", 1)
            reply = json.loads(message)
            if "error" in reply:
                raise RuntimeError(f"{reply['error']} {reply.get('parameters', {})}")
            yield reply["parameters"]
            if not reply.get("continues"):
                return

    def close(self):
        self.socket.close()

def show(path, request, ended):
    """Shows the pattern or keypad until `ended` is set; closing the connection removes it."""
    kind = request["secret"]
    settings = {"rows": request["rows"], "columns": request["columns"]} if kind == "pattern" else {}
    lock = {"id": "lock", "kind": kind, "x": 320, "y": 80, "width": 640, "height": 640, "request": request["id"],
            kind: settings}
    screen = Touchd(path)
    # Reading blocks while no finger moves, so another thread closes the connection.
    threading.Thread(target=lambda: (ended.wait(), screen.socket.shutdown(socket.SHUT_RDWR)), daemon=True).start()
    try:
        for reply in screen.replies("io.touchd.scene.Present", widgets=[lock]):
            event = reply.get("event", {})
            if "layout" in reply:
                # The prompt comes from another program: show it as plain text only.
                act = "draw the pattern" if kind == "pattern" else "enter the PIN"
                print(f"{act} of {request['user']}: {request.get('prompt', 'no reason given')}", flush=True)
            elif event.get("name") == "began":
                print("drawing", flush=True)      # never which dots, or how many
            elif event.get("name") == "result":
                result = event["result"]
                print("passed" if result["passed"] else f"failed: {result.get('reason')}", flush=True)
    except RuntimeError as error:      # another front end was faster, or the caller has gone
        print(error, flush=True)
    finally:
        screen.close()

def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    path = sys.argv[1] if len(sys.argv) > 1 else os.environ.get("TOUCHD_SOCKET", "/run/touchd/touchd.sock")
    shown = {}                         # what is on screen, by the id of its request
    for reply in Touchd(path).replies("io.touchd.scene.Requests"):
        if "requests" in reply:
            print("serving the screen", flush=True)
        for request in reply.get("requests", []) + [reply[key] for key in ("wanted",) if key in reply]:
            if request["kind"] == "unlock":
                shown[request["id"]] = threading.Event()
                threading.Thread(target=show, args=(path, request, shown[request["id"]]), daemon=True).start()
        if reply.get("over") in shown:
            shown.pop(reply["over"]).set()
    sys.exit("touchd closed the connection")

try:
    main()
except KeyboardInterrupt:
    pass
