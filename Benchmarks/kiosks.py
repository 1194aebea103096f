"""A thousand kiosks with one nats-server over TLS. Each kiosk runs the real touchd-fleet with its own certificate. One thread of this
process simulates touchd for all of them, so it knows when a result was committed and when touchd-fleet asked for the next one; by then
the server has acknowledged the result, and the cursor is on disk."""

import base64
import concurrent.futures
import json
import os
import pathlib
import resource
import selectors
import shutil
import socket
import subprocess
import sys
import tempfile
import threading
import time

sys.path.insert(0, str(pathlib.Path(__file__).parent.parent / "Tests/Outsiders"))
from fleetbed import CONSOLE_RIGHTS, RESULTS, Authority, Console, Nats, Server, kiosk_rights, write_config

WHO = {"wallTimeUSec": 1_700_000_000_000_000, "timeUSec": 1}
# Seconds between the state messages of a kiosk.
INTERVAL = 60


def encoded(value):
    data = value if isinstance(value, bytes) else json.dumps(value).encode()
    return base64.urlsafe_b64encode(data).rstrip(b"=").decode()


class Kiosk:
    """State of one kiosk's simulated touchd, and the progress of its touchd-fleet."""

    def __init__(self, name, path):
        self.name, self.path = name, path
        self.count, self.listed, self.has_called = 0, 0, False
        self.committed, self.watchers = {}, []
        self.key = {"kty": "OKP", "crv": "Ed25519", "x": encoded(name.encode().ljust(32)), "kid": encoded(name.encode().rjust(32))}

    def head(self):
        text = f"{self.count}:{self.count:064x}"
        header = {"alg": "EdDSA", "typ": "JWT", "kid": self.key["kid"]}
        signed = ".".join(encoded(part) for part in (header, {"head": text, "iat": 1_700_000_000}, bytes(64)))
        return {"head": text, "signed": signed, "key": self.key}

    def result(self, number):
        return {"id": f"{hash((self.name, number)) & (1 << 128) - 1:032x}", "sequence": number, "kind": "unlock",
                "outcome": "passed", "reason": "none", "user": f"user-{number % 7}", "scene": "scene-1", "widget": "lock",
                "provenance": "physical", "panel": "Panel of a bench", "attempt": 1} | WHO

    def reply(self, method, parameters):
        if method == "io.touchd.result.Head":
            return self.head()
        if method == "io.touchd.result.List":
            first = parameters["after"] + 1
            return {"results": [self.result(n) for n in range(first, min(self.count + 1, first + parameters["limit"]))]}
        if method == "io.touchd.manage.Status":
            return {"version": "0.2.0", "viewWidth": 1280, "viewHeight": 800, "uptimeUSec": 1, "panels": {"count": 1},
                    "pause": {"paused": False}, "vault": {"alarm": "none", "rollbackProtection": "guard"}}
        if method == "io.touchd.monitor.Statistics":
            return {"counters": {f"counter_{number}": self.count for number in range(40)}}
        if method == "io.touchd.token.Keys":
            return {"issuer": self.name, "jwks": {"keys": [self.key]}}
        if method == "io.touchd.result.VerifyChain":
            return {"intact": True, "checked": self.count, "compared": True, "sequence": self.count}
        return {"devices": [{"panel": "Panel of a bench", "name": "bench", "provenance": "physical", "slots": 10}]}


class Touchds(threading.Thread):
    """Simulates touchd for every kiosk: the methods that touchd-fleet calls."""

    def __init__(self, folder, names):
        super().__init__(daemon=True)
        self.lock, self.poll, self.is_over, self.waits = threading.Lock(), selectors.DefaultSelector(), False, []
        self.kiosks = [Kiosk(name, f"{folder}/{name}.sock") for name in names]
        for kiosk in self.kiosks:
            listener = socket.socket(socket.AF_UNIX)
            listener.bind(kiosk.path)
            listener.listen(8)
            self.poll.register(listener, selectors.EVENT_READ, (kiosk, None))
        self.start()

    def run(self):
        while not self.is_over:
            for key, _ in self.poll.select(0.2):
                kiosk, rest = key.data
                with self.lock:
                    if rest is None:
                        line, _ = key.fileobj.accept()
                        self.poll.register(line, selectors.EVENT_READ, (kiosk, bytearray()))
                    else:
                        self.read(key.fileobj, kiosk, rest)

    def read(self, line, kiosk, rest):
        try:
            data = line.recv(65536)
            if not data:
                raise ConnectionResetError
            rest += data
            while (end := rest.find(b"\0")) >= 0:
                call = json.loads(rest[:end])
                del rest[:end + 1]
                self.handle(line, kiosk, call["method"], call.get("parameters", {}))
        except OSError:
            self.poll.unregister(line)
            kiosk.watchers = [one for one in kiosk.watchers if one is not line]
            line.close()

    def handle(self, line, kiosk, method, parameters):
        kiosk.has_called = True
        if method == "io.touchd.result.Watch":
            kiosk.watchers.append(line)
            return
        now = time.monotonic()
        for number in range(kiosk.listed, 0, -1):
            if (begin := kiosk.committed.pop(number, None)) is None:
                break
            self.waits.append((now - begin) * 1000)
        reply = kiosk.reply(method, parameters)
        if method == "io.touchd.result.List" and reply["results"]:
            kiosk.listed = reply["results"][-1]["sequence"]
        line.sendall(json.dumps({"parameters": reply}).encode() + b"\0")

    def commit(self, kiosk, count=1):
        """Stores results and sends the last one to the callers of Watch."""
        with self.lock:
            kiosk.count += count
            if count == 1:
                kiosk.committed[kiosk.count] = time.monotonic()
            told = json.dumps({"parameters": {"result": kiosk.result(kiosk.count)}, "continues": True}).encode() + b"\0"
            for line in kiosk.watchers:
                line.sendall(told)

    def close(self):
        self.is_over = True
        self.join()
        for key in list(self.poll.get_map().values()):
            key.fileobj.close()


class Fleet:
    """A server, a certificate for each kiosk, and the running touchd-fleet processes."""

    def __init__(self, programs, names):
        self.programs, self.names = programs, names
        self.folder = tempfile.mkdtemp(prefix="touchbench-fleet.")
        # Real kiosks each have their own disk; here a thousand would share one.
        self.states = tempfile.mkdtemp(prefix="touchbench-fleet.", dir="/dev/shm")
        self.running = []
        self.log = open(f"{self.folder}/kiosks.log", "ab")
        self.authority = Authority(f"{self.folder}/certificates")
        with concurrent.futures.ThreadPoolExecutor(os.cpu_count()) as pool:
            list(pool.map(self.authority.issue, names))
        rights = {"console": CONSOLE_RIGHTS} | {name: kiosk_rights(name) for name in names}
        self.server = Server(self.folder, self.authority, rights).start()
        self.console = Console(programs, self.folder, self.authority, [self.server])
        self.console.run("--store", "1GB", "setup")

    def start(self, name, socket_path, interval=INTERVAL):
        state = f"{self.states}/{name}"
        os.makedirs(state, exist_ok=True)
        config = write_config(f"{self.folder}/{name}.conf", self.authority, [self.server], name, name,
                              f"state-directory={state}\ninterval={interval}s\n", f"socket={socket_path}\n")
        # Without touchctl in PATH, touchd-fleet does not run the doctor, which would need a real touchd.
        process = subprocess.Popen([f"{self.programs}/touchd-fleet", "--config", config], stdin=subprocess.DEVNULL,
                                   stdout=self.log, stderr=self.log, cwd="/", env={"PATH": "/nonexistent"})
        self.running.append(process)
        return process

    def stored(self, nats):
        """Number of results in the stream, by kiosk."""
        info = nats.api(f"STREAM.INFO.{RESULTS}", subjects_filter="touchd.v1.*.result")
        return {subject.split(".")[2]: count for subject, count in info["state"].get("subjects", {}).items()}

    def nats(self):
        return Nats(self.server, self.authority, "console")

    def stop(self, processes):
        for process in processes:
            process.terminate()
        for process in processes:
            process.wait(30)
        self.running = [one for one in self.running if one not in processes]

    def close(self):
        self.stop(list(self.running))
        self.server.stop()
        self.log.close()
        for folder in (self.folder, self.states):
            shutil.rmtree(folder, ignore_errors=True)


def memory_mib(process):
    """PSS and private dirty memory."""
    text = pathlib.Path(f"/proc/{process.pid}/smaps_rollup").read_text()
    sizes = {line.split()[0]: int(line.split()[1]) / 1024 for line in text.splitlines() if line.endswith("kB")}
    return sizes["Pss:"], sizes["Private_Dirty:"]


def await_all(done, what, seconds):
    begin = time.monotonic()
    while not done():
        if time.monotonic() - begin > seconds:
            raise SystemExit(f"bench: {what} after {seconds} s")
        time.sleep(0.1)
    return time.monotonic() - begin


def thousand(programs, count=1_000, steady=30, hour=60, away=90):
    """Measures `count` kiosks: a result every ten seconds from each for `steady` seconds, then an outage during which each gets
    `hour` results. The outage lasts `away` seconds, long enough for the retry delays of touchd-fleet to reach their limit."""
    soft, hard = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (hard, hard))
    names = [f"kiosk-{number}" for number in range(count)]
    fleet, found = Fleet(programs, names), {"kiosks": count}
    touchds = Touchds(fleet.states, names)
    try:
        found["server_before"] = memory_mib(fleet.server.process)
        kiosks = touchds.kiosks
        begin = time.monotonic()
        for kiosk in kiosks:
            fleet.start(kiosk.name, kiosk.path)
        await_all(lambda: all(kiosk.has_called for kiosk in kiosks), "not all kiosks have connected", 300)
        found["connected"] = time.monotonic() - begin
        time.sleep(20)
        found["server"] = memory_mib(fleet.server.process)
        some = [memory_mib(process) for process in fleet.running[::count // 20 or 1]]
        found["agent"] = [sum(one[index] for one in some) / len(some) for index in (0, 1)]
        touchds.waits.clear()
        pause = 10 / count
        due = time.monotonic()
        for number in range(int(steady / pause)):
            touchds.commit(kiosks[number * 7 % count])
            due += pause
            time.sleep(max(0, due - time.monotonic()))
        nats = fleet.nats()
        wanted = {kiosk.name: kiosk.count for kiosk in kiosks if kiosk.count}
        await_all(lambda: fleet.stored(nats) == wanted, "not every result is stored", 120)
        time.sleep(1)
        with touchds.lock:
            found["waits"] = sorted(touchds.waits)
        nats.close()
        # The outage.
        fleet.server.process.terminate()
        fleet.server.process.wait(60)
        for kiosk in kiosks:
            touchds.commit(kiosk, hour)
        time.sleep(away)
        begin = time.monotonic()
        fleet.server.start()
        nats = fleet.nats()
        wanted = {kiosk.name: kiosk.count for kiosk in kiosks}
        progress = []

        def drained():
            have = sum(fleet.stored(nats).values())
            progress.append((time.monotonic() - begin, have))
            return have >= sum(wanted.values())

        await_all(drained, "the kiosks have not caught up", 900)
        found["drain"] = time.monotonic() - begin
        found["progress"], found["drained"] = progress, hour * count
        if fleet.stored(nats) != wanted:
            raise SystemExit("bench: the results in the stream differ from those of the kiosks")
        found["server_after"] = memory_mib(fleet.server.process)
        state = nats.api(f"STREAM.INFO.{RESULTS}")["state"]
        found["bytes"] = state["bytes"] / state["messages"]
        nats.close()
        return found
    finally:
        fleet.close()
        touchds.close()
        resource.setrlimit(resource.RLIMIT_NOFILE, (soft, hard))


if __name__ == "__main__":
    # kiosks.py PROGRAMS [COUNT [SECONDS-OF-OUTAGE]]
    found = thousand(os.path.realpath(sys.argv[1]), *(int(word) for word in sys.argv[2:3]), **({"away": int(sys.argv[3])} if len(sys.argv) > 3 else {}))
    waits = found.pop("waits")
    progress = found.pop("progress")
    print(json.dumps(found), f"\nn {len(waits)} p50 {waits[len(waits) // 2]:.1f} ms p99 {waits[len(waits) * 99 // 100]:.1f} ms")
    print([(round(at), have) for at, have in progress[::max(1, len(progress) // 20)]])
