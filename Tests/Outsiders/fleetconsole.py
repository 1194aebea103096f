"""What an operator sees of a fleet, and certificates from their request to their end, with real NATS servers.

    fleetconsole.py FOLDER-OF-PROGRAMS [CHECK…]"""
import os, re, socket, subprocess, threading, time

import fleet
from checks import read, write
from fleet import all_stored, captchas, check, enrolled
from fleetbed import Machine, Nats
from fleetfaults import condition, health
from kiosk import ran, until


@check("kiosks that should exist and never connected are shown, and none that reports is forgotten by mistake")
def roster(bed):
    machine, nats = bed.machine(), bed.nats()
    done = bed.console.run(expected=1)
    assert done.stdout.startswith("0 kiosks") and "no kiosk has sent anything" in done.stdout, done
    machine.start_daemon()
    captchas(machine, 2)
    machine.start_fleet()
    all_stored(machine, nats)
    until(lambda: condition(bed.console) in ("ok", "warning", "error"), "a condition")
    names = write(f"{bed.folder}/names", "lobby\nattic # under the roof\n")
    assert bed.console.run("--expect", names, expected=1).stdout.startswith("2 kiosks: ")
    assert [one["kiosk"] for one in bed.console.json("--expect", names, "--not-ok", expected=1)][0] == "attic"
    # Results.
    shown = bed.console.run("results").stdout.splitlines()
    assert shown[0].split()[:3] == ["TIME", "KIOSK", "NUMBER"] and shown[1].split()[1:3] == ["lobby", "1"], shown
    for command in ("results", "verify", "status"):
        assert "no kiosk attic" in bed.console.run("--kiosk", "attic", command, expected=2).stderr
    # A kiosk that reports now is not forgotten by mistake.
    assert "reports now" in bed.console.run("forget", "lobby", expected=1).stderr
    assert "no kiosk attic" in bed.console.run("forget", "attic", expected=2).stderr


def permit(bed, kiosks):
    """Gives the server the permissions that the authority prints."""
    bed.server.configure({})
    text = re.sub(r"users: \[\s*\]", "include kiosks.conf", read(bed.server.config))
    assert "include" in text
    write(bed.server.config, text)
    write(f"{bed.folder}/kiosks.conf", bed.authority.run("rights", names="\n".join(kiosks) + "\n"))
    bed.server.reload()


def packaged(bed, name):
    """A kiosk whose certificates are in a folder of its own, as the package has it."""
    machine = Machine(bed.programs, bed.folder, bed.authority, [bed.server], name)
    bed.machines.append(machine)
    text = read(machine.config)
    for key, file in (("ca", "ca.pem"), ("certificate", "certificate.pem"), ("key", "key.pem")):
        text = re.sub(rf"(?m)^{key}=.*$", f"{key}={machine.folder}/{file}", text)
    write(machine.config, text)
    return machine


@check("a kiosk requests a certificate, is enrolled in one step and renews; the key never leaves it")
def enrollment(bed):
    authority = bed.authority
    permit(bed, ["lobby", "gate"])
    machine = packaged(bed, "lobby")
    assert "no certificate" in machine.ask("touchd-fleet", "--install", authority.path("ca"), expected=1)
    request = write(authority.path("lobby", "csr"), machine.ask("touchd-fleet", "--request"))
    assert machine.ask("touchd-fleet", "--request").startswith("-----BEGIN CERTIFICATE REQUEST-----")
    # A request of that kiosk and of no other.
    write(authority.path("gate", "csr"), read(request))
    assert "is for lobby" in authority.run("sign", "gate.csr", fails=True)
    authority.run("sign", "lobby.csr", DAYS="20")
    assert "19 days left" in machine.ask("touchd-fleet", "--install", authority.path("lobby"))
    for name in ("key", "certificate", "ca"):
        assert os.stat(f"{machine.folder}/{name}.pem").st_mode & 0o777 == 0o640
    assert not os.path.exists(f"{machine.folder}/key.pem.request")
    assert "connected as kiosk lobby" in (told := machine.ask("touchd-fleet", "--check")) and "19 days left" in told
    machine.start()
    captchas(machine, 1)
    nats = bed.nats()
    all_stored(machine, nats)
    until(lambda: health(nats).get("certificateEndsWallTimeUSec"), "health has the end")
    [seen] = bed.console.json(expected=1)
    assert seen["certificateDaysLeft"] == 19 and "certificate_ends" in seen["reasons"], seen
    assert "certificate_ends (19 d left)" in bed.console.run(expected=1).stdout
    assert "19 days left" in machine.said()
    assert "lobby.pem" in authority.run("expiring") and "console" not in authority.run("expiring")
    # Renewal.
    write(request, machine.ask("touchd-fleet", "--request"))
    authority.run("sign", "lobby.csr")
    assert "799 days left" in machine.ask("touchd-fleet", "--install", authority.path("lobby"))
    until(lambda: "certificate_ends" not in bed.console.json(expected=None)[0].get("reasons", []), "the warning ends")
    machine.end("fleet")
    machine.start_fleet()
    captchas(machine, 1)
    all_stored(machine, nats)
    # With a key of the authority's, in one step; another kiosk's is refused.
    gate = packaged(bed, "gate")
    authority.run("issue", "gate")
    assert "but this kiosk is lobby" in machine.ask("touchd-fleet", "--install", authority.path("gate"), authority.path("gate", "key"), expected=1)
    gate.ask("touchd-fleet", "--install", authority.path("gate"), authority.path("gate", "key"))
    assert "connected as kiosk gate" in gate.ask("touchd-fleet", "--check")


@check("a certificate that ends is reported before, and named by touchd-fleet, --check and the console afterward; a kiosk that is gone can be forgotten")
def ends(bed):
    bed.authority.issue("lobby", days=1)
    machine, notices, notes = bed.machine(), socket.socket(socket.AF_UNIX, socket.SOCK_DGRAM), []
    notices.bind(f"{bed.folder}/notify")
    threading.Thread(target=lambda: notes.extend(iter(lambda: notices.recv(4096), b"")), daemon=True).start()
    machine.start_daemon()
    captchas(machine, 2)
    machine.variables["NOTIFY_SOCKET"] = f"{bed.folder}/notify"
    machine.start_fleet()
    reasons = lambda: next((one.get("reasons", []) for one in bed.console.json(expected=None)), [])
    until(lambda: condition(bed.console) and "certificate_ends" in reasons(), "the console reports it")
    assert notes[-1] == b"STATUS=certificates end in 0 days", notes
    assert bed.console.json(expected=1)[0]["certificateDaysLeft"] == 0 and "0 days left" in machine.said()
    # One that reports is back with its next health. The connection goes on when the certificate is over; the next one is refused.
    bed.console.run("--force", "forget", "lobby")
    bed.authority.issue("lobby", days=0)
    bed.authority.await_end("lobby")
    until(lambda: condition(bed.console) in ("ok", "warning", "error") and "certificate_ended" in reasons(), "the console reports the end")
    bed.server.kill()
    bed.server.start()
    until(lambda: "expired on" in machine.said(), "touchd-fleet names the reason")
    assert "expired on" in machine.ask("touchd-fleet", "--check", expected=1)
    until(lambda: notes[-1].startswith(b"STATUS=certificates end in -1 days; cannot send: "), "systemd is told")
    until(lambda: condition(bed.console) == "silent", "silent")
    assert "certificate_ended" in bed.console.run(expected=1).stdout
    count = len(bed.console.json("results"))
    bed.console.run("forget", "lobby")
    assert bed.console.json("status", expected=1) == [] and len(bed.console.json("results")) == count
    assert bed.console.json("--kiosk", "lobby", "results") and "0 kiosks" in bed.console.run(expected=1).stdout
    # A new certificate is used at the next try.
    bed.authority.issue("lobby")
    until(lambda: condition(bed.console) and not {"certificate_ends", "certificate_ended"} & set(reasons()), "it is back")
    assert machine.said().count("expired on") == 1
    until(lambda: notes[-1].startswith(b"STATUS=") and b"cannot" not in notes[-1], "systemd is told that it sends")


@check("the authority makes keys, certificates and permissions for many kiosks, and nats-server loads them")
def generator(bed):
    many = [f"kiosk-{number}" for number in range(1, 1001)]
    permit(bed, many)
    lines = bed.console.run("--expect", f"{bed.folder}/kiosks.conf", "--not-ok", expected=1).stdout.splitlines()
    assert lines[0] == "1,000 kiosks: 0 well, 1,000 never seen" and len([line for line in lines if " never seen  never" in line]) == 1000, lines[:4]
    few = many[:10] + many[-1:]
    started = time.monotonic()
    bed.authority.run("issue", names="# all\n" + "\n".join(few) + "\n")
    print(f"   {len(few)} keys and certificates: {time.monotonic() - started:.1f} s")
    subprocess.run(["openssl", "verify", "-purpose", "sslclient", "-CAfile", "ca.pem", *[f"{name}.pem" for name in few]],
                   cwd=bed.authority.folder, check=True, stdout=subprocess.DEVNULL)
    assert "exists" in bed.authority.run("issue", few[0], fails=True)
    for bad in ("a.b", "-x", "ä", "x" * 65):
        told = bed.authority.run("issue", names=bad + "\n", fails=True)
        assert "not the name of a kiosk" in told or "longer than" in told, told
    for name in (few[0], few[-1]):
        nats = Nats(bed.server, bed.authority, name)
        nats.send(f"PUB touchd.v1.{name}.audit 2\r\n{{}}\r\nPING\r\n".encode())
        nats.wait_for(b"PONG")
        nats.close()


@check("a kiosk that is prepared for an image has nothing of its own any more, and it is not prepared while it runs", needs_root=True)
def image(bed):
    machine = enrolled(bed)
    machine.start_fleet()
    until(lambda: condition(bed.console), "a condition")
    # Where it sees no other test's programs, and not this machine's credential.
    alone = ["unshare", "--pid", "--fork", "--mount-proc", "sh", "-ec",
             'credentials=/etc/credstore.encrypted; [ ! -d $credentials ] || mount -t tmpfs none $credentials; "$@"', "sh"]

    def prepare(expected=0):
        done = ran(*alone, f"{bed.programs}/touchd", "--config", machine.config, "--prepare-image", expected=expected)
        return done.stdout + done.stderr
    assert "touchd runs" in prepare(1)
    machine.stop()
    # The certificate is the kiosk's, in a folder of its own.
    os.mkdir(f"{machine.config}.d")
    with open(f"{machine.config}.d/own.conf", "w") as file:
        file.write("[fleet]\n")
        for key in ("certificate", "key"):
            file.write(f"{key}={machine.folder}/{key}.pem\n")
            write(f"{machine.folder}/{key}.pem", "")
    # systemd would start touchd again, for a page that connects to touchd-web.
    write(f"{machine.folder}/systemctl", "#!/bin/sh\nprintf 'inactive\\ninactive\\nactive\\ninactive\\n'\n")
    os.chmod(f"{machine.folder}/systemctl", 0o755)
    alone[0:0] = ["env", f"PATH={machine.folder}:{os.environ['PATH']}"]
    assert "touchd-web.socket would start" in prepare(1)
    os.remove(f"{machine.folder}/systemctl")
    told = prepare()
    for path in ("state/vault.db", "state/pepper.key", "fleet/pseudonym.key", "fleet/cursor", "certificate.pem", "key.pem"):
        assert f"removed {machine.folder}/{path}" in told, (path, told)
    assert os.listdir(f"{machine.folder}/state") == os.listdir(f"{machine.folder}/fleet") == [] and "machine-id" in told
    assert os.path.exists(bed.authority.path("ca")) and "removed" not in prepare()


if __name__ == "__main__":
    fleet.main()
