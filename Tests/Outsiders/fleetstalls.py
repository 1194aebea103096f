"""touchd-fleet with servers that do not reply: stopped, without a leader, silent in the TLS handshake.

    fleetstalls.py FOLDER-OF-PROGRAMS [CHECK…]"""
import os, signal, threading, time

import fleet
from fleet import all_stored, catch_up, check, enrolled, exactly_once, restrict, verified
from fleetbed import Console, Nats, Server, listening
from kiosk import PATIENCE, free_port, until

INFO = b'INFO {"server_id":"x","version":"2.9.10","proto":1,"max_payload":65536,"tls_required":true,"headers":true}\r\n'


class Silent(threading.Thread):
    """Accepts connections, sends the given bytes and then nothing."""

    def __init__(self, greeting):
        super().__init__(daemon=True)
        self.greeting, self.clients = greeting, []
        self.listener, self.port = listening()
        self.start()

    @property
    def address(self):
        return f"tls://localhost:{self.port}"

    def run(self):
        while True:
            client, _ = self.listener.accept()
            self.clients.append(client)
            client.sendall(self.greeting)


@check("a server that is silent in or before the TLS handshake times out, and the next one gets all results")
def silence(bed):
    for greeting, words, again in ((INFO, "TLS handshake took more than 20 s", "an earlier TLS handshake has not ended"),
                                   (b"", "Timeout", "")):
        quiet = Silent(greeting)
        name = f"kiosk{len(greeting)}"
        bed.users[name] = fleet.kiosk_rights(name)
        bed.server.configure(bed.users)
        bed.server.reload()
        machine = bed.machine(name, servers=[quiet])
        # Without another server it retries and logs what is wrong.
        machine.start_daemon()
        machine.start_fleet()
        until(lambda: words in machine.said(), f"touchd-fleet logs {words}")
        # It starts no second thread for a server whose handshake hangs.
        until(lambda: again in machine.said() if again else len(quiet.clients) >= 2, "it retries")
        assert machine.fleet.poll() is None
        machine.fleet.terminate()
        assert machine.fleet.wait(PATIENCE) == 0
        # With a second, real server, in random order.
        both = fleet.Machine(bed.programs, f"{bed.folder}/both{len(greeting)}", bed.authority, [quiet, bed.server], name)
        bed.machines.append(both)
        both.start_daemon()
        for _ in range(3):
            challenge = both.call("io.touchd.captcha.Create", profile="simple")["challengeId"]
            both.call("io.touchd.captcha.Decline", challengeId=challenge)
        both.start_fleet()
        all_stored(both, bed.nats())
        threads = len(os.listdir(f"/proc/{both.fleet.pid}/task"))
        assert threads < 20, threads
        both.stop()


class Cluster:
    """Three servers, a console and a kiosk."""

    def __init__(self, bed):
        ports = [free_port() for _ in range(3)]
        self.servers = [Server(bed.folder, bed.authority, bed.users, f"c{i}", (port, [p for p in ports if p != port])).start()
                        for i, port in enumerate(ports)]
        self.console = Console(bed.programs, bed.folder, bed.authority, self.servers)
        until(lambda: self.console.run("--replicas", "3", "--store", "1GB", "setup", expected=None).returncode == 0, "the cluster has a leader")
        self.machine = enrolled(bed, servers=self.servers, keep=1000000)
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

    def nats(self):
        return Nats(next(s for s in self.servers if s not in self.stopped), self.bed.authority, "console")

    def close(self):
        self.go_on()
        for server in self.servers:
            server.stop()


@check("one stopped server delays nothing; without a leader results wait, and all arrive afterward")
def stopped(bed):
    cluster = Cluster(bed)
    try:
        machine, waits = cluster.machine, []
        all_stored(machine, cluster.nats())
        # Each in turn: one of them is the leader, and touchd-fleet is connected to one.
        for server in cluster.servers:
            cluster.stop(server)
            restrict(machine, 10)
            started = time.monotonic()
            all_stored(machine, cluster.nats())
            waits.append(time.monotonic() - started)
            assert waits[-1] < 90, waits
            cluster.go_on()
            catch_up(cluster.servers)
        # Two of three stopped: no leader, no acknowledgment.
        seconds = float(os.environ.get("TOUCHD_FLEET_LEADERLESS", 30))
        cluster.stop(*cluster.servers[:2])
        restrict(machine, 10)
        time.sleep(seconds)
        restrict(machine, 10)
        assert machine.fleet.poll() is None
        cluster.go_on()
        started = time.monotonic()
        all_stored(machine, cluster.nats())
        leaderless = time.monotonic() - started
        stored = exactly_once(machine, cluster.nats())
        verified(cluster.console)
        assert machine.fleet.poll() is None
        print(f"   {stored} results, 0 missing, 0 duplicates; all stored with one server stopped: "
              f"{', '.join(f'{wait:.1f} s' for wait in waits)}; {leaderless:.1f} s after {seconds:.0f} s without a leader")
    finally:
        cluster.close()


if __name__ == "__main__":
    fleet.main()
