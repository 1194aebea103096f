"""Faults around touchd-fleet: servers without room, purges, permissions, altered vaults.

    fleetfaults.py FOLDER-OF-PROGRAMS [CHECK…]"""
import json, os, shutil, sqlite3, subprocess, time

import fleet
from fleet import USER, all_stored, bodies, check, enrolled, exactly_once, last_stored, restrict, schema
from fleetbed import BUCKET, DURESS, RESULTS, VIEWER_RIGHTS, Console, Nats, Server, guide_rights
from kiosk import fails_with, until


def health(nats, name="lobby"):
    """The last health message of a kiosk, or {}."""
    if body := nats.last(BUCKET, f"$KV.touchd.{name}.health"):
        schema("health").validate(body)
    return body


def condition(console, name="lobby"):
    return {k["kiosk"]: k["condition"] for k in console.json("status", expected=None)}.get(name)


@check("servers without room for results: kiosks keep them and are not silent; with room again, none is missing")
def full_server(bed):
    server = Server(bed.folder, bed.authority, bed.users, "small", space="700KB").start()
    try:
        console = Console(bed.programs, bed.folder, bed.authority, [server])
        assert "max_file_store" in console.run("setup", expected=2).stderr
        assert "insufficient" in console.run("--store", "1GB", "setup", expected=3).stderr
        for _ in range(2):
            console.run("--store", server.space, "setup")
        machine, nats = enrolled(bed, servers=[server]), Nats(server, bed.authority, "console")
        machine.start_fleet()
        restrict(machine, 800)
        until(lambda: "maximum bytes" in health(nats).get("resultsProblem", ""), "health contains the reason", 180)
        first = health(nats)["wallTimeUSec"]
        assert last_stored(machine, nats) < machine.results()[-1]["sequence"]
        # Longer than a kiosk may be silent.
        until(lambda: health(nats)["wallTimeUSec"] > first + 4 * 5_000_000, "health is still sent")
        shown = console.run(expected=1)
        assert condition(console) == "error" and "results_refused" in shown.stdout, shown
        assert "% used" in shown.stdout and "when it is full" in shown.stderr, shown
        space = console.json("space", expected=1)
        assert [one["stream"] for one in space] == [RESULTS, DURESS, BUCKET], space
        assert max(one["usedBytes"] / one["maxBytes"] for one in space) > 0.9, space
        # A smaller limit would delete results.
        assert "nothing was changed" in console.run("--store", "400KB", "setup", expected=1).stderr
        server.kill()
        server.space = "1GB"
        server.configure(bed.users)
        server.start()
        console.run("--store", server.space, "setup")
        nats = Nats(server, bed.authority, "console")
        exactly_once(machine, nats)
        assert console.json("verify")[0]["intact"]
        until(lambda: "resultsProblem" not in health(nats), "the problem has ended")
        assert {one["usedBytes"] * 10 < one["maxBytes"] for one in console.json("space")} == {True}
    finally:
        server.stop()


@check("health is sent while results of an outage are sent")
def catching_up(bed):
    machine = enrolled(bed, keep=1000000)
    restrict(machine, 3000)
    nats = bed.nats()
    last = machine.results()[-1]["sequence"]
    machine.start_fleet()
    told = set()
    until(lambda: told.add(health(nats).get("sequence")) or last_stored(machine, nats) >= last, "caught up", 300)
    # The first health message comes before the first result.
    assert told - {None, last}, told
    print(f"   health sent meanwhile: {len(told - {None, last})} times")


@check("after a purge and a new installation a gap is reported exactly and nothing else is missing")
def purge(bed):
    machine, nats = enrolled(bed, keep=30), bed.nats()
    machine.start_fleet()
    restrict(machine, 5)
    all_stored(machine, nats)
    old = machine.results()
    machine.end("fleet", "daemon")
    for place in ("state", "fleet"):
        shutil.rmtree(f"{machine.folder}/{place}")
        os.mkdir(f"{machine.folder}/{place}")
    finger = fleet.Finger(machine)
    finger.enroll(USER)
    finger.close()
    machine.start_daemon()
    restrict(machine, 100)
    kept = machine.kept()
    assert kept[0]["sequence"] > 1
    machine.start_fleet()
    until(lambda: {r["id"] for r in kept} <= {b["id"] for b in bodies(nats, kind="result")}, "the new vault's results")
    [gap] = bodies(nats, kind="gap")
    schema("gap").validate(gap)
    assert (gap["from"], gap["to"]) == (1, kept[0]["sequence"] - 1), (gap, kept[0])
    before, after = bed.console.json("verify")
    assert before["intact"] and before["gaps"] == [] and before["last"] == old[-1]["sequence"], before
    assert after["intact"] and after["gaps"] == [[gap["from"], gap["to"]]] and after["results"] == len(kept), after
    assert before["epoch"] != after["epoch"] and "were deleted before" in bed.console.run("results").stdout
    # The pseudonym key was purged, too.
    assert len({b["user"] for b in bodies(nats, kind="result")}) == 2


@check("a kiosk's certificate may write only its own subjects, and read or change nothing else")
def permissions(bed):
    machine, nats = enrolled(bed), bed.nats()
    machine.start_fleet()
    all_stored(machine, nats)
    until(lambda: health(nats).get("touchd") == "up", "health")
    bed.authority.issue("gate")
    bed.server.configure(bed.users | {"gate": fleet.kiosk_rights("gate"), "viewer": VIEWER_RIGHTS})
    bed.server.reload()
    stored = nats.api(f"STREAM.INFO.{RESULTS}")["state"]["messages"]
    # A separate connection for each attempt, to tell the server's messages apart.
    tries = ["touchd.v1.lobby.result", "touchd.v1.lobby.audit", "touchd.v1.lobby.duress", "$KV.touchd.lobby.health",
             f"$JS.API.DIRECT.GET.{RESULTS}.touchd.v1.lobby.result", f"$JS.API.DIRECT.GET.{DURESS}.touchd.v1.lobby.duress",
             f"$JS.API.DIRECT.GET.{RESULTS}", f"$JS.API.STREAM.MSG.GET.{RESULTS}", f"$JS.API.STREAM.MSG.DELETE.{RESULTS}",
             f"$JS.API.STREAM.DELETE.{RESULTS}", f"$JS.API.STREAM.PURGE.{RESULTS}", f"$JS.API.STREAM.UPDATE.{RESULTS}",
             "$JS.API.STREAM.CREATE.MINE", f"$JS.API.CONSUMER.CREATE.{DURESS}", f"$JS.API.CONSUMER.CREATE.{RESULTS}",
             "$JS.API.STREAM.NAMES"]
    for subject in tries:
        gate = Nats(bed.server, bed.authority, "gate")
        fails_with(PermissionError, "ermissions", gate.ask, subject, b"{}")
        gate.close()
    for subject in (">", "touchd.v1.>", "touchd.v1.lobby.result", "_INBOX_lobby.>", "$KV.>"):
        gate = Nats(bed.server, bed.authority, "gate")
        gate.send(f"SUB {subject} 9\r\nPING\r\n".encode())
        fails_with(PermissionError, "ermissions", gate.wait_for, b"PONG")
        gate.close()
    # Its own subjects are allowed, so the certificate itself is not refused.
    gate = Nats(bed.server, bed.authority, "gate")
    assert json.loads(gate.ask("touchd.v1.gate.result", b'{"type":"test"}')[1])["stream"] == RESULTS
    gate.close()
    # A viewer may see the fleet, but not duress.
    viewer = Console(bed.programs, bed.folder, bed.authority, [bed.server], name="viewer")
    assert viewer.json("--kiosk", "lobby", "results") and viewer.json("--kiosk", "lobby", "verify")[0]["intact"]
    assert condition(viewer) in ("ok", "warning", "error")
    for subject in (f"$JS.API.DIRECT.GET.{DURESS}.touchd.v1.lobby.duress", f"$JS.API.STREAM.MSG.GET.{DURESS}",
                    f"$JS.API.CONSUMER.CREATE.{DURESS}", f"$JS.API.STREAM.PURGE.{RESULTS}", f"$JS.API.STREAM.DELETE.{RESULTS}",
                    "touchd.v1.lobby.result", "$KV.touchd.lobby.health"):
        raw = Nats(bed.server, bed.authority, "viewer")
        fails_with(PermissionError, "ermissions", raw.ask, subject, b"{}")
        raw.close()
    # Not even a console may delete messages.
    for stream in (RESULTS, DURESS):
        for call, words in ((f"STREAM.PURGE.{stream}", {}), (f"STREAM.MSG.DELETE.{stream}", {"seq": 1})):
            fails_with(LookupError, "not permitted", nats.api, call, **words)
    assert nats.api(f"STREAM.INFO.{RESULTS}")["state"]["messages"] >= stored + 1
    assert set(guide_rights()) == {"console", "viewer", "lobby"}


@check("results by time, and as they arrive")
def listing(bed):
    machine, nats = enrolled(bed), bed.nats()
    machine.start_fleet()
    all_stored(machine, nats)
    before = len(machine.results())
    stored = bed.console.json("results")[-1]["storedWallTimeUSec"]
    until(lambda: time.time() > stored / 1e6 + 2, "two seconds are over")
    shown = lambda *words: len(bed.console.json(*words, "results"))
    assert [shown("--since", "1h"), shown("--since", "1s"), shown("--until", "1s"), shown("--until", "1h")] == [before, 0, before, 0]
    for words in (["--since", "soon"], ["--until", "soon"], ["--until", "1h", "--follow"]):
        assert "--" + words[0][2:] in bed.console.run(*words, "results", expected=2).stderr
    follower = subprocess.Popen([bed.console.program, "--config", bed.console.config, "--json", "--follow", "results"],
                                stdout=subprocess.PIPE, text=True)
    try:
        seen = [json.loads(follower.stdout.readline())["sequence"] for _ in range(before)]
        restrict(machine, 1)
        assert json.loads(follower.stdout.readline())["sequence"] == before + 1 and seen == list(range(1, before + 1))
    finally:
        follower.kill()
        follower.wait()


@check("an altered vault is reported as results_altered")
def altered(bed):
    machine, nats = enrolled(bed), bed.nats()
    machine.start_fleet()
    restrict(machine, 5)
    all_stored(machine, nats)
    until(lambda: bodies(nats, kind="audit"), "a head is sent")
    machine.end("fleet", "daemon")
    with sqlite3.connect(f"{machine.folder}/state/vault.db") as vault:
        number = vault.execute("SELECT MAX(sequence) FROM result").fetchone()[0]
        vault.execute("UPDATE result SET wall = wall + 1 WHERE sequence = ?", [number - 1])
    vault.close()
    machine.start_daemon()
    machine.start_fleet()
    until(lambda: health(nats).get("chain", {}).get("intact") is False, "health reports the broken chain")
    assert condition(bed.console) == "error" and "results_altered" in bed.console.run(expected=1).stdout


if __name__ == "__main__":
    fleet.main()
