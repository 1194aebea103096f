#!/usr/bin/env python3
"""The front end that serves the screen, for callers without a scene: PAM, `touchctl unlock --on-screen`, services.

    greeter.py [SOCKET]        shows one unlock after another, until interrupted

Uses only the package touchd (python/). It prints where a real front end draws, and never learns the secret: the daemon checks it.
"""
import sys, threading
from touchd import Touchd, TouchdError

class Shown:
    """A pattern or keypad on screen until it is closed."""

    def __init__(self, touchd, sentences, request):
        self.request, kind = request, request["secret"]
        self.ask = sentences.get(f"{kind}_draw", sentences["draw"])
        settings = {"rows": request["rows"], "columns": request["columns"]} if kind == "pattern" else {}
        self.screen = touchd.stream("io.touchd.scene.Present", widgets=[
            {"id": "lock", "kind": kind, "x": 320, "y": 80, "width": 640, "height": 640, "request": request["id"], kind: settings}])
        threading.Thread(target=self.show, daemon=True).start()

    def show(self):
        try:
            for reply in self.screen:
                if "layout" in reply:
                    # The prompt comes from another program: show it as plain text only.
                    # Its unit is what systemd says of it, and not its own word.
                    asker = self.request.get("program", {}).get("unit", "an unknown program")
                    print(f"{self.ask}, {self.request['user']}: {self.request.get('prompt', 'no reason given')} ({asker})", flush=True)
                elif "event" in reply:
                    self.hear(reply["event"])
        except (OSError, TouchdError) as error:      # another front end was faster, or the caller has gone
            print(error, flush=True)

    def hear(self, event):
        if event["name"] == "began":
            print("drawing", flush=True)      # never which dots, or how many
        elif event["name"] == "judged":
            result = event["judged"]
            print("passed" if result["passed"] else f"failed: {result.get('reason')}", flush=True)

def main():
    if len(sys.argv) > 2:
        sys.exit(__doc__)
    touchd = Touchd(sys.argv[1] if len(sys.argv) > 1 else None)
    sentences = touchd.call("io.touchd.scene.Prompts")["prompts"]
    shown = {}                         # what is on screen, by the id of its request
    for reply in touchd.stream("io.touchd.scene.Requests"):
        if "requests" in reply:
            print("serving the screen", flush=True)
        for request in reply.get("requests", []) + ([reply["wanted"]] if "wanted" in reply else []):
            if request["kind"] == "unlock":
                shown[request["id"]] = Shown(touchd, sentences, request)
        if reply.get("over") in shown:
            shown.pop(reply["over"]).screen.close()

try:
    main()
except KeyboardInterrupt:
    pass
except (OSError, TouchdError) as error:
    sys.exit(f"greeter.py: {error}")
