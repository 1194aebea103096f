"""touchd-fleet with servers that do not reply: stopped, without a leader, silent in the TLS handshake, behind cut cables.

    fleetstalls.py FOLDER-OF-PROGRAMS [CHECK…]"""
import collections, os, random, socket, threading, time

import fleet
from fleet import Cluster, all_stored, captchas, catch_up, check, exactly_once, restrict, verified
from kiosk import free_port, until

INFO = b'INFO {"server_id":"x","version":"2.9.10","proto":1,"max_payload":65536,"tls_required":true,"headers":true}\r\n'


class Silent:
    """Listens in place of a server; sends the given bytes and then nothing."""

    def __init__(self, greeting):
        self.greeting, self.clients, port = greeting, [], free_port()
        self.address, self.listener = f"tls://localhost:{port}", socket.create_server(("127.0.0.1", port))
        threading.Thread(target=self.accept, daemon=True).start()

    def accept(self):
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
        machine.end("fleet")
        # With a second, real server, in random order.
        both = fleet.Machine(bed.programs, f"{bed.folder}/both{len(greeting)}", bed.authority, [quiet, bed.server], name)
        bed.machines.append(both)
        both.start_daemon()
        captchas(both, 3)
        both.start_fleet()
        all_stored(both, bed.nats())
        threads = len(os.listdir(f"/proc/{both.fleet.pid}/task"))
        assert threads < 20, threads
        both.stop()


@check("one stopped server delays nothing; without a leader results wait, and all arrive afterward")
def stopped(bed):
    with Cluster(bed) as cluster:
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
        cluster.stop(*cluster.servers[:2])
        restrict(machine, 10)
        time.sleep(30)
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
              f"{', '.join(f'{wait:.1f} s' for wait in waits)}; {leaderless:.1f} s after 30 s without a leader")


@check("cables are cut, between servers and to the kiosk, while results are stored: none is missing, none stored twice")
def partitions(bed):
    count, seed = int(os.environ.get("TOUCHD_FLEET_PARTITIONS", 12)), int(os.environ.get("TOUCHD_FLEET_SEED", random.randrange(1 << 32)))
    random.seed(seed)
    print(f"   seed {seed}", flush=True)
    with Cluster(bed, is_cabled=True) as cluster:
        nats = cluster.nats()
        all_stored(cluster.machine, nats)
        producer, cut, kinds = fleet.Producer(cluster.machine), 0.0, collections.Counter()
        for number in range(count):
            # The server that leads, so that its two others elect another one, or one that follows.
            leads = until(lambda: cluster.servers[0].streams().get(fleet.RESULTS, (0, None))[1], "there is a leader")
            one = int(leads[1:]) if number % 2 else random.randrange(3)
            routes, kind = [cable for ends, cable in cluster.cables.items() if one in ends], random.choice(["routes", "server", "kiosk"])
            cables = {"routes": routes, "server": [*routes, cluster.lines[one]], "kiosk": cluster.lines}[kind]
            kinds[kind] += 1
            for cable in cables:
                cable.whole.clear()
            began = time.monotonic()
            time.sleep(random.uniform(2, 25))
            for cable in cables:
                cable.whole.set()
            cut += time.monotonic() - began
            time.sleep(random.uniform(0, 5))
        producer.end()
        assert producer.number > 0 and cluster.machine.fleet.poll() is None
        stored = exactly_once(cluster.machine, cluster.nats())
        verified(cluster.console)
        print(f"   {count} partitions ({', '.join(f'{number} {kind}' for kind, number in kinds.items())}), {cut:.0f} s in all: {stored} results, 0 missing, 0 duplicates")


if __name__ == "__main__":
    fleet.main()
