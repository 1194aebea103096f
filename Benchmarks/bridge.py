"""What websockify adds to a call: the same question over the daemon's socket and through the bridge, in turns."""

import base64
import json
import os
import pathlib
import shutil
import socket
import struct
import subprocess
import tempfile
import time

CALL = json.dumps({"method": "io.touchd.manage.Status"}).encode() + b"\0"


class Direct:
    """The daemon's own socket."""

    def __init__(self, path):
        self.line = socket.socket(socket.AF_UNIX)
        self.line.connect(str(path))

    def ask(self):
        self.line.sendall(CALL)
        answer = b""
        while not answer.endswith(b"\0"):
            answer += self.line.recv(65536)
        return answer


class Bridged:
    """A WebSocket as a page opens it: handshake, then masked binary frames (RFC 6455)."""

    def __init__(self, port, token, origin):
        self.line = socket.create_connection(("127.0.0.1", port))
        self.line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
        key = base64.b64encode(os.urandom(16)).decode()
        self.line.sendall(
            f"GET /websockify?token={token} HTTP/1.1\r\nHost: 127.0.0.1:{port}\r\nOrigin: {origin}\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Key: {key}\r\nSec-WebSocket-Version: 13\r\n"
            "Sec-WebSocket-Protocol: binary\r\n\r\n".encode())
        head = b""
        while b"\r\n\r\n" not in head:
            if not (data := self.line.recv(65536)):
                raise ConnectionError("websockify refused the handshake")
            head += data
        if b" 101 " not in head.split(b"\r\n")[0]:
            raise ConnectionError(head.decode(errors="replace"))
        self.rest = head.split(b"\r\n\r\n", 1)[1]

    def take(self, count):
        while len(self.rest) < count:
            self.rest += self.line.recv(65536)
        taken, self.rest = self.rest[:count], self.rest[count:]
        return taken

    def ask(self):
        mask = os.urandom(4)
        self.line.sendall(struct.pack("!BB", 0x82, 0x80 | len(CALL)) + mask
                          + bytes(byte ^ mask[place % 4] for place, byte in enumerate(CALL)))
        answer = b""
        while not answer.endswith(b"\0"):
            kind, length = self.take(2)
            if length == 126:
                length, = struct.unpack("!H", self.take(2))
            answer += self.take(length) if kind & 15 == 2 else b""
        return answer


def free_port():
    with socket.socket() as probe:
        probe.bind(("127.0.0.1", 0))
        return probe.getsockname()[1]


def share(path, calls):
    """Times of `calls` calls each way in µs, or nothing where there is no websockify."""
    if not shutil.which("websockify"):
        return [], []
    folder, port = pathlib.Path(tempfile.mkdtemp(prefix="touchd-bridge.")), free_port()
    (folder / "tokens").write_text(f"bench: unix_socket:{path}\n")
    origin = f"http://127.0.0.1:{port}"
    bridge = subprocess.Popen(
        ["websockify", "--token-plugin=TokenFile", f"--token-source={folder}/tokens", "--auth-plugin=ExpectOrigin",
         f"--auth-source={origin}", f"127.0.0.1:{port}"], stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
    try:
        for _ in range(200):
            with socket.socket() as probe:
                if probe.connect_ex(("127.0.0.1", port)) == 0:
                    break
            time.sleep(0.05)
        ways = Direct(path), Bridged(port, "bench", origin)
        times = [], []
        for number in range(calls + 50):
            for way, heard in zip(ways, times):
                start = time.perf_counter()
                answer = way.ask()
                if number >= 50:       # both are warm by then
                    heard.append((time.perf_counter() - start) * 1e6)
                if b'"uptimeUSec"' not in answer:
                    raise RuntimeError(answer)
        return times
    finally:
        bridge.terminate()
        bridge.wait()
        shutil.rmtree(folder)
