"""The front ends in GTK and in Qt Quick, the latter in Python and in C++, with the real daemon: toolkits.py FOLDER-OF-PROGRAMS

Checks the pixels that they draw on a screen of 1280 × 800 (xvfb-run). GTK_PICTURES=FOLDER keeps screenshots."""
import itertools, os, re, shutil, subprocess, sys, time

from PIL import Image, ImageGrab

from checks import Checks, read
from kiosk import PATIENCE, PATTERN, ROOT, key, until, with_kiosk

#: What front ends draw with.
INK, QUIET, ACCENT, RIGHT, WRONG = (232, 237, 247), (135, 150, 176), (112, 143, 255), (56, 212, 156), (255, 107, 107)
GROUND, FACE = (13, 20, 41), (33, 43, 74)
DIM = tuple(ground + (quiet - ground) * 0.35 for ground, quiet in zip(GROUND, QUIET))
PIN, GERMAN = "73519", "de_DE.UTF-8"
check = Checks()


class Front:
    """A front end that shows a user's secret."""
    #: How much a color may differ.
    tolerance = 8

    def __init__(self, kiosk, user, *words, language="en_US.UTF-8"):
        self.kiosk = kiosk
        environment = os.environ | {"LC_ALL": "", "LANG": language, "TOUCHD_SOCKET": kiosk.socket} | self.drawing
        environment.pop("LC_MESSAGES", None)
        self.program = subprocess.Popen([self.command, *words, user], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=kiosk.log, text=True)
        heard = self.program.stdout.readline()
        assert heard == "waiting for a finger\n", heard + self.program.stdout.read()

    @staticmethod
    def image(left=0, top=0, right=1280, bottom=800):
        return ImageGrab.grab((left, top, right, bottom), xdisplay=os.environ["DISPLAY"])

    def color(self, x, y):
        """Red, green and blue of a pixel, 0…255."""
        return self.image().getpixel((int(x), int(y)))

    def has(self, place, color):
        return all(abs(one - other) <= self.tolerance for one, other in zip(self.color(*place), color))

    def shows(self, place, color):
        until(lambda: self.has(place, color), lambda: f"{self.command}: {color} at {place}, not {self.color(*place)}")

    def flashes(self, place, color, act):
        """Whether an action shows a color. It is shown for a second or less, and a process that is not scheduled does not see it: so the
        action is repeated, until the program ends."""
        for _ in range(5):
            act()
            end = time.monotonic() + 5
            while time.monotonic() < end:
                if self.has(place, color):
                    return True
                if self.program.poll() is not None:
                    return False
                time.sleep(0.02)
        raise AssertionError(f"{self.command}: never {color} at {place}")

    def dot(self, number):
        """The center of a dot, numbered from 1."""
        left, top, width, height = self.lock
        return left + width * (2 * ((number - 1) % 3) + 1) / 6, top + height * (2 * ((number - 1) // 3) + 1) / 6

    def between(self, one, other):
        """The middle between two dots."""
        return tuple(sum(places) / 2 for places in zip(self.dot(one), self.dot(other)))

    def draw(self, numbers, lift=True):
        self.kiosk.along([self.dot(int(number)) for number in numbers.split("-")])
        if lift:
            self.kiosk.finger("up", 0)

    def enter(self, digits):
        for label in [*digits, "e"]:
            self.kiosk.finger("tap", "{},{}".format(*key(label, self.pad)))

    def left(self, status):
        """The exit status. Checks that the output reveals nothing about a drawing."""
        printed = self.program.communicate(timeout=PATIENCE)[0]
        assert self.program.returncode == status and not printed, (self.program.returncode, printed)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait(PATIENCE)


class Gtk(Front):
    command = f"{ROOT}/examples/kiosk-gtk.py"
    # GTK must draw without a graphics card and without a session bus.
    drawing = {"GSK_RENDERER": "cairo", "GTK_A11Y": "none", "GDK_BACKEND": "x11"}
    lock = pad = 320, 40, 640, 640

    def sentence(self):
        """The pixels of the line below the pattern."""
        return self.image(top=720, bottom=770).tobytes()

    def keep(self, name):
        if folder := os.environ.get("GTK_PICTURES"):
            time.sleep(0.3)
            self.image().resize((640, 400), Image.LANCZOS).save(f"{folder}/{name}.png", optimize=True)


class Qml(Front):
    command = f"{ROOT}/examples/kiosk-qml.py"
    # Qt must draw without a graphics card.
    drawing = {"QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software"}
    pad = 0.04 * 1280, 0.12 * 800, 0.44 * 1280, 0.7 * 800
    # The largest square in it.
    lock = pad[0] + (pad[2] - pad[3]) / 2, pad[1], pad[3], pad[3]


class Cpp(Qml):
    """The same in C++."""


@check("half a pattern: its dots, its line and the line's free end, but no arrow; a short one is rejected, a wrong one too, the right one unlocks")
def pattern(kiosk):
    for made in (Gtk, Qml, Cpp):
        with made(kiosk, "anna") as front:
            front.shows(front.dot(1), QUIET)
            front.draw("4-5-6-8", lift=False)
            for number in (4, 5, 6, 8):
                front.shows(front.dot(number), ACCENT)
            x, y = front.dot(8)
            kiosk.finger("move", 0, f"{x - 70},{y + 40}")
            front.shows((x - 35, y + 20), ACCENT)
            front.shows(front.between(4, 5), ACCENT)
            front.shows(front.dot(1), QUIET)
            if made is Gtk:
                front.keep("gtk")
            kiosk.finger("up", 0)
            front.shows(front.dot(4), QUIET)
            for wrong in ("1-2", "1-2-3-6"):
                front.flashes(front.dot(1), WRONG, lambda: front.draw(wrong))
                front.shows(front.dot(1), QUIET)

        def unlocks():
            """Whether the color of success was seen: the front end shows it for a moment and ends."""
            with made(kiosk, "anna") as front:
                is_seen = front.flashes(front.dot(1), RIGHT, lambda: front.draw(PATTERN))
                front.left(0)
                return is_seen
        until(unlocks, f"{made.command} shows {RIGHT}")


@check("GTK: --arrows shows the direction of each line")
def arrows(kiosk):
    with Gtk(kiosk, "anna", "--arrows") as front:
        front.draw("4-5-6-8", lift=False)
        for one, other in ((4, 5), (5, 6), (6, 8)):
            front.shows(front.between(one, other), INK)
        # The arrow from 4 to 5 points right: its tip is a third of the radius ahead, and nothing is drawn above it.
        x, y = front.between(4, 5)
        front.shows((x, y - 8), INK)
        front.shows((x + 15, y - 12), GROUND)
        kiosk.finger("up", 0)
        front.shows(front.dot(4), QUIET)
        front.draw(PATTERN)
        front.left(0)


@check("the keypad of a user with a PIN, also in German, and it unlocks")
def keypad(kiosk):
    for made in (Gtk, Qml, Cpp):
        with made(kiosk, "ben", language=GERMAN) as front:
            x, y = key("5", front.pad)
            front.shows((x - 60, y - 40), FACE)
            front.shows((x, y - front.pad[3] / 8), GROUND)      # between two keys
            if made is Gtk:
                front.keep("gtk-pin")
                edge = 320 + 160 * 0.06, key("1", front.pad)[1]
                front.flashes(edge, WRONG, lambda: front.enter("13571"))
                front.shows(edge, QUIET)
            front.enter(PIN)
            front.left(0)


@check("covered by another scene, it is dim, and GTK's says so; once that scene ends, it looks as before and unlocks")
def covered(kiosk):
    for made in (Gtk, Qml, Cpp):
        with made(kiosk, "anna") as front:
            front.shows(front.dot(1), QUIET)
            asks = made is Gtk and front.sentence()
            with kiosk.cover():
                front.shows(front.dot(1), DIM)
                if asks:
                    until(lambda: front.sentence() != asks, "another sentence")
            front.shows(front.dot(1), QUIET)
            if asks:
                until(lambda: front.sentence() == asks, "the previous sentence")
            front.draw(PATTERN)
            front.left(0)


@check("Qt Quick: a slider's thumb goes where the finger takes it")
def slider(kiosk):
    for made in (Qml, Cpp):
        with made(kiosk, "anna") as front:
            x, y = 0.53 * 1280, 0.83 * 800
            front.shows((x + 100, y), ACCENT)
            front.shows((x + 500, y), FACE)
            kiosk.finger("line", f"{x + 0.4 * 550},{y}", f"{x + 520},{y}")
            front.shows((x + 480, y), ACCENT)


@check("Qt Quick: a captcha that is missed returns its piece and gets another picture")
def captcha(kiosk):
    left, top, right, bottom = int(0.53 * 1280) + 8, int(0.12 * 800) + 24, int(0.96 * 1280) - 8, int(0.6 * 800)

    def picture():
        image = Front.image(left, top, right, bottom)
        return [image.crop((0, row, image.width, row + 1)).tobytes() for row in range(image.height)]

    def results():
        return [result["outcome"] for result in kiosk.call("io.touchd.result.List")["results"] if result["kind"] == "captcha"]
    for made in (Qml, Cpp):
        with made(kiosk, "anna"):
            until(lambda: len(set(picture())) > 50, "a picture")
            before, known = picture(), len(results())
            # The piece is somewhere at the left edge, and its gap not in the upper right corner.
            for y in range(top, bottom, 30):
                kiosk.finger("line", f"{left + 30},{y}", f"{right - 30},{top}")
                if len(results()) > known:
                    break
            until(lambda: results()[known:] == ["failed"], "the puzzle is judged")
            # Once its result was shown.
            until(lambda: sum(one != other for one, other in zip(picture(), before)) > 200, "another picture")


@check("GTK: a user who has to wait sees dim dots and a countdown even before drawing; other users do not")
def waits(kiosk):
    def changes(front, least=0):
        """How often the sentence changes without a finger, and in how many seconds: until it has changed `least` times, and at least two
        of a countdown's steps."""
        seen, start = [front.sentence()], time.monotonic()
        def counted():
            if (now := front.sentence()) != seen[-1]:
                seen.append(now)
            return len(seen) > least and time.monotonic() > start + 2.5
        until(counted, lambda: f"only {len(seen) - 1} changes")
        return len(seen) - 1, time.monotonic() - start
    with Gtk(kiosk, "anna") as front:
        front.shows(front.dot(1), QUIET)
        assert changes(front)[0] == 0
        # None twice: one that is repeated counts only while it is checked, and what looks like a wait then ends.
        wrong = map("-".join, itertools.chain(itertools.permutations("1245"), itertools.permutations("5689")))
        has_to_wait = lambda: "waitUSec" in kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
        # A drawing while the last one is still shown is ignored.
        until(lambda: has_to_wait() or front.has(front.dot(1), QUIET) and front.draw(next(wrong)), "anna has to wait")
    standing = kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
    assert standing.get("waitUSec", 0) > 5_000_000, standing
    with Gtk(kiosk, "anna") as front:
        front.shows(front.dot(1), DIM)
        count, seconds = changes(front, least=2)
        assert count <= seconds + 2, f"{count} changes in {seconds:.1f} s: more than once a second"
    with Gtk(kiosk, "ben") as front:
        x, y = key("5", front.pad)
        front.shows((x - 60, y - 40), FACE)
        assert changes(front)[0] == 0


def prepared(kiosk):
    """Users with a pattern and with a PIN, and the front end in C++, made by the lines at its beginning, as whoever copies it types them."""
    kiosk.enroll("anna")
    kiosk.enroll("ben", PIN)
    for name in ("kiosk-qml.cpp", "kiosk.qml"):
        shutil.copy(f"{ROOT}/examples/{name}", kiosk.folder)
    lines = re.findall(r"^//     (.*(?:moc|g\+\+) .*)", read(f"{kiosk.folder}/kiosk-qml.cpp"), re.M)
    assert len(lines) == 2, lines
    subprocess.run(" && ".join(lines), shell=True, cwd=kiosk.folder, check=True)
    Cpp.command = f"{kiosk.folder}/kiosk-qml"
    return kiosk


sys.exit(with_kiosk(check, prepared))
