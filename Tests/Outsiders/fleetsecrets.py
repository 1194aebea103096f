"""What the servers of a fleet see: no message contains a name, a secret or a key, and duress is only in its own stream.

    fleetsecrets.py FOLDER-OF-PROGRAMS [CHECK…]"""
import json, re, threading

from fleet import USER, all_stored, bodies, check, main, schema
from fleetbed import DURESS, DURESS_PATTERN, PATTERN, RESULTS, Console, Finger, Nats
from checks import read, write
from kiosk import until

PIN, TARGET = "90417263", "0.61803398"


class Tap(threading.Thread):
    """Records every message on a server, as a client that may read all subjects."""

    def __init__(self, bed):
        super().__init__(daemon=True)
        bed.authority.issue("tap")
        bed.server.configure(bed.users | {"tap": {"publish": [], "subscribe": [">"]}})
        bed.server.reload()
        self.nats, self.bytes = until(lambda: self.connected(bed), "the tap may subscribe"), bytearray()
        self.nats.send(b"SUB > 2\r\nPING\r\n")
        self.nats.wait_for(b"PONG")
        self.nats.line.settimeout(None)
        self.start()

    def connected(self, bed):
        try:
            return Nats(bed.server, bed.authority, "tap")
        except (OSError, AssertionError):
            return None

    def run(self):
        while True:
            try:
                data = self.nats.input.read1(65536)
            except OSError:
                return
            self.bytes += data
            if b"PING\r\n" in data:
                self.nats.send(b"PONG\r\n")
            if not data:
                return


def of_pattern(pattern):
    """A pattern's dots, counted from 1 and from 0, with the usual separators."""
    dots = [int(dot) for dot in pattern.split("-")]
    return [between.join(str(dot - first) for dot in dots).encode()
            for first in (0, 1) for between in ("-", ",", ", ", "", " ", "\", \"", "\",\"")]


@check("duress is only in its own stream, and no message contains a name, secret or key")
def secrets(bed):
    key = "ab" * 32
    write(f"{bed.folder}/pseudonym.key", key + "\n")
    bed.console = Console(bed.programs, bed.folder, bed.authority, [bed.server],
                          f"pseudonym-key={bed.folder}/pseudonym.key\n")
    machine, tap = bed.machine(extra=f"pseudonym-key={bed.folder}/pseudonym.key\n"), Tap(bed)
    finger = Finger(machine)
    finger.enroll(USER)
    machine.start_fleet()
    assert finger.draw(["enroll", USER, "--duress"], PATTERN, DURESS_PATTERN, DURESS_PATTERN) == 0, finger.said
    recovery = machine.call("io.touchd.unlock.MakeRecoveryKey", user=USER)["key"]
    for pattern in (PATTERN, DURESS_PATTERN):
        assert finger.draw(["unlock", USER, "--attempts", "1"], pattern) == 0, finger.said
    assert finger.draw(["unlock", USER, "--attempts", "1"], "1-2-3-6-9") == 1, finger.said
    assert finger.draw(["unlock", USER, "--attempts", "1", "--audience", "till"], PATTERN) == 0, finger.said
    [token] = set(re.findall(r"eyJ[\w-]+\.[\w-]+\.[\w-]+", finger.said))
    assert finger.draw(["enroll", "pinuser", "--secret", "pin"], PIN, PIN) == 0, finger.said
    assert finger.draw(["unlock", "pinuser", "--attempts", "1"], PIN) == 0, finger.said
    finger.draw(["captcha", "--target", TARGET, "--attempts", "1"], TARGET)
    assert "attempt 1: " in finger.said, finger.said
    nats = bed.nats()
    all_stored(machine, nats)
    # With a panel and the doctor's findings.
    value = lambda name: next((json.loads(d) for s, _, d in nats.messages("KV_touchd") if s.endswith(name)), {})
    until(lambda: value(".health").get("panels") == 1 and value(".health").get("findings") is not None, "health")
    assert value(".state")["panels"], value(".state")
    # The published keys are those of the kiosk's tokens.
    assert value(".keys")["jwks"] == machine.call("io.touchd.token.Keys")["jwks"], value(".keys")
    vault = {r["sequence"]: r for r in machine.results()}
    duress = {b["sequence"]: b["duress"] for b in bodies(nats, DURESS)}
    assert any(r.get("reason") == "duress" and r["kind"] == "unlock" for r in vault.values())
    assert duress == {n: r.get("reason") == "duress" for n, r in vault.items() if r["outcome"] == "passed" and "user" in r}
    until(lambda: len(list(nats.messages("KV_touchd"))) >= 3, "last values")
    everything = b"".join(s.encode() + h + d for name in (RESULTS, DURESS, "KV_touchd") for s, h, d in nats.messages(name))
    public = b"".join(s.encode() + h + d for name in (RESULTS, "KV_touchd") for s, h, d in nats.messages(name))
    assert b"duress" not in public
    # Also messages that no stream keeps.
    for name in (RESULTS, DURESS, "KV_touchd"):
        for subject, _, data in nats.messages(name):
            schema(json.loads(data)["type"]).validate(json.loads(data))
            until(lambda: name == "KV_touchd" or bytes(data) in bytes(tap.bytes), f"the tap has {subject}")
    everything += bytes(tap.bytes)
    hidden = {"name": [USER.encode(), b"pinuser"], "pattern": of_pattern(PATTERN), "duress pattern": of_pattern(DURESS_PATTERN),
              "PIN": [PIN.encode(), ",".join(PIN).encode()], "target": [TARGET[1:].encode(), TARGET[2:].encode()],
              "token": [token.encode(), token.split(".")[1].encode(), token.split(".")[2].encode()],
              "recovery key": [recovery.encode(), recovery.replace(" ", "").replace("-", "").encode()],
              "pseudonym key": [key.encode(), bytes.fromhex(key)],
              "key of the certificate": [read(bed.authority.path("lobby", "key")).splitlines()[1].encode()]}
    finger.close()
    found = [name for name, secrets in hidden.items() if any(secret in everything for secret in secrets)]
    assert not found, found
    # The search works.
    assert vault[1]["id"].encode() in everything
    # With the key, a user can be found by name.
    own = bed.console.json("results", "--user", USER)
    assert len(own) == len([r for r in vault.values() if r.get("user") == USER])
    assert bed.console.json("results", "--user", "nobody") == []


if __name__ == "__main__":
    main()
