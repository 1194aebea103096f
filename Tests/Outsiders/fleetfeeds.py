"""examples/fleet with real servers: PostgreSQL, Prometheus and MQTT get what the kiosks sent, and nothing else.

    pg_virtualenv fleetfeeds.py FOLDER-OF-PROGRAMS [postgresql|prometheus|mqtt…]"""
import json, os, subprocess, sys, time

from checks import Checks, read, write
from fleet import Bed, logs
from kiosk import PATIENCE, ROOT, free_port, until

EXAMPLES, PASSWORD = f"{ROOT}/examples/fleet", "correct horse"
check = Checks()


class FeedBed(Bed):
    """A server with MQTT, a console and two kiosks with results of a user."""

    def __init__(self, programs):
        super().__init__(programs, ("lobby", "gate"))
        self.disabled = False
        self.environment = dict(os.environ, FLEET=f"{self.console.program} --config {self.console.config}")
        for name in ("lobby", "gate"):
            machine = self.machine(name)
            subprocess.run([f"{programs}/touchvault", f"{machine.folder}/state", "0", "1"], check=True)
            machine.start()

    def prepare(self):
        """Adds the example's files to the server's configuration, with this server's certificate and port."""
        self.mqtt = free_port()
        listener = read(f"{EXAMPLES}/mqtt.conf").replace("8883", str(self.mqtt))
        for ending in ("pem", "key"):
            listener = listener.replace(f"/etc/nats/nats1.{ending}", self.authority.path("server", ending))
        user = read(f"{EXAMPLES}/mqtt-user.conf").replace("PASSWORD", PASSWORD)
        text = read(self.server.config)
        assert "users: [" in text
        write(self.server.config, text.replace("users: [", f"users: [\n{user}\n") + listener)

    def restrict(self, count):
        """Stores `count` results on each kiosk."""
        for _ in range(count):
            self.disabled = not self.disabled
            for machine in self.machines:
                machine.call("io.touchd.unlock.Restrict", user="user-0", disabled=self.disabled)

    def stored(self, count):
        until(lambda: sum(one["type"] == "result" for one in self.console.json("results")) >= count, f"{count} results are stored")

    def script(self, name, *words, environment=None):
        subprocess.run(["sh", f"{EXAMPLES}/{name}", *words], env=environment or self.environment, check=True)


@check("PostgreSQL gets each result once, and which kiosks were seen")
def postgresql(bed):
    def ask(question):
        return subprocess.run(["psql", "-qXAt", "-c", question], check=True, capture_output=True, text=True).stdout.split()
    subprocess.run(["psql", "-qX", "-v", "ON_ERROR_STOP=1", "-f", f"{EXAMPLES}/postgresql.sql"], check=True)
    sent = [one for one in bed.console.json("results") if one["type"] == "result"]
    # Twice, as a timer would: existing rows stay.
    for _ in range(2):
        bed.script("to-postgresql")
    assert ask("select id from touchd_result order by stored, kiosk, sequence") == [one["id"] for one in sorted(
        sent, key=lambda one: (one["storedWallTimeUSec"], one["kiosk"], one["sequence"]))]
    assert ask("select kiosk from touchd_kiosk where seen > now() - interval '5 min' order by kiosk") == ["gate", "lobby"]
    bed.restrict(1)
    bed.stored(len(sent) + 2)
    bed.script("to-postgresql")
    assert ask("select count(*) from touchd_result") == [str(len(sent) + 2)]
    assert ask("select count(distinct person) from touchd_result where person ~ '^[0-9a-f]{32}$'") == ["2"]


@check("Prometheus gets conditions, ends of certificates and the room of streams")
def prometheus(bed):
    file = f"{bed.folder}/touchd-fleet.prom"

    def lines():
        bed.script("to-prometheus", file)
        return read(file).splitlines()

    last = {one["kiosk"]: one["sequence"] for one in bed.console.json("results") if one["type"] == "result"}
    wanted = [f'touchd_fleet_result_sequence{{kiosk="{name}"}} {number}' for name, number in last.items()]
    until(lambda: set(wanted) <= set(lines()), "health includes the last results")
    with open(file) as text:
        subprocess.run(["promtool", "check", "metrics"], stdin=text, check=True)
    conditions = [line for line in lines() if line.startswith("touchd_fleet_condition") and line.endswith(" 1")]
    assert len(conditions) == 2 and all('condition="silent"' not in line for line in conditions), conditions
    ends = [float(line.split()[-1]) for line in lines() if line.startswith("touchd_fleet_certificate_end_seconds{")]
    assert len(ends) == 2 and all(abs(end - time.time() - 365 * 86400) < 3600 for end in ends), ends
    sizes = {line.split()[0]: int(line.split()[1]) for line in lines() if line.startswith("touchd_fleet_stream_")}
    assert 0 < sizes['touchd_fleet_stream_bytes{stream="TOUCHD_RESULTS"}'] < sizes['touchd_fleet_stream_max_bytes{stream="TOUCHD_RESULTS"}'], sizes
    # One that should exist and never connected.
    write(f"{bed.folder}/names", "lobby\ngate\nattic\n")
    bed.script("to-prometheus", file, environment=bed.environment | {"EXPECT": f"{bed.folder}/names"})
    assert 'touchd_fleet_condition{kiosk="attic",condition="never_seen"} 1' in read(file).splitlines()
    # A kiosk that disappears is reported, too.
    machine = bed.machines[0]
    machine.fleet.kill()
    machine.fleet.wait()
    until(lambda: 'touchd_fleet_condition{kiosk="lobby",condition="silent"} 1' in lines(), "the lobby is silent")
    machine.start_fleet()


class Subscriber:
    """mosquitto_sub as the example's user, or with another password."""

    def __init__(self, bed, *topics, password=PASSWORD, quality=0):
        words, self.heard = [word for topic in topics for word in ("-t", topic)], f"{bed.folder}/heard"
        with open(self.heard, "w") as file:
            self.process = subprocess.Popen(
                ["stdbuf", "-oL", "mosquitto_sub", "-V", "mqttv311", "-h", "localhost", "-p", str(bed.mqtt), "--cafile", bed.authority.path("ca"),
                 "-u", "display", "-P", password, "-q", str(quality), "-i", f"display{quality}", "-d", "-v", *words],
                stdout=file, stderr=subprocess.STDOUT)

    def lines(self, last):
        """Its output, once a line has the text or it has ended."""
        until(lambda: last in read(self.heard) or self.process.poll() is not None, lambda: f"{last}: {read(self.heard)}")
        return read(self.heard)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.process.kill()
        self.process.wait()


@check("MQTT gets results and health, and nothing else")
def mqtt(bed):
    for quality in (0, 1):
        with Subscriber(bed, "touchd/v1/+/result", quality=quality) as subscriber:
            heard = subscriber.lines("SUBACK")
            assert "SUBACK" in heard, heard
            time.sleep(1)
            bed.restrict(1)
            heard = subscriber.lines("touchd/v1/gate/result {")
        line = next((line for line in heard.splitlines() if line.startswith("touchd/v1/gate/result {")), None)
        assert line, heard
        assert json.loads(line.partition(" ")[2])["kind"] == "restriction"
    with Subscriber(bed, "$KV/touchd/+/health") as subscriber:
        heard = subscriber.lines("$KV/touchd/lobby/health {")
    assert "$KV/touchd/lobby/health {" in heard, heard
    # Reading other subjects is refused, also through wildcards, and so are publishing and a wrong password.
    for topic in ("touchd/v1/+/duress", "touchd/#", "$KV/touchd/+/keys"):
        with Subscriber(bed, topic) as subscriber:
            heard = subscriber.lines("128")
        assert "128" in heard, (topic, heard)
    subscriber = Subscriber(bed, "touchd/v1/+/result", password="wrong")
    assert subscriber.process.wait(PATIENCE) != 0
    before = len(bed.console.json("results"))
    subprocess.run(["mosquitto_pub", "-V", "mqttv311", "-h", "localhost", "-p", str(bed.mqtt), "--cafile", bed.authority.path("ca"),
                    "-u", "display", "-P", PASSWORD, "-q", "0", "-t", "touchd/v1/gate/result", "-m", "{}"], capture_output=True)
    time.sleep(1)
    assert len(bed.console.json("results")) == before


def main():
    bed = FeedBed(os.path.realpath(sys.argv[1]))
    try:
        bed.restrict(5)
        bed.stored(10)
        sys.exit(1 if check.run(lambda test: test(bed), lambda: logs(bed)) else 0)
    finally:
        bed.close()


if __name__ == "__main__":
    main()
