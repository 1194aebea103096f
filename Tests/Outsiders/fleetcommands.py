"""Commands to kiosks: touchctl fleet do, touchd-fleet, touchd-operator and touchd, through a real server.

    fleetcommands.py FOLDER-OF-PROGRAMS"""
import grp, hashlib, json, os, shutil, subprocess, time

import jwt

from checks import read, write
from fleet import USER, check, main, schema
from fleetbed import BUNDLES, VIEWER_RIGHTS, Console, Finger
from kiosk import PATIENCE, until


class Fleet:
    """A kiosk that accepts commands, and the key that signs them."""

    def __init__(self, bed):
        self.bed, self.console = bed, bed.console
        self.key = f"{bed.folder}/fleet.key"
        self.console.run("key", self.key)
        assert os.stat(self.key).st_mode & 0o777 == 0o600
        # touchd-operator as another user than root: neither administrator nor front end, but in the operators' group.
        self.who = {"user": 65534, "group": grp.getgrnam("tape").gr_gid, "extra_groups": []}
        for program in ("touchd-operator", "touchctl"):
            shutil.copy2(f"{bed.programs}/{program}", bed.folder)
        folder = f"{bed.folder}/lobby/operator"
        self.machine = machine = bed.machine(
            access="group-frontend=daemon\ngroup-operator=tape",
            extra=f"command-key={self.key}.pub\ncommand-socket={bed.folder}/lobby/operator.sock\ncommand-directory={folder}\n")
        self.folder, self.link = folder, f"{machine.config}.d/90-fleet.conf"
        os.makedirs(folder)
        os.chown(folder, self.who["user"], self.who["group"])
        os.makedirs(f"{machine.config}.d")
        os.symlink(f"{folder}/fleet.conf", self.link)
        for path in (bed.folder, machine.folder):
            os.chmod(path, 0o755)
        os.chmod(machine.config, 0o644)
        finger = Finger(machine)
        finger.enroll(USER)
        assert finger.draw(["unlock", USER, "--attempts", "1"], "1-2-3-6-9") == 1, finger.said
        finger.close()
        machine.start_daemon()
        os.chown(machine.socket, 0, self.who["group"])
        machine.start_fleet()
        machine.programs = bed.folder
        # Like PrivateTmp= of systemd.
        os.mkdir(f"{machine.folder}/scratch")
        os.chown(f"{machine.folder}/scratch", self.who["user"], self.who["group"])
        machine.start_operator(f"{machine.folder}/scratch", self.who["user"], self.who["group"])
        self.nats = bed.nats()
        self.nats.line.settimeout(PATIENCE)
        until(lambda: self.listens(), "touchd-fleet has subscribed to commands")

    def listens(self):
        # Repeated after ten seconds: the first one may have been sent to a touchd-fleet that was killed.
        nats = self.bed.nats()
        try:
            return b"503" not in nats.request("touchd.v1.lobby.do", b"nothing")[0]
        finally:
            nats.close()

    def send(self, token, kiosk="lobby"):
        """The reply to a raw message, as the broker could send it; None without a subscriber."""
        # Once: a command that is repeated is refused.
        headers, body = self.nats.ask(f"touchd.v1.{kiosk}.do", token.encode())
        if b"503" in headers:
            return None
        answer = json.loads(body)
        schema("answer").validate(answer)
        assert USER not in body.decode()
        return answer

    def sign(self, *words, kiosks=("lobby",)):
        return self.console.run("--key", self.key, "sign", *kiosks, "--", *words).stdout.strip()

    def do(self, *words, expected=0):
        [answer] = self.console.json("--key", self.key, "do", "lobby", "--", *words, expected=expected)
        schema("answer").validate(answer)
        return answer

    def order(self, command, arguments):
        """A token for this kiosk, valid now, with any arguments, signed with the key by another implementation."""
        key, now = jwt.algorithms.OKPAlgorithm.from_jwk(read(self.key)), int(time.time())
        claims = {"aud": ["lobby"], "iat": now, "exp": now + 60, "jti": os.urandom(16).hex(), "command": command, "arguments": arguments}
        return jwt.encode(claims, key, "EdDSA", {"typ": "touchd-command+jwt", "kid": json.loads(read(self.key))["kid"]})

    def user(self):
        [user] = self.machine.call("io.touchd.unlock.Users", name=USER)["users"]
        return user

    def refused(self, token, reason):
        """Checks that a command is refused, that reply and log say so, and that nothing has changed."""
        before, said = (self.user(), len(self.machine.results())), len(self.machine.said())
        answer = self.send(token)
        assert (answer["outcome"], answer["reason"]) == ("refused", reason), answer
        until(lambda: f"refused, {reason}" in self.machine.said()[said:], f"the log contains {reason}")
        assert before == (self.user(), len(self.machine.results()))


@check("commands signed by the owner of the key run once; all others are refused, answered and logged", needs_root=True)
def commands(bed):
    fleet = Fleet(bed)
    verbs(fleet)
    asks(fleet)
    bundles(fleet)
    bad_bundles(fleet)
    drop_ins(fleet)
    refusals(fleet)


def verbs(fleet):
    """Each command has its effect, and the reply contains the id of the result."""
    results = lambda: {r["id"]: r for r in fleet.machine.results()}
    assert fleet.user()["state"] == "active"
    id = fleet.do("disable", USER)["result"]
    assert fleet.user()["state"] == "disabled" and results()[id]["reason"] == "disabled"
    assert fleet.do("disable", USER)["reason"] == "unchanged"
    id = fleet.do("enable", USER)["result"]
    assert fleet.user()["state"] == "active" and results()[id]["reason"] == "enabled"
    id = fleet.do("expire", USER, "2040-01-02T03:04")["result"]
    assert fleet.user()["expiresWallTimeUSec"] == 2209086240 * 10**6 and results()[id]["kind"] == "restriction"
    assert fleet.do("expire", USER, "now")["result"] and fleet.user()["state"] == "expired"
    assert fleet.do("expire", USER, "never")["result"] and fleet.user()["state"] == "active"
    assert fleet.user()["failedAttempts"] == 1
    id = fleet.do("clear-wait", USER)["result"]
    assert fleet.user()["failedAttempts"] == 0 and results()[id]["kind"] == "clearing"
    assert fleet.do("clear-wait", USER)["reason"] == "unchanged"
    answer = fleet.do("disable", "nobody.at.all", expected=1)
    assert answer["outcome"] == "failed" and answer["reason"] == "io.touchd.unlock.NoSuchUser", answer
    text = read(fleet.machine.config)
    write(fleet.machine.config, text.replace("[store]", "[unlock]\nmin-dots=5\n[store]"))
    assert fleet.do("reload")["changed"] == ["[unlock] min-parts"]
    lines = fleet.console.run("--key", fleet.key, "do", "lobby", "attic", "--", "reload", expected=1).stdout.splitlines()
    assert lines[0] == "lobby: done" and lines[1].startswith("attic: unknown: not connected"), lines


def asks(fleet):
    """A requested enrollment is reported to front ends until it is withdrawn, and has no other effect. How it is kept, and ends:
    AskedEnrollmentTests."""
    machine = fleet.machine
    asked = lambda: machine.call("io.touchd.unlock.Users").get("asked", [])
    users, results = machine.call("io.touchd.unlock.Users")["users"], len(machine.results())
    answer = fleet.do("ask-enroll", "newcomer")
    [told] = asked()
    assert (told["id"], told["user"]) == (answer["asked"], "newcomer") and "reason" not in answer, (answer, told)
    assert told["expiresWallTimeUSec"] - told["askedWallTimeUSec"] == 7 * 86_400_000_000
    again = fleet.do("ask-enroll", "newcomer", time.strftime("%Y-%m-%dT%H:%M", time.gmtime(time.time() + 7200)))["asked"]
    assert [one["id"] for one in asked()] == [again]
    # The kiosk has stored nothing else, shows no widget and does not wait for a finger.
    assert machine.call("io.touchd.unlock.Users")["users"] == users and len(machine.results()) == results
    assert machine.call("io.touchd.manage.Status")["screen"]["scenes"] == 0
    said = subprocess.run([f"{fleet.bed.programs}/touchctl", "--socket", machine.socket, "users"], capture_output=True, text=True).stdout
    assert "newcomer: enrollment asked for" in said, said
    assert fleet.do("ask-enroll", "newcomer", "now")["reason"] == "withdrawn" and asked() == []
    assert fleet.do("ask-enroll", "newcomer", "2099-01-01", expected=1)["reason"] == "org.varlink.service.InvalidParameter"


def stored(fleet):
    """The parts in the stream of bundles, checked against the schema."""
    parts = [json.loads(data) for _, _, data in fleet.nats.messages(BUNDLES)]
    for part in parts:
        schema("bundle").validate(part)
    return parts


def fetch(fleet, *words, expected=0, output=None):
    """Runs touchctl fleet bundle; returns the bytes of the file."""
    path = output or f"{fleet.bed.folder}/fetched.tar.gz"
    done = fleet.console.run("--json", "--output", path, "bundle", "lobby", *words, expected=expected)
    if expected:
        assert not os.path.exists(path), "a file remains"
        return done.stderr
    with open(path, "rb") as file:
        data = file.read()
    told = json.loads(done.stdout)
    assert os.stat(path).st_mode & 0o777 == 0o600 and told["sha256"] == hashlib.sha256(data).hexdigest()
    os.unlink(path)
    return data


def bundles(fleet):
    """A bundle arrives complete and once. What is in it, and what is not: BundleTests (LineTests)."""
    machine, bed = fleet.machine, fleet.bed
    assert "no bundle of lobby" in fetch(fleet, expected=3)
    token = fleet.sign("bundle")
    answer = fleet.send(token)
    assert answer["outcome"] == "done" and answer["bundle"]["id"] == jwt.decode(token, options={"verify_signature": False})["jti"], answer
    parts = stored(fleet)
    assert [one["part"] for one in parts] == list(range(len(parts))) and all(one["bundle"] == answer["bundle"] for one in parts)
    data = fetch(fleet)
    assert len(data) == answer["bundle"]["bytes"] and hashlib.sha256(data).hexdigest() == answer["bundle"]["sha256"]
    # The token works once: no second bundle, and the first stays.
    fleet.refused(token, "replayed")
    assert stored(fleet) == parts
    # Fetches the newest bundle, or the named one.
    second = fleet.do("bundle")["bundle"]["id"]
    assert fetch(fleet, answer["bundle"]["id"]) == data and fetch(fleet, second)
    assert hashlib.sha256(fetch(fleet)).hexdigest() == [one for one in stored(fleet)][-1]["bundle"]["sha256"]
    assert "no bundle" in fetch(fleet, "0" * 32, expected=3)
    line = fleet.console.run("--key", fleet.key, "do", "lobby", "--", "bundle").stdout
    assert line.startswith("lobby: done, bundle ") and "SHA-256" in line, line
    # An existing file is not overwritten.
    kept = f"{bed.folder}/kept"
    open(kept, "w").close()
    assert "exists" in fleet.console.run("--output", kept, "bundle", "lobby", expected=3).stderr and os.path.getsize(kept) == 0
    # Nothing remains at the kiosk.
    assert os.listdir(f"{machine.folder}/scratch") == []
    # Permission to see the fleet does not include bundles; bundles are purged after the time in the guide.
    bed.server.configure(bed.users | {"viewer": VIEWER_RIGHTS})
    bed.server.reload()
    viewer = Console(bed.programs, bed.folder, bed.authority, [bed.server], name="viewer")
    assert "ermissions" in viewer.run("--output", f"{bed.folder}/stolen", "bundle", "lobby", expected=3).stderr
    config = fleet.nats.api(f"STREAM.INFO.{BUNDLES}")["config"]
    assert (config["max_age"], config["max_msgs_per_subject"]) == (3 * 86_400 * 10**9, 1024), config


def bad_bundles(fleet):
    """A bundle that is too long or cannot be made, or servers without room: no `done`, no file, and the next bundle works."""
    machine, bed = fleet.machine, fleet.bed
    program = f"{bed.folder}/touchctl"
    os.rename(program, f"{program}.own")

    def pretend(lines):
        write(program, "#!/bin/sh\nfor path; do :; done\n" + lines)
        os.chmod(program, 0o755)

    before = len(stored(fleet))
    try:
        pretend('head -c 4194305 /dev/urandom >"$path"\n')
        answer = fleet.do("bundle", expected=1)
        assert answer["reason"] == "no_bundle" and "4194305 bytes, maximum 4194304" in answer["message"], answer
        pretend("echo 'touchctl: /nowhere: No space left on device' >&2\nexit 3\n")
        answer = fleet.do("bundle", expected=1)
        assert answer["reason"] == "no_bundle" and "No space left" in answer["message"], answer
        pretend("exit 0\n")
        assert fleet.do("bundle", expected=1)["reason"] == "no_bundle"
        assert os.listdir(f"{machine.folder}/scratch") == [] and len(stored(fleet)) == before
        # A bundle of the maximum length arrives complete.
        pretend('head -c 4194304 /dev/urandom >"$path"\n')
        started = time.monotonic()
        answer = fleet.do("bundle")
        print(f"   a bundle of 4 MiB, made, sent in {(4194304 + 24575) // 24576} parts and confirmed: {time.monotonic() - started:.1f} s")
        data = fetch(fleet)
        assert len(data) == 4194304 and hashlib.sha256(data).hexdigest() == answer["bundle"]["sha256"]
    finally:
        os.replace(f"{program}.own", program)
    # The servers have no room: the command is not done.
    config = fleet.nats.api(f"STREAM.INFO.{BUNDLES}")["config"]
    fleet.nats.api(f"STREAM.PURGE.{BUNDLES}")
    fleet.nats.api(f"STREAM.UPDATE.{BUNDLES}", **config | {"max_bytes": 100, "discard": "new"})
    answer = fleet.do("bundle", expected=1)
    assert answer["reason"] == "undelivered" and "maximum bytes" in answer["message"], answer
    fleet.nats.api(f"STREAM.UPDATE.{BUNDLES}", **config)
    # Without the stream, as in a fleet set up by an earlier version.
    fleet.nats.api(f"STREAM.DELETE.{BUNDLES}")
    answer = fleet.do("bundle", expected=1)
    assert answer["reason"] == "undelivered" and "setup" in answer["message"], answer
    fleet.console.run("--store", "1GB", "setup")
    assert fleet.do("bundle")["bundle"] and fetch(fleet)


def drop_ins(fleet):
    """A configuration is checked before it is used; otherwise the existing one stays."""
    def send(text, expected=0):
        write(f"{fleet.bed.folder}/drop-in", text)
        return fleet.do("drop-in", f"{fleet.bed.folder}/drop-in", expected=expected)

    value = lambda key: next(k["value"] for k in fleet.machine.call("io.touchd.manage.Configuration")["keys"]
                             if [k["section"], k["name"]] == key.split())
    good = "[unlock]\nmin-dots=6\n"
    assert send(good)["changed"] == ["[unlock] min-parts"] and value("unlock min-parts") == "pattern:6, pin:4"
    answer = send("[access]\ngroup-administrator=tape\n", expected=1)
    assert answer["reason"] == "invalid_configuration" and any("may not be set from the fleet" in p for p in answer["problems"]), answer
    assert value("unlock min-parts") == "pattern:6, pin:4"
    assert send("")["changed"] == ["[unlock] min-parts"] and value("unlock min-parts") == "pattern:5, pin:4"


def refusals(fleet):
    """A command that the owner of the key did not sign for this kiosk is refused. Which else: CommandTokenTests."""
    token = fleet.sign("disable", USER)
    fleet.refused(f"{token.rpartition('.')[0]}.{'A' * 86}", "signature_mismatch")
    fleet.refused(fleet.sign("disable", USER, kiosks=("gate", "attic")), "audience_mismatch")
    # A valid command still works, so the refusals had their reasons.
    assert fleet.send(fleet.order("disable", {"user": USER}))["outcome"] == "done"
    assert fleet.do("enable", USER)["outcome"] == "done"


if __name__ == "__main__":
    main()
