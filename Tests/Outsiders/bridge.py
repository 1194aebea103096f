"""Attacks on touchd-web: other users, forged Host and Origin, incomplete and endless requests, a daemon that disappears or hangs,
pages that do not read.   bridge.py FOLDER-OF-PROGRAMS"""
import contextlib, http.client, json, os, resource, select, shutil, signal, socket, sys, tempfile, threading, time, traceback

from checks import Checks, read, write
from kiosk import PATIENCE, ROOT, fails, free_port, listens, ran, started, until
from pagesocket import PageSocket, Refused, connect, request

NOBODY = 65534
#: Three ping intervals of the bridge, in seconds: how long a page may be silent.
BEATS = 3
check = Checks()
# Otherwise loaded with the first host lookup, which may fail as another user if Python is in a folder of root.
"localhost".encode("idna")


def refused(rule, status, act):
    with fails(Refused) as caught:
        act()
    error = caught.exception
    assert (error.status, error.rule) == (status, rule), error
    assert json.loads(error.body)["why"] and error.headers["x-content-type-options"] == "nosniff", error


def held_back(bridge, line):
    """Whether the bridge reads nothing from this connection while it serves others."""
    for _ in range(3):
        if select.select([], [line], [], 0.1)[1]:
            return False
        request(bridge.port)
    return not select.select([], [line], [], 0)[1]


def as_user(uid, act):
    """Runs a check in a process of another user and fails if it fails there."""
    child = os.fork()
    if child == 0:
        try:
            os.setgroups([])
            os.setresgid(uid, uid, uid)
            os.setresuid(uid, uid, uid)
            act()
            os._exit(0)
        except BaseException:
            traceback.print_exc()
            sys.stderr.flush()
            os._exit(1)
    _, status = os.waitpid(child, 0)
    assert status == 0, f"as uid {uid}: {status}"


class FakeDaemon:
    """A Unix socket that echoes and records what it receives."""

    def __init__(self, path):
        self.path, self.heard, self.lines, self.answers = path, [], [], True
        self.start()

    def start(self):
        self.listener = socket.socket(socket.AF_UNIX)
        with contextlib.suppress(FileNotFoundError):
            os.unlink(self.path)
        self.listener.bind(self.path)
        os.chmod(self.path, 0o666)
        self.listener.listen(128)
        self.accepting = threading.Thread(target=self.accept, args=(self.listener,), daemon=True)
        self.accepting.start()

    def accept(self, listener):
        with contextlib.suppress(OSError):
            while True:
                line, _ = listener.accept()
                self.lines.append(line)
                threading.Thread(target=self.serve, args=(line,), daemon=True).start()

    def serve(self, line):
        rest = b""
        with contextlib.suppress(OSError):
            while data := line.recv(65536):
                rest += data
                while b"\0" in rest:
                    message, rest = rest.split(b"\0", 1)
                    if b"GetInfo" in message:
                        line.sendall(b"{}\0")
                        continue
                    self.heard.append(message)
                    self.last = line
                    if self.answers:
                        line.sendall(b'{"parameters":{"heard":' + json.dumps(message.decode()).encode() + b"}}\0")
        with contextlib.suppress(ValueError):
            self.lines.remove(line)
        line.close()

    def stop(self):
        self.listener.shutdown(socket.SHUT_RDWR)
        self.accepting.join(PATIENCE)  # no line is added after this
        self.listener.close()
        os.unlink(self.path)
        for line in list(self.lines):
            with contextlib.suppress(OSError):
                line.shutdown(socket.SHUT_RDWR)
        until(lambda: not self.lines, "the daemon's connections are closed")


class Bridge:
    """The real touchd-web with a simulated daemon."""

    def __init__(self, programs):
        self.programs, self.folder = programs, tempfile.mkdtemp(prefix="touchd-web.")
        os.chmod(self.folder, 0o755)
        self.page = f"{self.folder}/page"
        os.mkdir(self.page)
        self.write("index.html", "<!doctype html><title>page</title>")
        self.write("../outside", "secret")
        self.write(".hidden", "secret")
        os.mkdir(f"{self.page}/empty")
        os.symlink("../outside", f"{self.page}/out")
        os.symlink("/etc", f"{self.page}/etc")
        self.daemon = FakeDaemon(f"{self.folder}/touchd.sock")
        self.port = free_port()
        write(f"{self.folder}/touchd.conf", f"[touchd]\nsocket={self.daemon.path}\n[access]\ngroup-frontend=\n[web]\nport={self.port}\n"
              f"user={os.geteuid()}\nfolders={self.page},{ROOT}/web,{ROOT}/interfaces\n")
        self.log = open(f"{self.folder}/log", "wb")
        # systemd's, for the bridge's status.
        self.notices = socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM)
        self.notices.bind(f"{self.folder}/notify")
        self.notices.settimeout(PATIENCE)
        self.process = self.start()
        until(self.listens, "touchd-web listens")

    def start(self, *wrapper, name="touchd.conf"):
        return started(self.log, "env", f"NOTIFY_SOCKET={self.folder}/notify", f"STATE_DIRECTORY={self.folder}", *wrapper,
                       f"{self.programs}/touchd-web", "--config", f"{self.folder}/{name}")

    def listens(self):
        assert self.process.poll() is None, self.said()
        return listens(self.port)

    def said(self):
        return read(f"{self.folder}/log")

    def connections(self):
        return ran("ss", "-Htn", "state", "established", "sport", "=", f":{self.port}").stdout.count("\n")

    def status(self):
        """Its next status."""
        while not (word := self.notices.recv(4096)).startswith(b"STATUS="):
            pass
        return word.decode().removeprefix("STATUS=")

    def write(self, path, text):
        write(f"{self.page}/{path}", text)

    def memory(self):
        with open(f"/proc/{self.process.pid}/status") as file:
            return int(next(line for line in file if line.startswith("VmRSS")).split()[1]) << 10

    def socket(self, **how):
        """A page's WebSocket, connected to the daemon."""
        page = PageSocket(self.port, **how)
        assert page.news() == "connected"
        return page

    def close(self):
        if self.process.poll() is None:
            self.process.terminate()
            assert self.process.wait(PATIENCE) == 0, self.said()
        self.log.close()
        self.notices.close()
        shutil.rmtree(self.folder, ignore_errors=True)


@check("the configured user gets files, the health check and calls")
def same_user(bridge):
    assert request(bridge.port)[2].startswith(b"<!doctype")
    assert request(bridge.port, "/touchd")[2] == b'{"allowed":true}\n'
    page = bridge.socket()
    assert page.call("a.b.C", n=1)["parameters"]["heard"] == '{"method": "a.b.C", "parameters": {"n": 1}}'
    # Calls sent at once keep their order, however they are framed.
    for n in range(200):
        page.text(f'{{"method":"a.b.C{n}"}}')
    for n in range(200):
        assert json.loads(page.hear())["parameters"]["heard"] == f'{{"method":"a.b.C{n}"}}'
    word = '{"method":"ä€𝄞"}'.encode()
    for place, byte in enumerate(word):
        page.frame(bytes([byte]), opcode=1 if place == 0 else 0, final=place == len(word) - 1)
    assert json.loads(page.hear())["parameters"]["heard"] == word.decode()
    page.close()


@check("both loopback addresses are served, IPv4 and IPv6, and no other")
def both_loopbacks(bridge):
    if os.path.exists("/proc/net/if_inet6") and "00000000000000000000000000000001" in open("/proc/net/if_inet6").read():
        page = PageSocket(bridge.port, host=f"[::1]:{bridge.port}", at="::1")
        assert page.news() == "connected"
        page.close()
    for file, own in (("tcp", "0100007F"), ("tcp6", "00000000000000000000000001000000")):
        with open(f"/proc/net/{file}") as table:
            found = [line.split()[1].split(":") for line in table if line.split()[3] == "0A"]
        assert all(address == own for address, port in found if int(port, 16) == bridge.port), found


@check("another user is refused with a reason, whatever it sends and reads", needs_root=True)
def other_user(bridge):
    def attack():
        refused("user", 403, lambda: PageSocket(bridge.port))
        refused("user", 403, lambda: PageSocket(bridge.port, at="::1", host=f"[::1]:{bridge.port}"))
        status, _, body = request(bridge.port, "/touchd")
        assert status == 403 and json.loads(body)["refused"] == "user" and f"uid {NOBODY} " in json.loads(body)["why"]
        # There is no secret that would help.
        for path in ("/touchd?token=word", "/touchd?word", "/touchd"):
            refused("user", 403, lambda: PageSocket(bridge.port, path=path, more={"Authorization": "Bearer word", "Cookie": "touchd=word"}))
        # Files are public.
        assert request(bridge.port)[0] == 200
    as_user(NOBODY, attack)
    assert not bridge.daemon.heard
    assert bridge.said().count(f"refused uid {NOBODY}: ") == 1, bridge.said()


@check("a forged Host or Origin is refused, also for files")
def forged(bridge):
    port = bridge.port
    # Which ones are forged: RequestRulesTests.
    refused("host", 403, lambda: PageSocket(port, host=f"evil.example:{port}"))
    refused("origin", 403, lambda: PageSocket(port, origin="null"))
    assert request(port, host="")[0] == request(port, host=f"evil.example:{port}")[0] == request(port, Origin="null")[0] == 403
    refused("origin", 403, lambda: PageSocket(port, origin=""))
    refused("host", 403, lambda: PageSocket(port, more={"Host": "evil.example"}))
    refused("origin", 403, lambda: PageSocket(port, more={"Origin": "http://evil.example"}))
    refused("protocol", 400, lambda: PageSocket(port, protocol="binary"))
    refused("protocol", 400, lambda: PageSocket(port, protocol=""))
    refused("protocol", 400, lambda: PageSocket(port, version=8))
    for path in ("/", "/touchsim", "/touchd/", "/websockify"):
        refused("path", 404, lambda: PageSocket(port, path=path))
    assert not bridge.daemon.heard


@check("no file outside the folders, no hidden file and no listing is served")
def outside(bridge):
    # Which ones lead elsewhere: PageFilesTests.
    for path in ("/out", "/../outside", "/%2e%2e/outside", "/empty/", "/.hidden", "/index.html%00.js", "/a" * 600):
        try:
            status, _, body = request(bridge.port, path)
        except ConnectionError:
            continue     # libwebsockets closes without a reply
        assert status in (400, 403, 404, 414) and b"secret" not in body and b"root:" not in body, (path, status, body)
    assert request(bridge.port, "/touchd.js")[0] == 200
    # The second folder has a link that leads outside; the third has the file.
    assert json.loads(request(bridge.port, "/prompts.json")[2])["en"]


@check("files have a type, an ETag and a policy, and only GET and HEAD work")
def files(bridge):
    status, headers, body = request(bridge.port, "/touchd.js")
    with open(f"{ROOT}/web/touchd.js", "rb") as file:
        assert status == 200 and body == file.read()
    assert headers["content-type"].startswith("text/javascript") and headers["x-content-type-options"] == "nosniff"
    assert headers["content-security-policy"].startswith("default-src 'self';") and headers["cache-control"] == "no-cache"
    again = request(bridge.port, "/touchd.js", If_None_Match=headers["etag"])
    assert again[0] == 304 and again[1]["etag"] == headers["etag"]
    assert request(bridge.port, "/touchd.js", If_None_Match='"other"')[0] == 200
    line = http.client.HTTPConnection("127.0.0.1", bridge.port)
    status, found, _ = request(bridge.port, "/touchd.js", method="HEAD", line=line)
    assert status == 200 and found["content-length"] == headers["content-length"]
    assert request(bridge.port, "/", line=line)[0] == 200        # on the same connection
    line.close()
    for method in ("POST", "PUT", "DELETE", "OPTIONS", "PATCH"):
        with contextlib.suppress(ConnectionError):
            assert request(bridge.port, "/", method=method, Content_Length="0")[0] in (403, 405), method
    large = os.urandom(3 << 20)
    with open(f"{bridge.page}/large.bin", "wb") as file:
        file.write(large)
    status, headers, body = request(bridge.port, "/large.bin")
    assert body == large and headers["content-type"] == "application/octet-stream"


@check("an incomplete handshake, a slow request and an unread response are ended; others are served meanwhile")
def half(bridge):
    with open(f"{bridge.page}/huge.bin", "wb") as file:
        file.truncate(64 << 20)
    silent, begun, unread, trickle = (connect(bridge.port) for _ in range(4))
    begun.sendall(b"GET /touchd HTTP/1.1\r\nHost: 127.0.0.1\r\n")
    unread.sendall(f"GET /huge.bin HTTP/1.1\r\nHost: 127.0.0.1:{bridge.port}\r\n\r\n".encode())
    def drip():
        with contextlib.suppress(OSError):
            trickle.sendall(b"GET / HTTP/1.1\r\n")
            for _ in range(PATIENCE * 4):
                trickle.sendall(b"X")
                time.sleep(0.25)
    dripping = threading.Thread(target=drip, daemon=True)
    dripping.start()
    page = bridge.socket()
    assert page.call("a.b.C")["parameters"]
    page.close()
    for line in (silent, begun, trickle):
        line.settimeout(PATIENCE)
        with contextlib.suppress(ConnectionError):
            while line.recv(65536):
                pass
    until(lambda: bridge.connections() == 0, "the unread response is ended")
    for line in (silent, begun, trickle, unread):
        line.close()
    dripping.join()


@check("a message that is too long or binary, or contains two, closes the WebSocket with a reason")
def bad_messages(bridge):
    for status, act in (
            (1009, lambda page: page.text("a" * ((1 << 20) + 1))),
            (1009, lambda page: [page.frame(b"a" * 65000, opcode=0 if n else 1, final=False) for n in range(20)]),
            (1003, lambda page: page.frame(b"{}", opcode=2)),
            (1007, lambda page: page.text('{"method":"a.b.C"}\0{"method":"a.b.Two"}')),
            (1007, lambda page: page.frame(b'{"method":"\xff\xfe"}'))):
        page = bridge.socket()
        with contextlib.suppress(BrokenPipeError, ConnectionResetError):
            act(page)
        try:
            answer = page.hear()
        except ConnectionError:
            assert status in (1007, 1009), status       # the reason may be lost if much is unread
            continue
        assert answer[0] == status, (answer, status)
        page.close()
    assert not bridge.daemon.heard
    # A message of the maximum length passes.
    page = bridge.socket()
    page.text("b" * (1 << 20))
    until(lambda: bridge.daemon.heard and len(bridge.daemon.heard[-1]) == 1 << 20, "1 MiB arrives")
    page.close()


@check("excess connections and WebSockets are refused; closing some makes room")
def too_many(bridge):
    lines = []
    try:
        # Faster than the timeout of an incomplete handshake.
        lines += [connect(bridge.port) for _ in range(97)]
        answer = lines[-1].recv(4096)
        assert answer.startswith(b"HTTP/1.1 429") and b'"refused":"connections"' in answer, answer
        for line in lines[:-1]:
            line.setblocking(False)
            with contextlib.suppress(BlockingIOError):
                assert not line.recv(4096).startswith(b"HTTP/1.1 429")
    finally:
        for line in lines:
            line.close()
    until(lambda: bridge.listens() and request_or_none(bridge.port), "there is room again")
    pages = []
    try:
        for _ in range(60):
            pages.append(bridge.socket())
        refused("pages", 503, lambda: PageSocket(bridge.port))
    finally:
        for page in pages:
            page.close()
    until(lambda: len(bridge.daemon.lines) == 0, "their connections to the daemon are closed")
    bridge.socket().close()


def request_or_none(port):
    with contextlib.suppress(ConnectionError):
        return request(port)[0] == 200


@check("when the daemon is lost, the page is told and keeps its connection, and no late call gets another call's reply")
def lost(bridge):
    page = bridge.socket()
    page.call("a.b.One")
    bridge.daemon.stop()
    assert page.news() == "lost"
    page.text('{"method":"a.b.Late"}')
    bridge.daemon.heard.clear()
    bridge.daemon.start()
    page.text('{"method":"a.b.Later"}')
    page.text('{"touchd":"lost"}')
    assert page.news() == "connected"
    assert page.call("a.b.Two")["parameters"]["heard"].startswith('{"method": "a.b.Two"')
    assert bridge.daemon.heard == [b'{"method": "a.b.Two", "parameters": {}}'], bridge.daemon.heard
    # A page that connects while the daemon is away.
    bridge.daemon.stop()
    assert page.news() == "lost"
    late = PageSocket(bridge.port)
    assert late.news() == "lost"
    late.text('{"touchd":"lost"}')
    page.text('{"touchd":"lost"}')
    bridge.daemon.start()
    assert late.news() == "connected" and page.news() == "connected"
    for one in (late, page):
        one.call("a.b.Three")
        one.close()


@check("a page that answers pings stays connected, even if the bridge itself was stopped")
def stopped(bridge):
    answering, heard = bridge.socket(), []

    def listen():
        with contextlib.suppress(ConnectionError, TimeoutError):
            while True:
                heard.append(answering.hear())
    listening = threading.Thread(target=listen, daemon=True)
    listening.start()
    # Stopped for longer than a page may be silent, the bridge reads pending data before it disconnects any page.
    for _ in range(3):
        os.kill(bridge.process.pid, signal.SIGSTOP)
        time.sleep(BEATS)
        os.kill(bridge.process.pid, signal.SIGCONT)
    answering.text('{"method":"a.b.StillThere"}')
    until(lambda: any("StillThere" in str(one) for one in heard), "a page that answers pings is still served")
    answering.line.shutdown(socket.SHUT_RDWR)
    listening.join()
    answering.close()


@check("a page that does not read blocks only its own connection, and the bridge does not grow; it is disconnected, as one that misses three pings")
def unread(bridge):
    page, other, mute = PageSocket(bridge.port, reads=False), bridge.socket(), bridge.socket()
    mute.answers_pings, pings = False, mute.pings
    mute.call("a.b.C")
    other.call("a.b.C")
    before = bridge.memory()
    bridge.daemon.answers = False
    page.text('{"method":"a.b.Flood"}')
    until(lambda: bridge.daemon.heard and b"Flood" in bridge.daemon.heard[-1], "the call arrives")
    line = bridge.daemon.last
    flood = b'{"parameters":{"n":"' + b"x" * 4000 + b'"}}\0'
    sent = 0
    with contextlib.suppress(BlockingIOError, ConnectionError):
        while sent < 64 << 20 and not held_back(bridge, line):
            sent += line.send(flood, socket.MSG_DONTWAIT)
    assert sent < 32 << 20, sent
    assert bridge.memory() - before < 4 << 20, (before, bridge.memory())
    bridge.daemon.answers = True
    with contextlib.suppress(ConnectionError):
        assert isinstance(mute.hear(), tuple)
    assert mute.pings - pings == 3, mute.pings - pings
    until(lambda: line not in bridge.daemon.lines, "a page that does not read answers no ping and is disconnected")
    assert other.call("a.b.C")["parameters"]
    for one in (page, other, mute):
        one.close()


@check("a daemon that does not read makes the page wait")
def slow_daemon(bridge):
    page, before = bridge.socket(), bridge.memory()
    held, serve = threading.Event(), bridge.daemon.serve
    bridge.daemon.stop()
    bridge.daemon.serve = lambda line: held.wait(PATIENCE)
    assert page.news() == "lost"
    bridge.daemon.start()
    page.text('{"touchd":"lost"}')
    assert page.news() == "connected"
    sent, frame = 0, page.framed(b"y" * 50_000)
    with page.sending:  # no pong inside a message
        while sent < 64 << 20 and not held_back(bridge, page.line):
            with contextlib.suppress(BlockingIOError):
                sent += page.line.send(frame[sent % len(frame):], socket.MSG_DONTWAIT)
    assert sent < 32 << 20, sent
    assert bridge.memory() - before < 4 << 20, (before, bridge.memory())
    # A page that had to wait longer than it may be silent is not disconnected.
    mute = bridge.socket()
    mute.answers_pings = False
    with contextlib.suppress(ConnectionError):
        while not isinstance(mute.hear(), tuple):
            pass
    assert bridge.connections() >= 1
    bridge.daemon.serve = serve
    held.set()
    bridge.daemon.lines.clear()
    page.close()


@check("systemd is told while no page can use it; a user who is created later may, without a restart", needs_root=True)
def told(bridge):
    os.rename(bridge.page, f"{bridge.page}.gone")
    assert bridge.status() == f"no page can use touchd: open {bridge.page}: No such file or directory"
    os.rename(f"{bridge.page}.gone", bridge.page)
    assert bridge.status() == ""
    port, users, file = free_port(), f"{bridge.folder}/passwd", f"{bridge.folder}/other.conf"
    text = read(f"{bridge.folder}/touchd.conf").replace(f"port={bridge.port}", f"port={port}").replace(f"user={os.geteuid()}\n", "")
    known = "".join(line for line in read("/etc/passwd").splitlines(True) if not line.startswith("kiosk:"))

    def ended(*, by):
        other = bridge.start("unshare", "-m", "sh", "-c", 'mount --bind "$0" /etc/passwd && exec "$@"', users, name="other.conf")
        try:
            by()
        finally:
            other.terminate()
            other.wait(PATIENCE)

    def late():
        assert bridge.status().startswith("no page can use touchd: no user may connect")
        write(users, f"{known}kiosk:x:{os.geteuid()}:0::/:/bin/false\n")
        assert bridge.status() == ""
        assert request(port, "/touchd")[0] == 200

    def faulty():
        assert bridge.status() == f"uses the last configuration that worked: {file}:{text.count(chr(10)) + 2}"
    write(users, known)
    write(file, text)
    ended(by=late)
    write(file, f"{text}[view]\nsize=?\n")
    ended(by=faulty)


@check("a port in use makes the start fail, on either address")
def squatted(bridge):
    said = len(bridge.said())
    second = bridge.start()
    assert second.wait(PATIENCE) == 1
    assert f"cannot run: listen on 127.0.0.1:{bridge.port}: Address already in use" in bridge.said()[said:], bridge.said()


@check("process list and log contain no secret, only the path of the configuration")
def no_secret(bridge):
    with open(f"/proc/{bridge.process.pid}/cmdline", "rb") as file:
        assert file.read().split(b"\0")[1:] == [b"--config", f"{bridge.folder}/touchd.conf".encode(), b""]
    said = bridge.said()
    assert "evil" not in said and "token" not in said and said.count("\n") < 60, said


def main():
    resource.setrlimit(resource.RLIMIT_CORE, (0, 0))
    bridge = Bridge(os.path.realpath(sys.argv[1]))

    def act(test):
        bridge.daemon.heard.clear()
        try:
            test(bridge)
        finally:
            for page in list(PageSocket.left):
                page.close()
        until(lambda: not bridge.daemon.lines, "its connections are closed")
    try:
        return 1 if check.run(act, lambda: print(bridge.said()[-4000:])) else 0
    finally:
        bridge.close()


if __name__ == "__main__":
    sys.exit(main())
