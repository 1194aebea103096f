"""`touchctl study` and `touchctl demo` as people see them on a terminal, operated by a virtual finger.

    study.py FOLDER-OF-PROGRAMS

STUDY_PICTURES=FOLDER keeps each screen as a picture (PPM) with two pixels per cell."""
import codecs, fcntl, json, os, re, select, struct, subprocess, sys, termios, time, traceback, zlib

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

    def pixels(self):
        """Colors, two rows of pixels per row of cells; a letter has its background color."""
        rows = []
        for row in self.cells:
            rows.append([ink if letter == "▀" else ground for letter, ink, ground in row])
            rows.append([ground for _, _, ground in row])
        return rows


class Visit:
    """One run of `touchctl study`."""

    def __init__(self, kiosk, kind, rounds, language="C"):
        self.kiosk, self.screen, self.shots = kiosk, Screen(), 0
        self.file = f"{kiosk.folder}/{kind}.jsonl"
        if os.path.exists(self.file):
            os.remove(self.file)
        self.start(["study", kind, "--rounds", str(rounds), "--to", self.file], language)

    def start(self, words, language="C"):
        self.master, slave = os.openpty()
        fcntl.ioctl(slave, termios.TIOCSWINSZ, struct.pack("HHHH", ROWS, COLUMNS, 0, 0))
        self.program = subprocess.Popen(
            [f"{self.kiosk.programs}/touchctl", "--socket", self.kiosk.socket, *words],
            stdin=subprocess.DEVNULL, stdout=slave, stderr=subprocess.PIPE, env={**os.environ, "LC_ALL": language})
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
        if folder := os.environ.get("STUDY_PICTURES"):
            self.shots += 1
            self.keep(f"{folder}/{os.path.basename(self.file)[:-6]}-{self.shots}.ppm")

    def keep(self, path):
        rows = self.screen.pixels()
        with open(path, "wb") as file:
            file.write(b"P6 %d %d 255\n" % (len(rows[0]), len(rows)) + bytes(part for row in rows for pixel in row for part in pixel))
        with open(path + ".txt", "w") as file:
            file.write(self.screen.text)

    def agree(self, yes="I agree", others=("few small tasks", "no name", "stop at any time", "No, thank you")):
        self.look(lambda screen: yes in screen.text and screen.is_whole, "the question")
        for words in others:
            assert words in self.screen.text, self.screen.text
        # Nothing is recorded before consent.
        assert not os.path.exists(self.file)
        self.kiosk.finger("tap", "300,560")

    def round(self, heading):
        self.look(lambda screen: heading in screen.text and screen.is_whole, f"round {heading}")

    def records(self, count):
        """Waits for `count` recorded rounds and returns them."""
        end = time.monotonic() + PATIENCE
        while True:
            lines = open(self.file).readlines() if os.path.exists(self.file) else []
            if len(lines) >= count:
                return [json.loads(line) for line in lines]
            assert time.monotonic() < end, f"not {count} rounds within {PATIENCE} s: {lines}\n{self.screen.text}"
            self.read()

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


class Demonstration(Visit):
    """One run of `touchctl demo`."""

    def __init__(self, kiosk, user):
        self.kiosk, self.screen, self.shots, self.file = kiosk, Screen(), 0, f"{kiosk.folder}/demo.jsonl"
        self.start(["demo", user])

    def draw(self, pattern):
        self.kiosk.finger("pattern", pattern, "in", "64,80,640,600")

    def says(self, words):
        self.look(lambda screen: words in screen.text and screen.is_whole, words)


def enroll(kiosk, user, pattern):
    """Draws a new pattern twice."""
    enrolls = subprocess.Popen([f"{kiosk.programs}/touchctl", "--socket", kiosk.socket, "enroll", user, "--frame", "320,80,640,640"],
                               stdout=subprocess.PIPE, text=True)
    for line in enrolls.stdout:
        if "on screen" in line or "again to confirm" in line:
            kiosk.finger("pattern", pattern, "in", "320,80,640,640")
    assert enrolls.wait(PATIENCE) == 0, f"{user} is not enrolled"


def box(places):
    """The center of the bright pixels, in view pixels; a half cell is 8 by 8."""
    assert len(places) > 20, places
    return tuple(4 * (min(place[axis] for place in places) + max(place[axis] for place in places) + 1) for axis in (0, 1))


def dark_picture(folder):
    """A picture in which only a gap and the edge of a piece are bright."""
    rows = b"".join(b"\0" + bytes(40 + (x // 9 + y // 7) % 3 * 12 for x in range(400) for _ in range(3)) for y in range(268))
    chunks = ((b"IHDR", struct.pack(">IIBBBBB", 400, 268, 8, 2, 0, 0, 0)), (b"IDAT", zlib.compress(rows)), (b"IEND", b""))
    with open(f"{folder}/dark.png", "wb") as file:
        file.write(b"\x89PNG\r\n\x1a\n" + b"".join(
            struct.pack(">I", len(data)) + kind + data + struct.pack(">I", zlib.crc32(kind + data)) for kind, data in chunks))
    return f"{folder}/dark.png"


@check
def a_captcha_is_a_picture_on_the_terminal_and_a_finger_solves_it_by_what_it_shows(kiosk):
    os.mkdir(f"{kiosk.folder}/dark")
    subprocess.run([f"{kiosk.programs}/touchctl", "image", "import", dark_picture(kiosk.folder), "-o", f"{kiosk.folder}/dark"],
                   check=True, stdout=subprocess.DEVNULL)
    with open(f"{kiosk.folder}/touchd.conf") as file:
        before = file.read()
    # A cell is as wide as four pixels of the picture; the tolerance of 'default' is 7.
    kiosk.configure(before + f"[captcha]\ntolerance=24\npictures={kiosk.folder}/dark\n")
    try:
        visit = Visit(kiosk, "captcha", 12)
        visit.agree()
        for number in range(12):
            visit.round(f"{number + 1} / 12")
            shown = [(x, y, pixel) for y, row in enumerate(visit.screen.pixels()) for x, pixel in enumerate(row)]
            knob = [(x, y) for x, y, pixel in shown if pixel == INK]
            bright = [(x, y) for x, y, pixel in shown if min(pixel) > 130 and (not knob or y < 80)]
            # The piece is on the left, the gap right of it.
            left = min(x for x, _ in bright)
            piece = box([(x, y) for x, y in bright if x < left + 19])
            gap = box([(x, y) for x, y in bright if x >= left + 19])
            x, y = box(knob) if knob else piece
            to_x, to_y = x + gap[0] - piece[0], y if knob else y + gap[1] - piece[1]
            assert ("Only tap the bar" in visit.screen.text, "Only tap:" in visit.screen.text) in (
                (False, False), (bool(knob), not knob)), visit.screen.text
            if "Only tap" in visit.screen.text:
                kiosk.finger("tap", f"{to_x},{to_y}", "hold", 200)
                kiosk.finger("wait", 300)
                kiosk.finger("tap", f"{to_x + 2},{to_y + 2}", "hold", 130)
            else:
                kiosk.finger("line", f"{x},{y}", f"{to_x},{to_y}", "speed", 700)
            visit.records(number + 1)
        records = visit.records(12)
        assert visit.end() == 0
        solved = [record["profile"] for record in records if record["outcome"] == "solved"]
        assert solved.count("simple") == 6 and solved.count("default") >= 2, records
        assert {(record["profile"], record["input"]) for record in records} >= {
            (profile, way) for profile in ("simple", "default") for way in ("drag", "tap")}
        assert all(record["timeUSec"] > 0 for record in records), records
    finally:
        kiosk.configure(before)


@check
def a_gesture_is_shown_as_symbols_and_in_words_and_a_finger_follows_them(kiosk):
    visit = Visit(kiosk, "gesture", 5, "de_DE.UTF-8")
    visit.agree("Ich bin einverstanden", ("kleine Aufgaben", "kein Name", "jederzeit", "Nein, danke"))
    for number in range(5):
        visit.round(f"{number + 1} / 5")
        assert "Hier in diesem Rhythmus" in visit.screen.text or "halten" in visit.screen.text, visit.screen.text
        symbols = next(line for line in visit.screen.text.split("\n") if "●" in line or "━" in line)
        steps = re.findall("━+|●(?: ●)*", next(line for line in visit.screen.lines if "●" in line or "━" in line))
        assert len(steps) >= 4, symbols
        for index, step in enumerate(steps):
            if index:
                kiosk.finger("wait", 700)
            for _ in range(step.count("●")):
                kiosk.finger("tap", "640,400", "hold", 60)
            if "━" in step:
                kiosk.finger("tap", "640,400", "hold", 1200)
        visit.records(number + 1)
    records = visit.records(5)
    assert visit.end() == 0
    # A busy machine may lengthen a pause.
    assert "solved" in {record["outcome"] for record in records}, records
    assert all(record["timeUSec"] > 0 and "score" not in record for record in records), records


@check
def a_given_pattern_is_shown_as_a_path_with_numbers_beside_the_dots(kiosk):
    visit = Visit(kiosk, "pattern", 3)
    visit.agree()
    for number in range(3):
        visit.round(f"{number + 1} / 3")
        dots = [(column, row) for row, line in enumerate(visit.screen.lines) for column, letter in enumerate(line) if letter == "○"]
        columns = sorted({column for column, _ in dots if column > 70})
        rows = sorted({row for column, row in dots if column > 70})
        assert len(columns) == len(rows) == 3, dots
        path = {int(letter): (column, row) for row, line in enumerate(visit.screen.lines[10:], 10)
                for column, letter in enumerate(line[:65]) if letter.isdigit()}
        assert 4 <= len(path) <= 6 and "•" in visit.screen.lines[path[1][1]] + visit.screen.text, visit.screen.text
        # The path is drawn on a grid of half the size.
        small = [column for column, _ in dots if column <= 70] + [column for column, _ in path.values()]
        places = [(round(2 * (column - min(small)) / (columns[1] - columns[0])), round(2 * (row - rows[1]) / (rows[1] - rows[0])) + 1)
                  for _, (column, row) in sorted(path.items())]
        points = [f"{(columns[column] + .5) * 8},{(rows[row] + .5) * 16}" for column, row in places]
        if "Tap these dots" in visit.screen.text:
            for point in points + points[-1:]:
                kiosk.finger("tap", point)
        else:
            assert "Draw this line" in visit.screen.text
            kiosk.finger("down", 0, points[0])
            for one, other in zip(points, points[1:]):
                (x, y), (to_x, to_y) = (map(float, point.split(",")) for point in (one, other))
                for part in (.25, .5, .75, 1):
                    kiosk.finger("move", 0, f"{x + (to_x - x) * part},{y + (to_y - y) * part}")
            kiosk.finger("up", 0)
        visit.records(number + 1)
    records = visit.records(3)
    assert visit.end() == 0
    assert [record["outcome"] for record in records] == ["solved"] * 3, records
    assert {record["input"] for record in records} == {"drag", "tap", "both"}
    # Neither the file nor the stored results contain the pattern.
    assert not any("dots" in record or "pattern" in json.dumps(record).replace('"kind": "pattern"', "") for record in records)


@check
def whoever_cannot_or_will_not_says_so_on_the_screen(kiosk):
    visit = Visit(kiosk, "captcha", 3)
    visit.agree()
    visit.round("1 / 3")
    kiosk.finger("tap", "640,744")
    visit.records(1)
    visit.round("2 / 3")
    kiosk.finger("tap", "1190,64")
    records = visit.records(2)
    assert visit.end() == 1
    assert [record["outcome"] for record in records] == ["declined", "cancelled"], records
    visit = Visit(kiosk, "captcha", 3)
    visit.look(lambda screen: "No, thank you" in screen.text and screen.is_whole, "the question")
    kiosk.finger("tap", "1000,560")
    assert visit.end() == 1
    assert not os.path.exists(visit.file)


@check
def the_demo_says_when_another_scene_gets_the_fingers_and_counts_a_wait_down(kiosk):
    enroll(kiosk, "anna", "1-4-8-5-9")
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
