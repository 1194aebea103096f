"""HTTP requests and WebSockets (RFC 6455) to touchd-web, as a browser makes them for a page."""
import base64, contextlib, http.client, json, os, queue, socket, struct, threading

from checks import PATIENCE


class Refused(Exception):
    """An HTTP response instead of a WebSocket."""

    def __init__(self, status, headers, body):
        super().__init__(f"{status} {body!r}")
        self.status, self.headers, self.body = status, headers, body

    @property
    def rule(self):
        return json.loads(self.body)["refused"]


def connect(port, host="127.0.0.1"):
    line = socket.create_connection((host, port), PATIENCE)
    line.setsockopt(socket.IPPROTO_TCP, socket.TCP_NODELAY, 1)
    return line


def response(connection, path, headers, method="GET"):
    """The response to a request that has these headers and no other ones."""
    connection.putrequest(method, path, skip_host=True, skip_accept_encoding=True)
    for name, value in headers:
        connection.putheader(name, value)
    connection.endheaders()
    return connection.getresponse()


def request(port, path="/", method="GET", host=None, line=None, at="127.0.0.1", **headers):
    """Sends a request, on a connection of its own or on `line`; returns status, headers in lowercase, and body."""
    with contextlib.closing(http.client.HTTPConnection(at, port, timeout=PATIENCE)) as own:
        given = [("Host", host if host is not None else f"127.0.0.1:{port}"), *((name.replace("_", "-"), value) for name, value in headers.items())]
        found = response(line or own, path, given, method)
        return found.status, {name.lower(): value for name, value in found.getheaders()}, found.read()


class PageSocket:
    """A page's WebSocket. As in a browser, pings are answered whatever the page does, unless the socket is not read.
    It must be closed explicitly, because its reader keeps it alive."""

    #: Open sockets.
    left = []

    def __init__(self, port, host=None, origin=None, path="/touchd", protocol="touchd", at="127.0.0.1", version=13, more=None,
                 reads=True):
        host = host if host is not None else f"127.0.0.1:{port}"
        origin = origin if origin is not None else f"http://{host}"
        headers = [("Host", host), ("Upgrade", "websocket"), ("Connection", "Upgrade"), ("Sec-WebSocket-Version", version),
                   ("Sec-WebSocket-Key", base64.b64encode(os.urandom(16)).decode()), ("Sec-WebSocket-Protocol", protocol), ("Origin", origin)]
        connection = http.client.HTTPConnection(at, port, timeout=PATIENCE)
        self.response = response(connection, path, [pair for pair in headers if pair[1] != ""] + [*(more or {}).items()])
        if self.response.status != 101:
            raise Refused(self.response.status, self.response.headers, self.response.read())
        self.line, self.answers_pings, self.pings = connection.sock, True, 0
        self.sending, self.heard, self.over = threading.Lock(), queue.SimpleQueue(), None
        self.left.append(self)
        if reads:
            threading.Thread(target=self._read, daemon=True).start()

    def _take(self, count):
        data = self.response.fp.read(count)
        if len(data) < count:
            raise ConnectionError("closed without a reason")
        return data

    def _read(self):
        try:
            while True:
                opcode, data = self.next_frame()
                if opcode == 8:
                    return self.heard.put((struct.unpack("!H", data[:2])[0], data[2:].decode()))
                if opcode == 1:
                    self.heard.put(data.decode())
        except OSError as error:
            self.heard.put(ConnectionError(str(error)))

    def next_frame(self):
        """The next frame except pings, which are counted and answered."""
        while True:
            first, length = self._take(2)
            if length == 126:
                length, = struct.unpack("!H", self._take(2))
            elif length == 127:
                length, = struct.unpack("!Q", self._take(8))
            data, opcode = self._take(length), first & 15
            if opcode != 9:
                return opcode, data
            self.pings += 1
            if self.answers_pings:
                self.frame(data, 10)

    @staticmethod
    def framed(data, opcode=1, final=True):
        """An encoded frame."""
        mask, count = os.urandom(4), len(data)
        length = bytes([0x80 | count]) if count < 126 else b"\xfe" + struct.pack("!H", count) if count < 1 << 16 \
            else b"\xff" + struct.pack("!Q", count)
        masked = (int.from_bytes(data, "big") ^ int.from_bytes((mask * (count // 4 + 1))[:count], "big")).to_bytes(count, "big")
        return bytes([opcode | (0x80 if final else 0)]) + length + mask + masked

    def frame(self, data, opcode=1, final=True):
        frame = self.framed(data, opcode, final)
        with self.sending:
            self.line.sendall(frame)

    def text(self, message):
        self.frame(message.encode() if isinstance(message, str) else message)

    def hear(self):
        """The next text message, or `(status, reason)` when the other end closes."""
        if self.over:
            raise self.over
        try:
            heard = self.heard.get(timeout=PATIENCE)
        except queue.Empty:
            raise TimeoutError(f"nothing received for {PATIENCE} s") from None
        if isinstance(heard, ConnectionError):
            self.over = heard
            raise heard
        return heard

    def news(self):
        return json.loads(self.hear())["touchd"]

    def call(self, method, **parameters):
        self.text(json.dumps({"method": method, "parameters": parameters}))
        return json.loads(self.hear())

    def close(self):
        if self in self.left:
            self.left.remove(self)
        # The reader also keeps the connection open.
        with contextlib.suppress(OSError):
            self.line.shutdown(socket.SHUT_RDWR)
        self.line.close()
