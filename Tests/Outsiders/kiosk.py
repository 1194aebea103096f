"""A kiosk under test: a virtual panel, and the real touchd and touchd-web."""
import grp, os, pwd, random, shutil, socket, subprocess, sys, tempfile, unittest

ROOT = os.path.realpath(os.path.join(os.path.dirname(__file__), "../.."))
sys.path.append(f"{ROOT}/python")
from checks import PATIENCE, read, until, write
from touchd import Touchd


def ran(*command, expected=0, **how):
    """A program that has ended with the expected status, or with any one if that is None."""
    done = subprocess.run(command, capture_output=True, text=True, timeout=PATIENCE, **how)
    assert expected in (None, done.returncode), (done.returncode, done.stdout, done.stderr)
    return done


def started(log, *command, **how):
    """A program that is running, with what it prints in a log."""
    return subprocess.Popen(command, stdin=subprocess.DEVNULL, stdout=log, stderr=log, **how)


def simulated(programs, control, configuration, log):
    """A daemon that reads a virtual panel, run by touchsim."""
    return started(log, f"{programs}/touchsim", "--backend", "umockdev", "--view", "1280x800", "--control", control,
                   "--", f"{programs}/touchd", "--config", configuration)


def simulate(control, *words):
    """Sends a command to touchsim and waits until it is done. Without a process for each command, which would slow a finger down."""
    command = " ".join(map(str, words))
    with socket.socket(socket.AF_UNIX) as line:
        line.settimeout(PATIENCE)
        line.connect(control)
        line.sendall(f"{command}\n".encode())
        with line.makefile() as replies:
            reply = replies.readline()
    assert reply.startswith("ok"), f"touchsim: {command}: {reply}"


#: Context managers of calls that have to fail: with an exception of a class, or also with a text that a regular expression matches.
fails, fails_with = unittest.TestCase().assertRaises, unittest.TestCase().assertRaisesRegex
#: Where and what users draw who are enrolled without more.
FRAME, PATTERN = "320,80,640,640", "1-4-8-5-9"
#: The ports that free_port() has returned.
given = set()


def key(label, frame):
    """The center of a key of a keypad: a digit, e for enter or b for backspace."""
    (left, top, width, height), index = frame, "123456789b0e".index(label)
    return left + width * (2 * (index % 3) + 1) / 6, top + height * (2 * (index // 3) + 1) / 8


def enter(control, secret, frame):
    """Enters a pattern (1-2-3) or a PIN, on an unscrambled keypad."""
    if "-" in secret:
        return simulate(control, "pattern", secret, "in", frame, "speed", 9000, "rate", 250)
    for label in [*secret, "e"]:
        simulate(control, "tap", "{},{}".format(*key(label, map(int, frame.split(",")))))


def free_port():
    """A free port that no outgoing connection gets, so that a server can be started on it again. Browsers refuse some below 11000."""
    first, last = map(int, read("/proc/sys/net/ipv4/ip_local_port_range").split())
    outside = [port for port in range(11000, 65536) if not first <= port <= last and port not in given]
    port = next(port for port in iter(lambda: random.SystemRandom().choice(outside), None) if not listens(port))
    given.add(port)
    return port


def listens(port):
    with socket.socket() as probe:
        return probe.connect_ex(("127.0.0.1", port)) == 0


def bridge_user():
    """The bridge's user: a separate one, if this runs as root."""
    if os.geteuid() != 0:
        return {}
    nobody = pwd.getpwnam("nobody")
    # The page also enrolls, so its bridge is an administrator, through a group without other members.
    return {"user": nobody.pw_uid, "group": nobody.pw_gid, "extra_groups": [grp.getgrnam("tape").gr_gid]}


class Kiosk:
    """Runs the programs of the folder `programs` and the page of web/; all other files are in a temporary folder."""

    def __init__(self, programs):
        self.programs, self.folder = programs, tempfile.mkdtemp(prefix="touchd-kiosk.")
        self.socket, self.control = f"{self.folder}/touchd.sock", f"{self.folder}/touchsim.sock"
        self.port, self.daemon = free_port(), None
        self.origin = f"http://127.0.0.1:{self.port}"
        self.write(f"[touchd]\nlog-level=debug\nsocket={self.socket}\nstate-directory={self.folder}/state\n[view]\nsize=1280x800\n"
                   "[input]\nallow-provenance=virtual\n[access]\ngroup-frontend=\ngroup-administrator=tape\n[store]\nhash-memory=19MiB\nhash-passes=2\n")
        self.log = open(f"{self.folder}/log", "wb")
        self.start()
        os.mkdir(f"{self.folder}/page")
        # The bridge's user may not be able to read the checkout.
        self.web_program = shutil.copy2(f"{programs}/touchd-web", self.folder)
        for name in ("web", "interfaces"):
            shutil.copytree(f"{ROOT}/{name}", f"{self.folder}/{name}")
        self.start_bridge()

    def start_bridge(self, user=os.geteuid(), port=None):
        """touchd-web as a separate user, serving pages to a user; this one's on the kiosk's port."""
        port = port or self.port
        configuration = f"{self.folder}/web.{port}.conf"
        write(configuration, f"[touchd]\nsocket={self.socket}\n[access]\ngroup-frontend=\n[web]\nuser={user}\nport={port}\n"
              f"folders={self.folder}/page,{self.folder}/web,{self.folder}/interfaces\n")
        bridge = started(self.log, self.web_program, "--config", configuration, "--touchsim", self.control, cwd="/", **bridge_user())
        until(lambda: listens(port), "touchd-web listens")
        if port == self.port:
            self.bridge = bridge
        return bridge

    def stop_bridge(self):
        self.bridge.terminate()
        self.bridge.wait(PATIENCE)

    def start(self):
        self.daemon = simulated(self.programs, self.control, f"{self.folder}/touchd.conf", self.log)
        until(lambda: self.panels() == 1, "the daemon sees its panel")
        # The folder belongs to the user who runs this; the bridge is another user.
        os.chmod(self.folder, 0o755)
        for path in (self.socket, self.control):
            os.chmod(path, 0o666)

    def restart(self, configuration, meanwhile=lambda: None):
        """Restarts the daemon with another configuration; `meanwhile` runs while there is none."""
        self.stop()
        meanwhile()
        self.write(configuration)
        self.start()

    def write(self, configuration):
        self.configuration = configuration
        write(f"{self.folder}/touchd.conf", configuration)

    def configure(self, configuration):
        """Writes another configuration and reloads the running daemon."""
        self.write(configuration)
        self.call("io.touchd.manage.Reload")

    def stop(self):
        self.daemon.terminate()
        self.daemon.wait(PATIENCE)

    def send(self, number):
        """Sends a signal to the daemon, which touchsim has started."""
        found = subprocess.run(["pgrep", "-f", f"{self.programs}/touchd --config {self.folder}"], capture_output=True, text=True).stdout.split()
        for pid in found:
            if os.readlink(f"/proc/{pid}/exe").endswith("/touchd"):
                os.kill(int(pid), number)

    def panels(self):
        try:
            return self.call("io.touchd.manage.Status")["panels"]["count"]
        except OSError:
            return None

    def call(self, method, **parameters):
        """A call over the daemon's own socket."""
        return Touchd(self.socket, PATIENCE).call(method, **parameters)

    def cover(self):
        """Another front end's scene, above all others until it is closed."""
        scene = Touchd(self.socket, PATIENCE).stream("io.touchd.scene.Present", widgets=[{"id": "b", "kind": "button", "x": 0, "y": 0, "width": 100, "height": 100}])
        next(scene)
        return scene

    def enter(self, secret, frame=FRAME):
        enter(self.control, secret, frame)

    def enroll(self, user, secret=PATTERN, frame=FRAME):
        """Enrolls a user by touchctl, whose widget is in `frame`."""
        kind = "pattern" if "-" in secret else "pin"
        program = subprocess.Popen([f"{self.programs}/touchctl", "--socket", self.socket, "enroll", user, "--secret", kind, "--frame", frame],
                                   stdout=subprocess.PIPE, stderr=self.log, text=True)
        for line in program.stdout:
            if "on screen" in line or "again to confirm" in line:
                self.enter(secret, frame)
        assert program.wait(PATIENCE) == 0, f"{user} is not enrolled"

    def page(self, name, body, program="import './elements.js';", css=""):
        """Creates a page in separate files, as the bridge's content security policy requires. Its program gets the style sheet as `own`."""
        if css:
            program = f"const own = new CSSStyleSheet();\nown.replaceSync(`{css}`);\ndocument.adoptedStyleSheets = [own];\n{program}"
        text = (f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{name}</title><link rel="icon" href="data:,"><link rel="stylesheet" href="page.css">'
                f'<script type="module" src="{name}.js"></script><body>{body}</body></html>')
        for kind, content in (("html", text), ("js", program)):
            write(f"{self.folder}/page/{name}.{kind}", content)

    def finger(self, *words):
        simulate(self.control, *words)

    def along(self, places, steps=4, between=lambda: None):
        """A finger lands, moves along straight lines from place to place, and stays on the panel."""
        self.finger("down", 0, "{},{}".format(*places[0]))
        for (x, y), (to_x, to_y) in zip(places, places[1:]):
            for step in range(1, steps + 1):
                self.finger("move", 0, f"{x + (to_x - x) * step / steps},{y + (to_y - y) * step / steps}")
                between()

    def close(self):
        for process in (self.bridge, self.daemon):
            process.terminate()
            process.wait(PATIENCE)
        self.log.close()
        shutil.rmtree(self.folder, ignore_errors=True)


def with_kiosk(check, made=lambda kiosk: kiosk):
    """Runs checks with a kiosk of the programs in the first argument; each gets what `made(kiosk)` returns.

    Returns: the exit status.
    """
    kiosk = Kiosk(os.path.realpath(sys.argv[1]))
    try:
        subject = made(kiosk)
        return 1 if check.run(lambda test: test(subject), lambda: os.system(f"tail -n 20 {kiosk.log.name}")) else 0
    finally:
        kiosk.close()
