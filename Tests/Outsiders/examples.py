"""The README's front ends with the real daemon, and touchctl demo in a terminal: examples.py FOLDER-OF-PROGRAMS

Each must unlock with the right pattern and not with a wrong one."""
import glob, itertools, os, re, subprocess, sys, time

from checks import PATIENCE, Checks, read, until
from kiosk import PATTERN, ROOT, with_kiosk

WRONG = "1-2-3-6"
#: Where touchctl demo has its pattern, and its button that closes it.
PAD, CLOSE = "64,80,640,600", "1004,560"
check = Checks()


def judged(kiosk):
    """How many drawings the daemon has judged."""
    return len(re.findall(r"^(?:<.>touchd: )?unlock .* KIND=unlock", read(kiosk.log.name), re.M))


def drawn(kiosk, word, command, *patterns):
    """Starts a front end and draws patterns once it has printed the word, each once the one before was judged; returns its exit status."""
    environment = os.environ | {"TOUCHD_SOCKET": kiosk.socket, "PATH": f"{kiosk.programs}:{os.environ['PATH']}"}
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True) as program:
        assert any(word in line for line in program.stdout), f"{command} does not print: {word}"
        for pattern in patterns:
            before = judged(kiosk)
            kiosk.enter(pattern)
            until(lambda: judged(kiosk) > before, f"{pattern} is judged")
        return program.wait(PATIENCE)


@check("unlock.py, unlock.mjs and door.sh unlock with the right pattern alone, and print nothing of what was drawn")
def examples(kiosk):
    folder = f"{ROOT}/examples"
    unlock = [sys.executable, f"{folder}/unlock.py", "anna", kiosk.socket]
    for expected, word, command, patterns in (
            (0, "waiting", unlock, [PATTERN]), (1, "waiting", unlock, [WRONG] * 5),
            (0, "waiting", ["node", f"{folder}/unlock.mjs", "anna", kiosk.socket], [PATTERN]),
            (0, "on screen", ["sh", f"{folder}/door.sh", "anna"], [WRONG, PATTERN])):
        assert drawn(kiosk, word, command, *patterns) == expected, (command, patterns)
    for path in glob.glob(f"{folder}/*.py") + glob.glob(f"{folder}/*.mjs"):
        found = re.findall(r'print.*(?:\["dot"\]|\["count"\]|self\.dots)|log\(.*\.dot\b', read(path))
        assert not found, f"{path}: {found}"


class Terminal:
    """touchctl demo in tmux, which captures its screen."""

    def __init__(self, kiosk, *options, language="en_GB.UTF-8"):
        self.kiosk, self.status = kiosk, f"{kiosk.folder}/status"
        if os.path.exists(self.status):
            os.unlink(self.status)
        self.tmux("new-session", "-d", "-s", "demo", "-x", "110", "-y", "34", f"LANG={language} {kiosk.programs}/touchctl --socket {kiosk.socket} "
                  f"demo {' '.join(options)} anna; echo $? >{self.status}.new; mv {self.status}.new {self.status}")

    def tmux(self, *words):
        return subprocess.run(["tmux", "-L", f"touchd-{os.getpid()}", "-f", "/dev/null", *words], capture_output=True, text=True).stdout

    def screen(self):
        return self.tmux("capture-pane", "-p", "-t", "demo")

    def has(self, *texts):
        found = self.screen()
        return all(text in found for text in texts)

    def shows(self, *texts):
        until(lambda: self.has(*texts), lambda: f"{texts}:\n{self.screen()}")

    def left(self, status):
        until(lambda: os.path.exists(self.status), "its exit")
        assert int(read(self.status)) == status

    def close(self):
        self.kiosk.finger("tap", CLOSE)
        self.left(1)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.tmux("kill-server")


@check("touchctl demo shows dots, a slider and what to do, draws the line, says why a drawing was rejected, and exits with 0 after an unlock")
def demo(kiosk):
    with Terminal(kiosk) as terminal:
        terminal.shows("Draw your pattern", "○", "◉", "40", "✕")
        kiosk.finger("down", 0, "170,180")
        kiosk.finger("move", 0, "384,180")
        terminal.shows("(●)••", "Drawing")
        kiosk.finger("up", 0)

        def rejects():
            """Draws two dots, too few; the reason is shown for a second, which a process that is not scheduled misses."""
            kiosk.finger("line", "170,180", "384,180")
            return any(terminal.has("Connect at least 4 dots") or time.sleep(0.05) for _ in range(40))
        until(rejects, "the reason of the rejection")
        terminal.shows("Draw your pattern")
        kiosk.finger("line", "963,280", "1100,280")
        terminal.shows("7")
        kiosk.enter(PATTERN, PAD)
        terminal.left(0)


@check("touchctl demo is German where the user is, and shows the direction of each line with --arrows")
def options(kiosk):
    with Terminal(kiosk, language="de_DE.UTF-8") as terminal:
        terminal.shows("Muster zeichnen")
        terminal.close()
    with Terminal(kiosk, "--arrows") as terminal:
        terminal.shows("Draw your pattern")
        kiosk.finger("down", 0, "170,180")
        kiosk.finger("move", 0, "384,180")
        kiosk.finger("move", 0, "384,380")
        terminal.shows("→", "↓")
        kiosk.finger("up", 0)
        terminal.close()


@check("touchctl demo says when another scene gets the fingers, how long to wait, also if that began before it, and exits with 1 when it is closed")
def waits(kiosk):
    with Terminal(kiosk) as terminal:
        terminal.shows("Draw your pattern")
        with kiosk.cover():
            terminal.shows("Something else on the screen")
        terminal.shows("Draw your pattern")
        # None twice: one that is repeated does not count.
        wrong = map("-".join, itertools.chain(itertools.permutations("1245"), itertools.permutations("5689")))

        def misses():
            before = judged(kiosk)
            kiosk.enter(next(wrong), PAD)
            until(lambda: judged(kiosk) > before, "a drawing is judged")
            return "waitUSec" in kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
        until(misses, terminal.screen)
        terminal.shows("Too many wrong drawings: wait")
        seconds = lambda: int((re.search(r"wait (\d+) s", terminal.screen()) or [0, 0])[1])
        first = until(seconds, terminal.screen)
        until(lambda: 0 < seconds() <= first - 2, terminal.screen)
        terminal.close()
    with Terminal(kiosk) as terminal:
        terminal.shows("Too many wrong drawings: wait")
        terminal.close()


def enrolled(kiosk):
    kiosk.enroll("anna")
    return kiosk


sys.exit(with_kiosk(check, enrolled))
