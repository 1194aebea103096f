"""touchd-fleet and touchctl fleet with real NATS servers over TLS: what arrives, what is refused, what is reported.

    fleet.py FOLDER-OF-PROGRAMS [CHECK…]"""
import functools, glob, grp, json, os, random, re, shutil, signal, sys, tempfile, threading, time

import jsonschema

from checks import Checks, read, write
from fleetbed import CONSOLE_RIGHTS, DURESS, RESULTS, Authority, Cable, Console, Finger, Machine, Nats, Server, kiosk_rights
from kiosk import ROOT, free_port, until
from touchd import TouchdError

USER = "wilhelmina.quux"
#: Of the script that is run.
check = Checks()
#: The state of a touchd with an enrolled user, once there is one.
ENROLLED = tempfile.TemporaryDirectory(prefix="touchd-fleet.")


class Bed:
    """A server, a console, and kiosks created on demand."""

    def __init__(self, programs, kiosks=("lobby",)):
        self.programs, self.folder = programs, tempfile.mkdtemp(prefix="touchd-fleet.")
        self.authority = Authority(f"{self.folder}/certificates")
        self.users = {"console": CONSOLE_RIGHTS} | {name: kiosk_rights(name) for name in kiosks}
        self.server = Server(self.folder, self.authority, self.users)
        self.prepare()
        self.server.start()
        self.console = Console(programs, self.folder, self.authority, [self.server])
        self.console.run("--store", self.server.space, "setup")
        self.machines = []

    def prepare(self):
        """Changes the configuration of the server before it starts."""

    def machine(self, name="lobby", **how):
        if not os.path.exists(self.authority.path(how.get("file") or name)):
            self.authority.issue(name)
        servers = how.pop("servers", [self.server])
        machine = Machine(self.programs, self.folder, self.authority, servers, name, **how)
        self.machines.append(machine)
        return machine

    def nats(self):
        return Nats(self.server, self.authority, "console")

    def close(self):
        for machine in self.machines:
            machine.stop()
        self.server.stop()
        shutil.rmtree(self.folder, ignore_errors=True)


def bodies(nats, stream=RESULTS, kind=None):
    return [body for _, _, data in nats.messages(stream) if kind in (None, (body := json.loads(data))["type"])]


def restrict(machine, count):
    """Stores `count` results of an enrolled user."""
    for number in range(count):
        machine.call("io.touchd.unlock.Restrict", user=USER, disabled=number % 2 == 0)


def enrolled(bed, **how):
    """A machine with an enrolled user and no panel. A finger enrolls the user on the first one; the others get copies of its state."""
    machine = bed.machine(**how)
    state = f"{machine.folder}/state"
    if not os.listdir(ENROLLED.name):
        finger = Finger(machine)
        finger.enroll(USER)
        finger.close()
        shutil.copytree(state, ENROLLED.name, dirs_exist_ok=True)
    shutil.copytree(ENROLLED.name, state, dirs_exist_ok=True)
    machine.start_daemon()
    return machine


def all_stored(machine, nats, minutes=2):
    """Waits until the stream has all results of the vault; fails when no more arrive."""
    last, stored, moved = machine.results()[-1]["sequence"], -1, time.monotonic()
    while (now := last_stored(machine, nats)) < last:
        if now > stored:
            stored, moved = now, time.monotonic()
        assert time.monotonic() - moved < 60 * minutes, f"{stored} of {last} results are stored, and no more arrived in {minutes} minutes"
        time.sleep(0.05)


def captchas(machine, count):
    """Stores `count` results without a panel or a user: unsolved captchas."""
    for _ in range(count):
        challenge = machine.call("io.touchd.captcha.Create", profile="simple")["challengeId"]
        machine.call("io.touchd.captcha.Decline", challengeId=challenge)


def last_stored(machine, nats):
    """The sequence number of the last result in the stream; 0 if there is none or the cluster has no leader."""
    body = nats.last(RESULTS, f"touchd.v1.{machine.name}.result")
    return body.get("sequence") or body.get("to", 0)


@functools.cache
def schema(name):
    text = json.loads(read(f"{ROOT}/interfaces/fleet/{name}.json"))
    jsonschema.Draft202012Validator.check_schema(text)
    return jsonschema.Draft202012Validator(text)


@check("each result arrives once, also after a restart; what is in the messages: fleetsecrets.py and FleetMessageTests")
def arrives(bed):
    machine = enrolled(bed)
    machine.start_fleet()
    restrict(machine, 20)
    nats = bed.nats()
    all_stored(machine, nats)
    vault = machine.results()
    stream = bodies(nats, kind="result")
    assert [r["id"] for r in stream] == [r["id"] for r in vault], (len(stream), len(vault))
    until(lambda: bodies(nats, kind="audit"), "a head is sent")
    assert all(r["sequence"] == v["sequence"] and r["wallTimeUSec"] == v["wallTimeUSec"] for r, v in zip(stream, vault))
    # A restart sends nothing twice.
    machine.end("fleet")
    machine.start_fleet()
    restrict(machine, 1)
    all_stored(machine, nats)
    assert len(bodies(nats, kind="result")) == len(vault) + 1


class Producer(threading.Thread):
    """Stores results continuously; a failed call may have stored a result or not."""

    def __init__(self, machine):
        super().__init__(daemon=True)
        self.machine, self.isOver, self.number = machine, False, 0
        self.start()

    def run(self):
        while not self.isOver:
            try:
                self.machine.call("io.touchd.unlock.Restrict", user=USER, disabled=self.number % 2 == 0)
                self.number += 1
                time.sleep(random.uniform(0, 0.02))
            except (OSError, TouchdError, ValueError):
                time.sleep(0.02)

    def end(self):
        self.isOver = True
        self.join(60)


def exactly_once(machine, nats):
    """Checks that the stream has the vault's results, each once and in order."""
    all_stored(machine, nats, 5)
    vault = [r["id"] for r in machine.results()]
    missing = None

    def is_complete():
        nonlocal missing
        try:
            stream = [b["id"] for b in bodies(nats, kind="result")]
        except LookupError as error:
            missing = str(error)
            return False
        known = set(stream)
        assert stream == [result for result in vault if result in known], f"{len(stream) - len(known)} twice, or not in order"
        missing = [number for number, result in enumerate(vault) if result not in known]
        return not missing

    # A leader that was just elected may not have applied the last messages yet.
    until(is_complete, lambda: f"every result of the vault is in the stream (of {len(vault)} missing: {missing})")
    return len(vault)


def verified(console):
    """Waits until signed heads are stored, and checks that they and all results are correct."""
    def report():
        # A cluster does not reply while it elects a leader.
        return next((one for one in console.json("verify", expected=None) if one["heads"] > 0), None)

    found = until(report, "heads are stored")
    assert found["intact"], found


class Cluster:
    """Three servers, a console and a kiosk; also with cables between the servers, by their numbers, and from the kiosk to each of them,
    which are then the only ways."""

    def __init__(self, bed, is_cabled=False):
        ports = [free_port() for _ in range(3)]
        self.cables = {(i, j): Cable(ports[j]) for i in range(3) for j in range(3) if i != j} if is_cabled else {}
        def cluster(i):
            others = [self.cables[i, j].port if is_cabled else ports[j] for j in range(3) if j != i]
            return ports[i], others, 'no_advertise: true, advertise: "localhost:1", ' if is_cabled else ""
        self.servers = [Server(bed.folder, bed.authority, bed.users, f"c{i}", cluster(i)).start() for i in range(3)]
        self.lines = [Cable(server.port) for server in self.servers] if is_cabled else []
        self.console = Console(bed.programs, bed.folder, bed.authority, self.servers)
        until(lambda: self.console.run("--replicas", "3", "--store", "1GB", "setup", expected=None).returncode == 0, "the cluster has a leader")
        self.machine = enrolled(bed, servers=self.lines or self.servers, keep=1000000)
        self.machine.start_fleet()
        self.bed, self.stopped = bed, []

    def stop(self, *servers):
        """Stopped servers keep their connections and accept new ones, but do nothing."""
        for server in servers:
            server.process.send_signal(signal.SIGSTOP)
        self.stopped += servers

    def go_on(self):
        for server in self.stopped:
            server.process.send_signal(signal.SIGCONT)
        self.stopped = []

    def nats(self, without=()):
        return Nats(next(one for one in self.servers if one not in (*self.stopped, *without)), self.bed.authority, "console")

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.go_on()
        for server in self.servers:
            server.stop()


@check("kill -9 of servers, touchd-fleet and touchd at random moments, with one of three servers always down: no result missing, none stored twice")
def cluster(bed):
    count = int(os.environ.get("TOUCHD_FLEET_KILLS", 5))
    seed = int(os.environ.get("TOUCHD_FLEET_SEED", random.randrange(1 << 32)))
    random.seed(seed)
    print(f"   seed {seed}", flush=True)
    with Cluster(bed) as cluster:
        servers, every, machine = cluster.servers, max(2, count // 50), cluster.machine
        down = servers[2]
        down.kill()
        producer, victims, kills = Producer(machine), ["server", "fleet", "daemon"] * count, 0
        random.shuffle(victims)
        for victim in victims:
            time.sleep(random.uniform(0, 0.5))
            if victim != "server":
                process = getattr(machine, victim)
                process.kill()
                process.wait()
                getattr(machine, f"start_{victim}")()
                continue
            server = random.choice([server for server in servers if server is not down])
            server.kill()
            time.sleep(random.uniform(0, 0.2))
            server.start()
            kills += 1
            # Stops the next server once the previous one is back and has caught up.
            if kills % every == 0:
                down.start()
                catch_up(servers)
                down = servers[(servers.index(down) + 1) % 3]
                down.kill()
        producer.end()
        assert producer.number > 0
        assert "another machine" not in machine.said()
        stored = exactly_once(machine, cluster.nats([down]))
        verified(cluster.console)
        print(f"   one of three always down, a different one every {every} kills; {count} kills of each: {stored} results, 0 missing, 0 duplicates")


def catch_up(servers):
    """Waits until every server has all messages that any of them has now, and all know the same leaders.

    Each server is asked for itself: a leader that was stopped still takes itself for the leader for a moment."""
    def states():
        try:
            return [server.streams() for server in servers]
        except (OSError, LookupError, ValueError):
            return []

    now = until(states, "every server replies")
    goal = {name: max(state[name][0] for state in now if name in state) for name in (RESULTS, DURESS)}

    def agree():
        found = states()
        for name, count in goal.items():
            known = [state[name] for state in found if name in state]
            leaders = {leader for _, leader in known}
            if len(known) < len(servers) or len(leaders) != 1 or None in leaders or min(known)[0] < count:
                return False
        return True

    until(agree, lambda: f"the servers agree: expected {goal}, found {states()}")


def twin(bed, machine):
    """Another machine with the name and certificate of a machine."""
    found = Machine(bed.programs, f"{bed.folder}/twin", bed.authority, [bed.server], machine.name)
    bed.machines.append(found)
    return found


def says_two_machines(bed, *machines):
    """Waits until the console says after health of each machine, and each machine in its log, that two machines use one name."""
    # Each has a vault of its own, and so an epoch.
    seen = set()

    def told():
        [kiosk] = bed.console.json("status", expected=None)
        if kiosk["condition"] == "error" and "nameProblem" in kiosk["health"]:
            seen.add(kiosk["health"]["epoch"])
        return len(seen) == len(machines)

    until(told, "the console says it whichever machine wrote last")
    until(lambda: all("another machine" in machine.said() for machine in machines), "both logs say it")
    assert "name_used_twice" in bed.console.run(expected=1).stdout


@check("two machines with one name and a vault each are noticed although they have no results")
def namesakes(bed):
    machine = bed.machine().start()
    # They do not write at the same moment, so that the console sees both.
    until(lambda: bed.console.json("status", expected=None), "the first one's health")
    other = twin(bed, machine).start()
    says_two_machines(bed, machine, other)
    # The second one writes after the first, so it has just seen the first's last health.
    machine.stop()
    until(lambda: "is used by this machine alone" in other.said(), "the log says that the other one is gone")
    until(lambda: "nameProblem" not in bed.console.json("status", expected=None)[0]["health"], "and so does the console")


def refused(bed, why, **how):
    """The error that touchd-fleet logs when it may not connect or publish."""
    told = bed.machine(**how).ask("touchd-fleet", "--check", expected=1)
    assert any(word in told for word in why), told
    return told.strip()


@check("wrong and revoked certificates and subjects of other kiosks are refused, and touchd-fleet logs why")
def certificates(bed):
    foreign = Authority(f"{bed.folder}/foreign")
    foreign.issue("lobby")
    for ending in ("pem", "key"):
        shutil.copy(foreign.path("lobby", ending), bed.authority.path("stranger", ending))
    told = [refused(bed, ["refused the certificate"], file="stranger")]
    # A name without a user on the server.
    bed.authority.issue("garage")
    told.append(refused(bed, ["uthorization"], name="garage"))
    # Another kiosk's subject.
    bed.authority.issue("lobby")
    told.append(refused(bed, ["ermissions"], name="cellar", file="lobby"))
    # Revoked while connected.
    machine = enrolled(bed)
    machine.start_fleet()
    nats = bed.nats()
    all_stored(machine, nats)
    bed.server.configure({"console": bed.users["console"]})
    bed.server.reload()
    restrict(machine, 1)
    until(lambda: "uthorization" in machine.said(), "touchd-fleet logs the refusal")
    assert bodies(nats, kind="result")[-1]["sequence"] < machine.results()[-1]["sequence"]
    # The server is not the one that the certificate names.
    bed.server.configure(bed.users)
    bed.server.reload()
    bed.authority.issue("server", host="elsewhere")
    bed.server.kill()
    bed.server.start()
    told.append(refused(bed, ["ertificate", "SSL", "ostname"]))
    print("   " + "\n   ".join(told))


@check("touchd-fleet must be a backend, but neither a front end nor an administrator", needs_root=True)
def roles(bed):
    who = {"user": 65534, "group": grp.getgrnam("tape").gr_gid, "extra_groups": []}
    shutil.copy2(f"{bed.programs}/touchd-fleet", bed.folder)
    machine = enrolled(bed, access="group-frontend=daemon")
    for path in (bed.folder, bed.authority.folder, machine.folder):
        os.chmod(path, 0o755)
    for name in ("lobby.key", "lobby.pem", "ca.pem"):
        os.chmod(f"{bed.authority.folder}/{name}", 0o644)
    os.chmod(machine.config, 0o644)
    os.chown(f"{machine.folder}/fleet", who["user"], who["group"])
    os.chown(machine.socket, 0, who["group"])
    machine.programs = bed.folder

    def add(section, line):
        text = read(machine.config)
        write(machine.config, text.replace(f"[{section}]\n", f"[{section}]\n{line}\n"))
        machine.call("io.touchd.manage.Reload")
    # From the beginning: connections are logged when they begin, and touchd-fleet may already wait on one when it may read.
    add("touchd", "log-level=debug")
    machine.start_fleet(**who)
    until(lambda: "add group touchd-fleet" in machine.said(), "touchd-fleet logs which group it lacks")
    add("access", "group-backend=tape")
    restrict(machine, 3)
    nats = bed.nats()
    all_stored(machine, nats)
    health = lambda: next((json.loads(d) for s, _, d in nats.messages("KV_touchd") if s.endswith(".health")), {})
    until(lambda: health().get("touchd") == "up" and health().get("counters"), "health with counters")
    until(lambda: len(bodies(nats, DURESS)) == len(machine.results()), "each result has its message about duress")
    found = set(re.findall(rf"of uid {who['user']}, pid {machine.fleet.pid} as (\w+)", machine.said()))
    assert found == {"observer"}, found


def logs(bed):
    for machine in bed.machines:
        print(f"--- {machine.name}\n" + machine.said()[-3000:], flush=True)
    for path in sorted(glob.glob(f"{bed.folder}/*.log")):
        print(f"--- {os.path.basename(path)}\n" + read(path)[-3000:], flush=True)


def main():
    """Runs the checks, each in a bed of its own."""
    def act(test):
        bed = Bed(os.path.realpath(sys.argv[1]))
        try:
            test(bed)
        except Exception:
            logs(bed)
            raise
        finally:
            bed.close()
    assert check.named, "nothing to check"
    sys.exit(1 if check.run(act) else 0)


if __name__ == "__main__":
    main()
