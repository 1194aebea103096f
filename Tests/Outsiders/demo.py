"""`touchctl demo` as people see it on a terminal, operated by a virtual finger: demo.py FOLDER-OF-PROGRAMS"""
import codecs, fcntl, os, re, select, struct, subprocess, sys, termios, time, traceback

sys.path.insert(0, os.path.dirname(__file__))
from kiosk import PATIENCE, Kiosk

COLUMNS, ROWS = 160, 50
GROUND, INK = (13, 20, 40), (232, 237, 247)
checks = []


def check(function):
    checks.append(function)
    return function


class Screen:
    """A terminal emulator that supports only the escapes that touchctl writes."""

    def __init__(self):
        self.cells = [[(" ", GROUND, GROUND)] * COLUMNS for _ in range(ROWS)]
        self.row = self.column = 0
        self.ink = self.ground = GROUND
        self.rest = ""

    def feed(self, text):
        text = self.rest + text
        # An incomplete escape sequence.
        half = re.search(r"\x1b(\[[?0-9;]*)?$", text)
        text, self.rest = (text[:half.start()], half[0]) if half else (text, "")
        for part in re.finditer(r"\x1b\[([?0-9;]*)([A-Za-z])|\r|\n|[^\x1b\r\n]", text):
            if part[2]:
                self.control(part[1], part[2])
            elif part[0] == "\r":
                self.column = 0
            elif part[0] == "\n":
                self.row += 1
            else:
                self.cells[self.row][self.column] = (part[0], self.ink, self.ground)
                self.column += 1

    def control(self, numbers, letter):
        if letter == "H":
            self.row, self.column = (int(number) - 1 for number in (numbers or "1;1").split(";"))
        elif letter == "m" and numbers.startswith(("38;2;", "48;2;")):
            color = tuple(map(int, numbers.split(";")[2:]))
            if numbers.startswith("3"):
                self.ink = color
            else:
                self.ground = color

    @property
    def lines(self):
        return ["".join(cell[0] for cell in row) for row in self.cells]

    @property
    def text(self):
        """The text on the screen, without pixels."""
        lines = (re.sub("[ ▀]+", " ", line).strip() for line in self.lines)
        return "\n".join(line for line in lines if line)

    @property
    def is_whole(self):
        """Whether the cursor is at the last cell, as after a complete screen."""
        return (self.row, self.column) == (ROWS - 1, COLUMNS)


class Demonstration:
    """One run of `touchctl demo`."""

    def __init__(self, kiosk, user):
        self.kiosk, self.screen = kiosk, Screen()
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.program = subprocess.Popen(
            [f"{kiosk.programs}/touchctl", "--socket", kiosk.socket, "demo", user],
            stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": "C"})
        os.close(slave)
        self.decoder = codecs.getincrementaldecoder("utf-8")()

    def read(self):
        """The next output, if it comes soon."""
        if select.select([self.master], [], [], .05)[0]:
            self.screen.feed(self.decoder.decode(os.read(self.master, 1 << 16)))

    def look(self, done, what):
        """Waits until the screen meets a condition."""
        end = time.monotonic() + PATIENCE
        while not done(self.screen):
            assert time.monotonic() < end, f"not within {PATIENCE} s: {what}\n{self.screen.text}"
            self.read()

    def draw(self, pattern):
        self.kiosk.finger("pattern", pattern, "in", "64,80,640,600")

    def says(self, words):
        self.look(lambda screen: words in screen.text and screen.is_whole, words)

    def end(self):
        """Reads its output to the end; returns the exit status."""
        while True:
            try:
                if not os.read(self.master, 1 << 16):
                    break
            except OSError:
                break
        os.close(self.master)
        errors = self.program.stderr.read().decode()
        status = self.program.wait(PATIENCE)
        assert not errors, errors
        return status


@check
def the_demo_says_when_another_scene_gets_the_fingers_and_counts_a_wait_down(kiosk):
    kiosk.enroll("anna", "320,80,640,640", lambda: kiosk.finger("pattern", "1-4-8-5-9", "in", "320,80,640,640"))
    demo = Demonstration(kiosk, "anna")
    demo.says("Draw your pattern")
    with kiosk.cover():
        demo.says("Something else on the screen")
    demo.says("Draw your pattern")
    left = lambda: [int(number) for number in re.findall(r"Too many wrong drawings: wait (\d+) s", demo.screen.text)]
    # A drawing that begins while the previous one is judged is ignored; a slow terminal shows that late.
    for wrong in ("1-2-3-6", "1-2-3-5", "1-2-3-5-7", "3-2-1-4", "9-8-7-4", "9-8-7-5", "7-8-9-6", "7-8-9-5", "1-4-7-8", "3-6-9-8"):
        demo.draw(wrong)
        end = time.monotonic() + 3
        while time.monotonic() < end:
            demo.read()
        if "waitUSec" in kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]:
            break
    demo.look(lambda screen: screen.is_whole and left(), "how long to wait")
    first, = left()
    demo.look(lambda screen: screen.is_whole and left() and left()[0] <= first - 2, "the wait counts down")
    # A demo started during the wait shows it, too.
    kiosk.finger("tap", "1005,612")
    assert demo.end() == 1
    demo = Demonstration(kiosk, "anna")
    demo.says("Too many wrong drawings: wait")
    kiosk.finger("tap", "1005,612")
    assert demo.end() == 1


def main():
    kiosk, failed = Kiosk(sys.argv[1]), 0
    try:
        for test in checks:
            name = test.__name__.replace("_", " ")
            try:
                test(kiosk)
                print("ok", name, flush=True)
            except (AssertionError, OSError, subprocess.TimeoutExpired) as error:
                failed += 1
                print("FAILED", name, *traceback.format_exception(error)[-3:], sep="\n    ", flush=True)
    finally:
        kiosk.close()
    return 1 if failed else 0


sys.exit(main())
