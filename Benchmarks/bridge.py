"""What touchd-web adds to a call, and what it takes: the same question over the daemon's socket and through the bridge, in turns."""

import json
import os
import pathlib
import shutil
import socket
import subprocess
import sys
import tempfile
import time

ROOT = pathlib.Path(__file__).resolve().parent.parent
sys.path.insert(0, str(ROOT / "Tests/Outsiders"))
from kiosk import free_port, until  # noqa: E402
from pagesocket import PageSocket  # noqa: E402

CALL = json.dumps({"method": "io.touchd.manage.Status"})


class Direct:
    """The daemon's own socket."""

    def __init__(self, path):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(str(path))

    def ask(self):
        self.line.sendall(CALL.encode() + b"\0")
        answer = b""
        while not answer.endswith(b"\0"):
            answer += self.line.recv(65536)
        return answer.decode()


class Bridged:
    """A WebSocket as a page opens it."""

    def __init__(self, port):
        self.page = PageSocket(port)
        if self.page.news() != "connected":
            raise ConnectionError("touchd-web does not reach the daemon")

    def ask(self):
        self.page.text(CALL)
        return self.page.hear()


def private_dirty(pid):
    """Bytes that a process has for itself and has written."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(next(line for line in file if line.startswith("Private_Dirty:")).split()[1]) << 10


def share(programs, path, calls):
    """Times of `calls` calls each way in µs, bridged and direct, and what the bridge takes with one page in bytes."""
    folder, port = pathlib.Path(tempfile.mkdtemp(prefix="touchd-bridge.")), free_port()
    (folder / "touchd.conf").write_text(
        f"[touchd]\nsocket={path}\n[access]\ngroup-frontend=\n[web]\nuser={os.geteuid()}\nport={port}\nfolders={ROOT}/web\n")
    bridge = subprocess.Popen([str(pathlib.Path(programs) / "touchd-web"), "--config", str(folder / "touchd.conf")],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0
        until(listens, "touchd-web listens")
        ways = Direct(path), Bridged(port)
        times = [], []
        for number in range(calls + 50):
            for way, heard in zip(ways, times):
                start = time.perf_counter()
                answer = way.ask()
                if number >= 50:       # both are warm by then
                    heard.append((time.perf_counter() - start) * 1e6)
                if '"uptimeUSec"' not in answer:
                    raise RuntimeError(answer)
        return times[1], times[0], private_dirty(bridge.pid)
    finally:
        bridge.terminate()
        bridge.wait()
        shutil.rmtree(folder)
