"""Every block of README.md, CONTRIBUTING.md and docs/*.md is run: here, in order, or by the tests that RUN names. Only pictures made of
characters are not; configurations are checked by touchd.

    blocks.py                       prints the blocks that nobody runs, and runs none
    blocks.py FOLDER-OF-PROGRAMS    runs those that are run here"""
import collections, glob, os, re, shutil, signal, subprocess, sys, tempfile, textwrap, traceback

import checks
from chromium import Chromium
from kiosk import PATIENCE, ROOT, Kiosk, free_port, listens, until


def read(path):
    return checks.read(f"{ROOT}/{path}")


class Reader:
    """Somebody who does what the documents say: in a clone, with a kiosk on which a finger can draw, and with a browser."""

    def __init__(self, programs):
        self.browser, self.kiosk, self.started, self.port = Chromium(), Kiosk(programs), [], free_port()
        self.folder = f"{self.kiosk.folder}/clone"
        for name in ("examples", "interfaces", "python", "web"):
            shutil.copytree(f"{ROOT}/{name}", f"{self.folder}/{name}", symlinks=True)
        os.mkdir(f"{self.folder}/.build")
        os.symlink(os.path.realpath(programs), f"{self.folder}/.build/debug")
        self.environment = os.environ | {
            "ROOT": ROOT, "TOUCHD_SOCKET": self.kiosk.socket, "PYTHONPATH": f"{self.folder}/python", "MYPYPATH": f"{self.folder}/python",
            "PATH": f"{self.folder}/.build/debug:{self.folder}/examples/fleet:{os.environ['PATH']}"}

    def start(self, commands, said=subprocess.DEVNULL):
        self.started.append(subprocess.Popen(["bash", "-ec", commands], cwd=self.folder, env=self.environment, stdin=subprocess.DEVNULL,
                                             stdout=said, stderr=said, start_new_session=True))
        return self.started[-1]

    def run(self, commands, meanwhile=lambda: None):
        """Runs commands, which have to succeed. `meanwhile` is done again and again until their end."""
        with tempfile.TemporaryFile("w+") as said:
            process = self.start(commands, said)
            until(lambda: (meanwhile(), process.poll() is not None)[1], f"the end of {commands}")
            said.seek(0)
            assert process.returncode == 0, f"{commands}\nexit status {process.returncode}: {said.read()}"

    def do(self, who, text):
        """Runs a block, which is in the file `block`."""
        checks.write(f"{self.folder}/block", text)
        if callable(who):
            who(self, text)
        else:
            finger = lambda: FINGER in who and self.kiosk.finger("pattern", "1-4-8-5-9", "in", "320,80,640,640")
            self.run(who, finger)

    def unlock(self):
        """Draws with the mouse, in the page of the server that has just started."""
        until(lambda: listens(self.port), "a server listens")
        page = self.browser.page(f"http://127.0.0.1:{self.port}/")
        page.wait("one('[part=prompt]').textContent === 'Draw your pattern' && all('.touchd-dot-core').length === 9")
        page.rests()
        dots = page.value("all('.touchd-dot-core').map(dot => (box => [box.x + box.width / 2, box.y + box.height / 2])(dot.getBoundingClientRect()))")
        path = [dots[dot] for dot in (0, 3, 7, 4, 8)]

        def is_down():
            """What moves the finger may not be connected yet."""
            for kind in ("mouseReleased", "mousePressed"):
                page.mouse(kind, *path[0])
            return page.value("new Promise(done => setTimeout(() => done(all('.touchd-on').length === 1), 1000))")
        until(is_down, "the finger is on the first dot")
        page.draw(path)
        page.wait("one('#news').textContent === 'Come in, visitor'")
        assert not page.complaints(), page.complaints()
        page.close()

    def close(self):
        for process in self.started:
            if process.poll() is None:
                os.killpg(process.pid, signal.SIGTERM)
                process.wait(PATIENCE)
        self.browser.close()
        self.kiosk.close()


def pretended(reader, text):
    reader.start(text.replace("8000", str(reader.port)))
    reader.unlock()


def panel(reader, text):
    reader.port = free_port()
    text = re.sub("/tmp(?=/demo)|/path/to(?=/my-page)", reader.folder, text).replace("'[web]'", f"'[web]' port={reader.port}")
    reader.start(text.replace("touchsim", "touchsim --backend umockdev"))
    reader.run("until touchctl --socket demo/touchd.sock devices | grep virtual; do sleep 0.1; done")


def bridge(reader, text):
    enroll, draw, serve = text.replace("/tmp", reader.folder).splitlines()
    reader.run(enroll, lambda: reader.run(draw))
    reader.start(serve)


def mouse(reader, _):
    reader.run(PAGE + "my-page/page.js")
    reader.unlock()


def understood(reader, line):
    """touchctl does not refuse to read a command line that another test runs. It reaches no daemon and no server."""
    line = re.sub("^touchctl.fleet", "touchctl-fleet --config console.conf", line).replace(" FILE", " report.tar.gz")
    reader.run("printf '[fleet]\\nkiosk=console\\npseudonym-key=%s/pseudonym.key\\n' $PWD >console.conf; printf %064d >pseudonym.key; export TOUCHD_SOCKET=none\n"
               f"{{ {line}\n}} >said 2>&1 || ! grep '(see touchctl' said")


FINGER = ": meanwhile a finger draws\n"
PAGE = "{ echo \"import './lock.js';\"; cat block; } >"
CONFIGURATION = "! touchd --check --config block 2>&1 | grep -vE '^configuration OK|: no such (user|group) on this machine$'"
# apt installs nothing, but reads the files.
APT = """apt-get() { :; }; systemctl() { :; }; unattended-upgrade() { :; }
mkdir -p etc/apt/{apt.conf.d,preferences.d,sources.list.d} usr/share/keyrings; touch touchd-archive-keyring.gpg
sed -i -E 's,([ >])/(etc/|usr/),\\1\\2,g' block; . ./block; echo "Dir::Etc \\"$PWD/etc/apt\\";" >apt.conf; APT_CONFIG=apt.conf apt-config dump"""
KIOSK, HERE = "Tests/Kiosk/scenarios/", "Tests/Outsiders/"
#: Who runs a block, by document and by how it begins: commands, a function, or the tests in a list, each with words in its file.
RUN = {
    "README.md": {
        "make run": ['Tests/units.toml: tour = "env TOUR=once scripts/tour"', 'Tests/units.toml: fleetdemo = "env FLEET=once scripts/fleet"'],
        "make deb": ['Tests/units.toml: deb = "make deb', f"{KIOSK}install.sh: one command installs it"],
        # After the commands in its sentences.
        "from touchd": FINGER + "grep -oE '`touchctl (enroll|unlock) anna [^`]*`' $ROOT/README.md | tr -d '`' >sentences\n"
                       ". ./sentences | grep 'the door opens'; [ $(python3 block) = passed ]; cp block readme.py; mypy --cache-dir mypy readme.py",
        "import { connect }": FINGER + "cp block readme.mjs; [ $(node readme.mjs) = passed ]"},
    "CONTRIBUTING.md": {
        "make build": [".ci/run: scripts/units gate"], ".build/debug/simulate": "cp block day.sh; cp $ROOT/Tests/Fixtures/recordings/one-finger.evemu day.evemu",
        '{"call"': "cp block calls.jsonl; printf '[view]\\nsize=1280x800\\n' >touchd.conf; bash -e day.sh >day\n"
                   "for words in '\"from\":\"io.touchd.unlock.Verify\"' '\"frame\":[[1,\"began\",' 'paused: cleaning'; do grep -F \"$words\" day; done",
        "```": ["scripts/check: CONTRIBUTING.md shows these lines"]},
    "docs/fleet.md": {
        "authority create|touchctl-fleet key": "bash -e block", "users:": "diff -w block <(authority rights lobby)",
        "server_name": "mkdir nats; cp nats1.* ca.pem kiosks.conf nats; sed \"s,/etc/nats,$PWD/nats,g; s,/var/lib,$PWD,\" block >server.conf; nats-server -t -c server.conf",
        "touchctl-fleet --replicas": [f'{HERE}fleet.py: "--replicas", "3"'], "touchctl fleet  ": [f'{HERE}fleetconsole.py: "--expect"'],
        "touchctl reload\ntouchd-fleet|touchd-fleet|authority sign": [f"{HERE}fleetconsole.py: def enrollment"],
        "systemctl stop": [f"{HERE}fleetconsole.py: --prepare-image"], "touchctl.fleet --key": [f"{HERE}fleetcommands.py: def bundles"],
        "apt install|install|systemctl": [f"{KIOSK}fleet.sh: systemctl enable --now touchd-operator.socket"]},
    "docs/front-ends.md": {
        "<!doctype": "cp block index.html", "html, body": "cp block page.css", "import './elements.js';\nconst": "cp block web/lock.js",
        "import './elements.js'": PAGE + "page.js", "cp -rL web": pretended,
        "mkdir /tmp/demo": panel, "touchctl --socket": bridge, "import { bridge }": mouse,
        "```": [f"{HERE}browser.py: the code in the guide makes a page that unlocks"]},
    "docs/operating.md": {
        r"apt install ./touchd_0\S+\n$|systemctl status": [f"{KIOSK}install.sh: one command installs it"],
        "touchctl enroll": FINGER + "bash -e block | grep -E '([cbdefghijklnrtuv]{8}.){7}[cbdefghijklnrtuv]{8}'",
        "touchctl align": [f"{HERE}browser.py: touchctl align: the page", 'Tests/LineTests/CalibrationTests.swift: "--export"'],
        "journalctl": [f"{KIOSK}guide.sh: journalctl TOUCHD_KIND=unlock"], "usermod": [f"{KIOSK}security.sh: -G touchd-monitor"],
        "apt install ./touchd_NEW": [f"{HERE}upgrades.sh: an upgrade, unchanged file"]},
    "docs/pam.md": {"auth sufficient": [f"{HERE}pam.py: pam_exec.so quiet stdout seteuid"]},
    "docs/recordings.md": {'{"type"': "sed -z 's/,\\n /,/' block >panel.jsonl; touchctl convert panel.jsonl --to evemu | grep -A1 '^A: 35 0 1279 ' | grep ' 0003 0035 0640\\b'"},
    "docs/releasing.md": {
        "make dist": ['Tests/units.toml: dist-twice = "make dist-twice"'], "scripts/repository": [f"{HERE}repository.sh: signed first promote"],
        "export GNUPGHOME": "gpg() { command gpg --batch --quiet --pinentry-mode loopback --passphrase '' \"$@\"; }; mkdir -p media/offline\n"
                            "sed -i \"s,/media,$PWD/media,\" block; . ./block; gpgconf --kill all; grep PRIVATE release.key; grep PUBLIC release.pub"},
    "docs/security.md": {r"\[Service\]": "printf '[Service]\\nExecStart=/bin/true\\n' | cat - block >one.service; ! systemd-analyze verify --man=no ./one.service 2>&1 | grep ."},
    "docs/study.md": {
        r"\(cd /usr": "mkdir -p my-kiosk; cp $ROOT/docs/operating.md kiosk.service; sed -i \"s,/usr/share/doc/touchd-doc,$ROOT,; s,/usr/share/,$PWD/,; s,/etc/systemd/system/,,; "
                   "s,^systemctl.*,:,\" block; . ./block; grep -- '--app=.*6080/study.html$' kiosk.service; ls my-kiosk/study.{css,html,js}",
        "touchctl study": [f"{HERE}elements.py: a study waits until a person agrees"]},
    "docs/style.md": {"```": ["scripts/check: docs/style.md lists no phrases"]},
    "docs/tokens.md": {"key = ": [f"{HERE}tokens.py: docs/tokens.md"]},
    "docs/trace.md": {'{"trace"': ["Tests/TouchRecordingTests/FixtureTests.swift: docs/trace.md"]},
    "docs/troubleshooting.md": {"touchctl doctor": ['Tests/TouchClientTests/StrangeAnswerTests.swift: ["watch", "--ignored"]']},
    "docs/upgrades.md": {
        "install|apt-get install unattended|cat": APT, "apt-get install": [f"{KIOSK}repository.sh: apt-get install --allow-downgrades"],
        "systemctl stop": ['Tests/LineTests/StartTests.swift: "--restore"']},
}
#: How blocks begin that scenarios take from the operator's guide and run.
STEPS = ["".join(words) for words in re.findall(r"\b(?:step|block) (?:'([^']+)'|\"([^\"]+)\"|([a-z]+))",
                                                "".join(map(read, glob.glob(f"{KIOSK}*.sh", root_dir=ROOT))))]


def blocks(document):
    """The blocks of a document, indented or fenced; a fenced one begins with its fence."""
    found = re.findall(r"^ *(```.*\n(?:.*\n)*?) *```$|(?<=\n\n)((?: {4}.*\n|\n+(?= {4}))+)", read(document), re.M)
    return [fenced or textwrap.dedent(indented) for fenced, indented in found]


def runner(document, text):
    """The class of a block, and who runs it."""
    first = text.split("\n")[0]
    if "─" in text:
        return "pictures", []
    if document == "docs/operating.md" and any(re.match(begin, line) for begin in STEPS for line in (first, f": {first}")):
        return "as written in Tests/Kiosk", []
    for begin, who in RUN.get(document, {}).items():
        if re.match(begin, text):
            return ("by other tests" if isinstance(who, list) else "here"), who
    return ("configurations", CONFIGURATION) if re.fullmatch(r"(\[[a-z]+\]\n|[a-z-]+=.*\n)+", text) else ("nobody", [])


def faults(text, kind, who):
    """What is wrong with a block: nobody runs it, it names no target of make or another version, or a test does not exist."""
    if kind == "nobody":
        yield "nobody runs it"
    for path, words in (one.split(": ", 1) for one in (who if isinstance(who, list) else [])):
        if not os.path.exists(f"{ROOT}/{path}") or words not in read(path):
            yield f"{path} has no {words}"
    yield from (f"no target {name}" for name in re.findall("^make ([a-z-]+)", text, re.M) if f"\n{name}:" not in read("Makefile"))
    version = re.search(r"\((.*?)\)", read("debian/changelog"))[1]
    yield from (f"this is version {version}" for other in re.findall(r"touchd\S*_(\d[.\d]*)_", text) if other != version)


def main():
    counts, failed, here, lines = collections.Counter(), 0, [], []
    for document in ["README.md", "CONTRIBUTING.md", *sorted(glob.glob("docs/*.md", root_dir=ROOT))]:
        for text in blocks(document):
            kind, who = runner(document, text)
            counts[kind] += 1
            for fault in faults(text, kind, who):
                failed += 1
                print(f"FAILED {document}: {text.splitlines()[0]}: {fault}")
            if not isinstance(who, list):
                here.append((document, text, who))
            elif kind != "pictures":
                lines += [(document, line, understood) for line in re.findall("^touchctl.*", text, re.M)]
    if len(sys.argv) < 2:
        return failed > 0
    reader = Reader(sys.argv[1])
    try:
        for document, text, who in here + lines:
            try:
                reader.do(who, text)
            except Exception:
                failed += 1
                print(f"FAILED {document}: {text.splitlines()[0]}\n{traceback.format_exc(-2)}", flush=True)
    finally:
        reader.close()
    print(", ".join(f"{count} {kind}" for kind, count in counts.items()) + f"; {len(lines)} command lines of other tests are understood")
    return failed > 0


if __name__ == "__main__":
    sys.exit(main())
