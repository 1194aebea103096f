"""Connections to the daemon and to touchsim, all served by one thread."""

import json
import select
import socket
import time


def placed(layout, kind):
    """The parts of a widget, with places in pixels of the view."""
    def moved(value):
        if isinstance(value, list):
            return [moved(part) for part in value]
        if isinstance(value, dict):
            return {name: part + layout["frame"][name] if name in ("x", "y") else moved(part) for name, part in value.items()}
        return value
    return moved(layout.get(kind, {}))


class Stuck(Exception):
    """A wait has timed out."""


class Wire:
    """A connection that passes each message and its arrival time in microseconds to a function."""

    def __init__(self, wires, path, handle, end=b"\0"):
        self.wires, self.handle, self.end, self.rest = wires, handle, end, b""
        self.socket = socket.socket(socket.AF_UNIX)
        self.socket.settimeout(60)
        self.socket.connect(str(path))
        self.is_open = True
        wires.add(self)

    def send(self, method, parameters=None, more=False):
        call = {"method": method, "parameters": parameters or {}, "more": more}
        self.socket.sendall(json.dumps(call).encode() + b"\0")

    def read(self):
        data = self.socket.recv(1 << 18)
        now = time.clock_gettime(time.CLOCK_MONOTONIC) * 1e6
        if not data:
            self.close()
            return
        *messages, self.rest = (self.rest + data).split(self.end)
        for message in messages:
            self.handle(message, now)

    def close(self):
        if self.is_open:
            self.is_open = False
            self.wires.remove(self)
            self.socket.close()


class Wires:
    """All open connections."""

    PATIENCE = 120

    def __init__(self):
        self.poll, self.open = select.epoll(), {}

    def add(self, wire):
        self.open[wire.socket.fileno()] = wire
        self.poll.register(wire.socket.fileno(), select.EPOLLIN)

    def remove(self, wire):
        self.poll.unregister(wire.socket.fileno())
        del self.open[wire.socket.fileno()]

    def serve(self, seconds):
        for number, _ in self.poll.poll(seconds):
            if number in self.open:
                self.open[number].read()

    def until(self, done, what):
        end = time.monotonic() + self.PATIENCE
        while not done():
            if time.monotonic() > end:
                raise Stuck(f"not within {self.PATIENCE} s: {what() if callable(what) else what}")
            self.serve(1)


class Call:
    """A call on a separate connection, and its replies."""

    def __init__(self, wires, path, method, parameters=None, more=False, heard=None):
        self.replies, self.error, self.heard = [], None, heard
        self.name = method
        self.wires = wires
        self.wire = Wire(wires, path, self.handle)
        self.wire.send(method, parameters, more)

    def handle(self, message, now):
        reply = json.loads(message)
        if "error" in reply:
            self.error = reply
        elif self.heard:
            self.heard(reply["parameters"], now)
        else:
            self.replies.append(reply["parameters"])

    def wait(self, member=None):
        """The first reply, or the first with a given member."""
        def found():
            if self.error:
                raise Stuck(f"{self.name}: {self.error}")
            return [reply for reply in self.replies if member is None or member in reply]
        self.wires.until(found, lambda: f"{self.name}: a reply with {member or 'anything'}; received: {self.replies}")
        return found()[0]

    def close(self):
        self.wire.close()


class Panel:
    """touchsim, which executes commands while other connections are served."""

    def __init__(self, wires, path):
        self.wires, self.answers = wires, []
        self.wire = Wire(wires, path, lambda line, _: self.answers.append(line.decode()), end=b"\n")

    def do(self, command):
        self.answers.clear()
        self.wire.socket.sendall(f"{command}\n".encode())
        self.wires.until(lambda: self.answers, f"touchsim: {command}")
        if not self.answers[0].startswith("ok"):
            raise Stuck(f"touchsim: {command}: {self.answers[0]}")
