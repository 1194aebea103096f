"""What touchd-web adds to the latency of a call, and its memory: the same call to the daemon's socket and through the bridge, in turns."""

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
from pagesocket import PageSocket, connect  # noqa: E402

#: The cheapest call, which shows the cost of the transport best, and the call that a page makes before it shows a lock.
CALLS = {name: json.dumps({"method": f"io.touchd.{name}"}) for name in ("manage.Status", "unlock.Users")}


class Direct:
    """The daemon's own socket, or a relay of its bytes."""

    def __init__(self, line):
        self.line = line

    def ask(self, call):
        self.line.sendall(call.encode() + b"\0")
        answer = b""
        while not answer.endswith(b"\0"):
            answer += self.line.recv(65536)
        return answer.decode()


class Bridged:
    """A WebSocket as a page opens it. To keep masking and parsing in Python out of the measurement, the mask is zero and only the
    length of a reply is parsed."""

    def __init__(self, port):
        self.page = PageSocket(port, reads=False)
        if json.loads(self.page.next_frame()[1])["touchd"] != "connected":
            raise ConnectionError("touchd-web cannot reach the daemon")
        self.line = self.page.line

    def ask(self, call):
        size = bytes([0x80 | len(call)]) if len(call) < 126 else b"\xfe" + len(call).to_bytes(2, "big")
        self.line.sendall(b"\x81" + size + bytes(4) + call.encode())
        answer = self.line.recv(65536)
        while answer[0] == 0x89:       # a ping
            self.page.frame(answer[2:2 + answer[1]], 10)
            answer = answer[2 + answer[1]:] or self.line.recv(65536)
        while (start := 4 if answer[1] == 126 else 2) + (
                int.from_bytes(answer[2:4], "big") if start == 4 else answer[1]) > len(answer):
            answer += self.line.recv(65536)
        return answer[start:].decode()


def private_dirty(pid):
    """Private dirty memory of a process, in bytes."""
    with open(f"/proc/{pid}/smaps_rollup") as file:
        return int(next(line for line in file if line.startswith("Private_Dirty:")).split()[1]) << 10


def unix(path):
    line = socket.socket(socket.AF_UNIX)
    line.connect(str(path))
    return line


def share(programs, path, calls):
    """Times in µs of `calls` calls to the socket, through the bridge and through a plain relay, by method; and the bridge's memory
    with one page, in bytes."""
    folder, port = pathlib.Path(tempfile.mkdtemp(prefix="touchd-bridge.")), free_port()
    (folder / "touchd.conf").write_text(
        f"[touchd]\nsocket={path}\n[access]\ngroup-frontend=\n[web]\nuser={os.geteuid()}\nport={port}\nfolders={ROOT}/web\n")
    programs = pathlib.Path(programs)
    bridge = subprocess.Popen([str(programs / "touchd-web"), "--config", str(folder / "touchd.conf")],
                              stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    relay = subprocess.Popen([str(programs / "bench-relay"), str(path)], stdout=subprocess.PIPE, text=True)
    try:
        def listens():
            with socket.socket() as probe:
                return probe.connect_ex(("127.0.0.1", port)) == 0
        until(listens, "touchd-web listens")
        ways = Direct(unix(path)), Bridged(port), Direct(connect(int(relay.stdout.readline())))
        times = {}
        for name, call in CALLS.items():
            times[name] = [], [], []
            for number in range(calls + 50):
                for way, heard in zip(ways, times[name]):
                    start = time.perf_counter()
                    answer = way.ask(call)
                    if number >= 50:       # after the warm-up
                        heard.append((time.perf_counter() - start) * 1e6)
                    if '"error"' in answer or '"parameters"' not in answer:
                        raise RuntimeError(answer)
        return times, private_dirty(bridge.pid)
    finally:
        for process in (bridge, relay):
            process.terminate()
            process.wait()
        shutil.rmtree(folder)
