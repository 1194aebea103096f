"""The test bed of the fleet's tests and demonstration: a certificate authority, NATS servers with TLS, an independent NATS client,
kiosks."""
import base64, contextlib, json, os, re, shutil, signal, socket, ssl, subprocess, tempfile, threading, urllib.request

from checks import read, write
from kiosk import PATIENCE, ROOT, enter, free_port, listens, ran, simulate, simulated, started, until
from touchd import Touchd

RESULTS, DURESS, BUNDLES, BUCKET = "TOUCHD_RESULTS", "TOUCHD_DURESS", "TOUCHD_BUNDLES", "KV_touchd"


class Authority:
    """examples/fleet/authority in a folder."""
    name = "ca"

    def __init__(self, folder):
        self.folder = folder
        os.makedirs(folder, exist_ok=True)
        self.run("create")

    def run(self, *words, folder=None, names=None, fails=False, **variables):
        """What it prints, or complains about if it has to fail."""
        done = subprocess.run(["sh", f"{ROOT}/examples/fleet/authority", *words], cwd=folder or self.folder, env=os.environ | variables,
                              input=names, capture_output=True, text=True, timeout=600)
        assert (done.returncode != 0) == fails, done
        return done.stderr if fails else done.stdout

    def path(self, name, ending="pem"):
        return f"{self.folder}/{name}.{ending}"

    def issue(self, name, days=365, host=None):
        """A certificate for a name, also in place of an earlier one; for a server if a host is given; already expired with 0 days."""
        with tempfile.TemporaryDirectory() as folder:
            for part in ("key", "pem"):
                shutil.copy(self.path("ca", part), folder)
            self.run(*(["server", name, host] if host else ["issue", name]), folder=folder, DAYS=str(days))
            for part, mode in (("key", 0o600), ("pem", 0o644)):
                os.chmod(shutil.move(f"{folder}/{name}.{part}", self.path(name, part)), mode)

    def await_end(self, name):
        until(lambda: subprocess.run(["openssl", "x509", "-checkend", "0", "-noout", "-in", self.path(name)], stdout=subprocess.DEVNULL).returncode,
              "the time of a certificate is over", 60)


def guide_rights():
    """The permissions of each certificate in docs/fleet.md, by name."""
    text = read(f"{ROOT}/docs/fleet.md")
    found = re.findall(r'user: "CN=(\w+)", permissions: \{\s*publish: (\[.*?\]),\s*subscribe: (\[.*?\])'
                       r'(?:, allow_responses: \{ max: (\d+), expires: "(\w+)" \})?', text, re.S)
    return {name: {"publish": json.loads(publish), "subscribe": json.loads(subscribe)}
            | ({"allow_responses": {"max": int(count), "expires": expires}} if count else {})
            for name, publish, subscribe, count, expires in found}


def kiosk_rights(name):
    """The permissions of a kiosk's certificate: those of lobby in the guide."""
    return json.loads(re.sub(r"\blobby\b", name, json.dumps(guide_rights()["lobby"])).replace("_INBOX_lobby", f"_INBOX_{name}"))


CONSOLE_RIGHTS, VIEWER_RIGHTS = guide_rights()["console"], guide_rights()["viewer"]


class Server:
    """nats-server with JetStream."""

    def __init__(self, folder, authority, users, name="n1", cluster=None, space="1GB"):
        self.folder, self.authority, self.name = folder, authority, name
        self.port, self.monitor = free_port(), free_port()
        self.store, self.config = f"{folder}/store-{name}", f"{folder}/{name}.conf"
        self.cluster, self.process, self.space = cluster, None, space
        self.log = open(f"{folder}/{name}.log", "wb")
        if not os.path.exists(authority.path("server")):
            authority.issue("server", host="localhost")
        self.configure(users)

    @property
    def address(self):
        return f"tls://localhost:{self.port}"

    @property
    def program(self):
        """The one that scripts/fleet-servers names; in a cluster the newer one that scripts/setup fetched if Debian's is too old."""
        if named := os.environ.get("TOUCHD_NATS_SERVER"):
            return named
        cache = os.environ.get("TOUCHD_CACHE") or (os.environ.get("XDG_CACHE_HOME") or os.path.expanduser("~/.cache")) + "/touchd"
        fetched = f"{cache}/nats-server"
        return fetched if self.cluster and os.path.exists(fetched) else "nats-server"

    def configure(self, users):
        a = self.authority
        tls = f'cert_file: "{a.path("server")}", key_file: "{a.path("server", "key")}", ca_file: "{a.path(a.name)}"'
        accounts = ",\n".join(f'{{user: "CN={name}", permissions: {json.dumps(rights)}}}' for name, rights in users.items())
        text = (f'listen: "127.0.0.1:{self.port}"\nserver_name: {self.name}\nmax_payload: 64KB\n'
                f'tls {{ {tls}, verify_and_map: true, timeout: 10 }}\n'
                f'jetstream {{ store_dir: "{self.store}", max_memory_store: 64MB, max_file_store: {self.space} }}\n'
                f'authorization {{ timeout: 10, users: [\n{accounts}\n] }}\n')
        if self.cluster:
            port, others, more = self.cluster
            routes = ", ".join(f'"nats-route://localhost:{other}"' for other in others)
            text += (f'http: "127.0.0.1:{self.monitor}"\ncluster {{ name: fleet, listen: "127.0.0.1:{port}", {more}routes: [{routes}],\n'
                     f'tls {{ {tls}, verify: true, timeout: 10 }} }}\n')
        write(self.config, text)

    def start(self):
        self.process = started(self.log, self.program, "-c", self.config)
        until(self.listens, f"{self.name} listens")
        return self

    def streams(self):
        """The number of messages and the leader of each stream of results, as this server of a cluster knows them."""
        with urllib.request.urlopen(f"http://127.0.0.1:{self.monitor}/jsz?accounts=true&streams=true", timeout=PATIENCE) as answer:
            [account] = json.load(answer)["account_details"]
        return {stream["name"]: (stream["state"]["messages"], stream["cluster"].get("leader"))
                for stream in account["stream_detail"] if stream["name"] in (RESULTS, DURESS)}

    def listens(self):
        assert self.process.poll() is None, open(self.log.name).read()
        return listens(self.port)

    def reload(self):
        """Waits until the server has applied its configuration file."""
        def applied():
            return read(self.log.name).count("Reloaded server configuration")
        before = applied()
        self.process.send_signal(signal.SIGHUP)
        until(lambda: applied() > before, f"{self.name} has reloaded its configuration")

    def kill(self):
        self.process.kill()
        self.process.wait()

    def stop(self):
        if self.process and self.process.poll() is None:
            self.process.terminate()
            self.process.wait(PATIENCE)
        self.log.close()


class Cable:
    """A way to a port of this machine. While it is cut, nothing gets through, in both directions, and nobody is told."""

    def __init__(self, target):
        self.target, self.port, self.whole = target, free_port(), threading.Event()
        self.address = f"tls://localhost:{self.port}"
        self.listener = socket.create_server(("127.0.0.1", self.port))
        self.whole.set()
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
        while True:
            near = self.listener.accept()[0]
            threading.Thread(target=self.connect, args=[near], daemon=True).start()

    def connect(self, near):
        self.whole.wait()
        with contextlib.suppress(OSError), near, socket.create_connection(("127.0.0.1", self.target)) as far:
            back = threading.Thread(target=self.carry, args=[far, near], daemon=True)
            back.start()
            self.carry(near, far)
            back.join()

    def carry(self, source, sink):
        with contextlib.suppress(OSError):
            while data := source.recv(1 << 16):
                self.whole.wait()
                sink.sendall(data)
        self.whole.wait()
        for end in (source, sink):
            with contextlib.suppress(OSError):
                end.shutdown(socket.SHUT_RDWR)


class Nats:
    """A NATS client of its own, so that the library under test does not check itself."""

    def __init__(self, server, authority, name):
        context = ssl.create_default_context(cafile=authority.path(authority.name))
        context.load_cert_chain(authority.path(name), authority.path(name, "key"))
        plain = socket.create_connection(("127.0.0.1", server.port), timeout=PATIENCE)
        info = b""
        while not info.endswith(b"\r\n"):
            info += plain.recv(1)
        assert info.startswith(b"INFO"), info
        self.line = context.wrap_socket(plain, server_hostname="localhost")
        self.line.settimeout(10)
        self.input = self.line.makefile("rb")
        # Of this connection alone: another one of the same name would get its replies.
        self.inbox, self.number = f"_INBOX_{name}.py{os.urandom(8).hex()}", 0
        self.send(b'CONNECT {"verbose":false,"pedantic":false,"headers":true,"no_responders":true,"lang":"py","version":"1"}\r\n')
        self.send(f"SUB {self.inbox}.* 1\r\nPING\r\n".encode())
        self.wait_for(b"PONG")

    def send(self, data):
        self.line.sendall(data)

    def read_line(self):
        """The next line that is no PING; raises what the server objects to."""
        while True:
            line = self.input.readline()
            assert line, "the server closed the connection"
            if line.startswith(b"-ERR"):
                raise PermissionError(line.decode().strip())
            if not line.startswith(b"PING"):
                return line
            self.send(b"PONG\r\n")

    def wait_for(self, word):
        while not self.read_line().startswith(word):
            pass

    def request(self, subject, body=b""):
        """Headers and body of the reply. Repeats the request, because a cluster without a leader does not reply."""
        for _ in range(5):
            try:
                return self.ask(subject, body)
            except TimeoutError:
                # One that has timed out reads no more.
                self.input = self.line.makefile("rb")
        raise TimeoutError(subject)

    def ask(self, subject, body):
        self.number += 1
        reply = f"{self.inbox}.{self.number}"
        self.send(f"PUB {subject} {reply} {len(body)}\r\n".encode() + body + b"\r\n")
        while True:
            words = self.read_line().split()
            if words[0] in (b"MSG", b"HMSG"):
                length, head = int(words[-1]), int(words[-2]) if words[0] == b"HMSG" else 0
                data = self.input.read(length + 2)[:-2]
                if words[1].decode() == reply:
                    return data[:head], data[head:]

    def api(self, subject, **body):
        answer = json.loads(self.request(f"$JS.API.{subject}", json.dumps(body).encode() if body else b"")[1])
        if "error" in answer:
            raise LookupError(answer["error"]["description"])
        return answer

    def last(self, stream, subject):
        """The last message of a subject; {} if there is none or the cluster has no leader."""
        try:
            found = self.api(f"STREAM.MSG.GET.{stream}", last_by_subj=subject)
        except (LookupError, TimeoutError):
            return {}
        return json.loads(base64.b64decode(found["message"]["data"]))

    def messages(self, stream):
        """Subject, headers and body of every message of a stream, in order."""
        state = self.api(f"STREAM.INFO.{stream}")["state"]
        for number in range(state["first_seq"], state["last_seq"] + 1):
            try:
                message = self.api(f"STREAM.MSG.GET.{stream}", seq=number)["message"]
            except LookupError as error:
                if str(error) != "no message found":  # for example that the leader has just changed
                    raise
                continue
            yield (message["subject"], base64.b64decode(message.get("hdrs", "")), base64.b64decode(message.get("data", "")))

    def close(self):
        self.input.close()
        self.line.close()


class Machine:
    """touchd without a panel, and touchd-fleet: a kiosk as the servers see it."""

    def __init__(self, programs, folder, authority, servers, name, interval="5s", extra="", file=None, keep=10000, access="group-frontend="):
        self.programs, self.name, self.folder = programs, name, f"{folder}/{name}"
        for place in ("state", "fleet"):
            os.makedirs(f"{self.folder}/{place}", exist_ok=True)
        self.socket = f"{self.folder}/touchd.sock"
        file = file or name
        self.config = write_config(f"{self.folder}/touchd.conf", authority, servers, name, file,
                                   f"state-directory={self.folder}/fleet\ninterval={interval}\n{extra}",
                                   f"socket={self.socket}\nstate-directory={self.folder}/state\n", keep, access)
        self.log, self.keep = open(f"{self.folder}/log", "ab"), keep
        self.daemon = self.fleet = self.operator = None
        self.variables = {}

    def run(self, program, **who):
        environment = dict(os.environ, PATH=f"{self.programs}:{os.environ['PATH']}", TOUCHD_SOCKET=self.socket, **self.variables)
        return started(self.log, f"{self.programs}/{program}", "--config", self.config, env=environment, cwd="/", **who)

    def ask(self, program, *words, expected=0):
        """What a program prints, or complains about with a status other than 0."""
        done = ran(f"{self.programs}/{program}", "--config", self.config, *words, expected=expected)
        return done.stderr if expected else done.stdout

    def start_daemon(self):
        self.daemon = self.run("touchd")
        until(self.answers, f"touchd of {self.name} replies")

    def start_fleet(self, **who):
        self.fleet = self.run("touchd-fleet", **who)

    def start(self):
        self.start_daemon()
        self.start_fleet()
        return self

    def start_operator(self, scratch, user, group):
        """touchd-operator as systemd starts it: one process per connection to its socket."""
        path = f"{self.folder}/operator.sock"
        self.operator = started(
            self.log, "systemd-socket-activate", "--listen", path, "--accept", "--inetd", f"--setenv=PATH={self.programs}:{os.environ['PATH']}",
            f"--setenv=TMPDIR={scratch}", "setpriv", f"--reuid={user}", f"--regid={group}", "--clear-groups",
            f"{self.programs}/touchd-operator", "--config", self.config, cwd="/")
        until(lambda: os.path.exists(path), "the operator's socket")

    def answers(self):
        assert self.daemon.poll() is None, self.said()
        try:
            return self.call("io.touchd.manage.Status")
        except OSError:
            return None

    def said(self):
        return read(self.log.name)

    def call(self, method, **parameters):
        return Touchd(self.socket, PATIENCE).call(method, **parameters)

    def results(self):
        """Every stored result."""
        found, after = [], 0
        while part := self.call("io.touchd.result.List", after=after, limit=1000)["results"]:
            found += part
            after = part[-1]["sequence"]
        return found

    def kept(self):
        """Every stored result, once those that are too many are deleted."""
        until(lambda: len(self.results()) < self.keep + 8, "results are deleted")
        return self.results()

    def end(self, *names):
        """Ends programs properly."""
        for name in names:
            process = getattr(self, name)
            if process and process.poll() is None:
                process.terminate()
                assert process.wait(PATIENCE) == 0, name

    def stop(self):
        self.end("fleet", "daemon")
        if self.operator:
            self.operator.terminate()
            self.operator.wait(PATIENCE)


def write_config(path, authority, servers, name, file, fleet="", daemon="", keep=10000, access="group-frontend="):
    write(path, f"[touchd]\n{daemon}[view]\nsize=1280x800\n[input]\nallow-provenance=virtual\n[access]\n{access}\n"
          f"[store]\nhash-memory=19MiB\nhash-passes=2\nresults={keep}\n[fleet]\nservers={','.join(s.address for s in servers)}\n"
          f"kiosk={name}\nca={authority.path(authority.name)}\ncertificate={authority.path(file)}\n"
          f"key={authority.path(file, 'key')}\n{fleet}")
    return path


class Console:
    """touchctl fleet, with the permissions of an operator."""

    def __init__(self, programs, folder, authority, servers, extra="", name="console"):
        self.program = f"{programs}/touchctl-fleet"
        if not os.path.exists(authority.path(name)):
            authority.issue(name)
        self.config = write_config(f"{folder}/{name}.conf", authority, servers, name, name, extra)

    def run(self, *words, expected=0):
        return ran(self.program, "--config", self.config, *words, expected=expected)

    def json(self, *words, expected=0):
        return [json.loads(line) for line in self.run("--json", *words, expected=expected).stdout.splitlines()]


# All nine dots: five digits occur in identifiers by chance.
FRAME, PATTERN, DURESS_PATTERN = "320,80,640,640", "1-4-8-5-9-6-2-3-7", "3-5-7-8-9-6-2-1-4"
# A captcha, and the bar below its picture.
PUZZLE, BAR = "440,250,400,300", "440,518,400,32"


class Finger:
    """A virtual panel for a machine, whose touchd runs in its test bed until this is closed."""

    def __init__(self, machine):
        self.machine, self.control = machine, f"{machine.folder}/touchsim.sock"
        machine.daemon = self.process = simulated(machine.programs, self.control, machine.config, machine.log)
        until(lambda: machine.answers() and machine.call("io.touchd.manage.Status")["panels"]["count"] == 1,
              "touchd sees the panel")

    def sim(self, *words):
        simulate(self.control, *words)

    def enter(self, secret):
        """Enters a pattern (1-2-3), a slide (0.5) or a PIN."""
        if "." in secret:
            return self.sim("slide", secret, "in", BAR)
        enter(self.control, secret, FRAME)

    def draw(self, words, *patterns):
        """Runs touchctl and enters secrets one after another, each once the previous one was judged; returns the exit status."""
        before = len(self.machine.said())
        path = f"{self.machine.folder}/heard"
        frame = PUZZLE if words[0] == "captcha" else FRAME
        with open(path, "wb") as heard:
            asker = started(heard, f"{self.machine.programs}/touchctl", "--socket", self.machine.socket, *words, "--frame", frame)
        told = lambda: open(path).read()
        until(lambda: "on screen" in told() or asker.poll() is not None, "something is on screen")
        for pattern in patterns:
            so_far = len(told())
            self.enter(pattern)
            until(lambda: len(told()) > so_far or asker.poll() is not None, f"{pattern} is judged: {told()}")
        try:
            return asker.wait(PATIENCE)
        finally:
            self.said = told() + self.machine.said()[before:]

    def enroll(self, user):
        status = self.draw(["enroll", user], PATTERN, PATTERN)
        assert status == 0, self.said

    def close(self):
        self.process.terminate()
        self.process.wait(PATIENCE)
        self.machine.daemon = None
