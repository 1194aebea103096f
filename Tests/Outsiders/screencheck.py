"""A front end that serves the screen and records every byte it receives: screencheck.py SOCKET FILE SETTINGS

SETTINGS are the pattern's settings as JSON. It also watches everything that reports fingers and results.
"""

import json
import socket
import sys
import threading

path, name, settings = sys.argv[1], sys.argv[2], json.loads(sys.argv[3])
kept = open(name, "wb", buffering=0)
lock = threading.Lock()


def replies(method, **parameters):
    line = socket.socket(socket.AF_UNIX)
    line.connect(path)
    line.sendall(json.dumps({"method": method, "parameters": parameters, "more": True}).encode() + b"\0")
    rest = b""
    while data := line.recv(65536):
        with lock:
            kept.write(data)
        *messages, rest = (rest + data).split(b"\0")
        for message in messages:
            yield json.loads(message).get("parameters", {})


def listen(method):
    for _ in replies(method):
        pass


def show(request):
    pattern = settings | {"rows": request["rows"], "columns": request["columns"]}
    widget = {"id": "lock", "kind": "pattern", "x": 320, "y": 80, "width": 640, "height": 640,
              "request": request["id"], "pattern": pattern}
    for reply in replies("io.touchd.scene.Present", widgets=[widget]):
        if "layout" in reply:
            print("shown", flush=True)


for method in ("io.touchd.result.Watch", "io.touchd.monitor.Contacts", "io.touchd.monitor.Unheard",
               "io.touchd.device.Watch"):
    threading.Thread(target=listen, args=(method,), daemon=True).start()
for reply in replies("io.touchd.scene.Requests"):
    if "requests" in reply:
        print("serving the screen", flush=True)
    for request in reply.get("requests", []) + ([reply["wanted"]] if "wanted" in reply else []):
        threading.Thread(target=show, args=(request,), daemon=True).start()
