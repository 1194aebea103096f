"""The GTK front end with the real daemon, on a virtual screen: gtk.py FOLDER-OF-PROGRAMS

Checks the pixels that it draws. GTK_PICTURES=FOLDER keeps screenshots."""
import itertools, os, subprocess, sys, time

from framebuffer import ScreenChecks
from kiosk import PATIENCE, ROOT, Kiosk, until

INK, QUIET, ACCENT, RIGHT, WRONG = (232, 237, 247), (135, 150, 176), (112, 143, 255), (56, 212, 156), (255, 107, 107)
GROUND, FACE = (13, 20, 41), (33, 43, 74)
DIM = tuple(ground + (quiet - ground) * 0.35 for ground, quiet in zip(GROUND, QUIET))
PATTERN, PIN = "1-4-8-5-9", "73519"
check = ScreenChecks()


class Front:
    """kiosk-gtk.py on its own screen, and the positions where it draws."""

    def __init__(self, kiosk, screen, *words, language="en_US.UTF-8"):
        self.kiosk, self.screen = kiosk, screen
        # GTK must draw without a graphics card and without a session bus.
        environment = {**os.environ, "DISPLAY": screen.display, "GSK_RENDERER": "cairo", "GTK_A11Y": "none", "LC_ALL": "", "LANG": language,
                       "GDK_BACKEND": "x11", "TOUCHD_SOCKET": kiosk.socket}
        environment.pop("LC_MESSAGES", None)
        self.program = subprocess.Popen([f"{ROOT}/examples/kiosk-gtk.py", *words], env=environment, stdin=subprocess.DEVNULL,
                                        stdout=subprocess.PIPE, stderr=kiosk.log, text=True)
        self.heard = self.program.stdout.readline()
        assert self.heard == "waiting for a finger\n", self.heard + self.program.stdout.read()

    def dot(self, number):
        """The center of a dot, numbered from 1, in the example's frame: half as wide as the view and 0.8 as high."""
        column, row = (number - 1) % 3, (number - 1) // 3
        return 320 + 640 * (2 * column + 1) / 6, 40 + 640 * (2 * row + 1) / 6

    def key(self, label):
        index = "123456789b0e".index(label)
        return 320 + 640 * (2 * (index % 3) + 1) / 6, 40 + 640 * (2 * (index // 3) + 1) / 8

    def has(self, place, color):
        return all(abs(one - other) <= 6 for one, other in zip(self.screen.color(*place), color))

    def shows(self, place, color):
        until(lambda: self.has(place, color), lambda: f"{color} at {place}, not {self.screen.color(*place)}")

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
        raise AssertionError(f"never {color} at {place}")

    def sentence(self):
        """The pixels of the line below the pattern."""
        data, stride = self.screen.rows()
        return data[720 * stride:770 * stride]

    def draw(self, numbers, lift=True):
        path = [self.dot(int(number)) for number in numbers.split("-")]
        self.kiosk.finger("down", 0, "{},{}".format(*path[0]))
        for (x, y), (to_x, to_y) in zip(path, path[1:]):
            for part in (0.25, 0.5, 0.75, 1):
                self.kiosk.finger("move", 0, f"{x + (to_x - x) * part},{y + (to_y - y) * part}")
        if lift:
            self.kiosk.finger("up", 0)

    def enter(self, digits):
        for label in [*digits, "e"]:
            self.kiosk.finger("tap", "{},{}".format(*self.key(label)))

    def left(self, status):
        """The exit status. Checks that the output reveals nothing about a drawing."""
        printed = self.program.communicate(timeout=PATIENCE)[0]
        assert self.program.returncode == status and not printed, (self.program.returncode, printed)

    def keep(self, name):
        if folder := os.environ.get("GTK_PICTURES"):
            time.sleep(0.3)
            self.screen.picture(f"{folder}/{name}.png", 640)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait(PATIENCE)


def unlocks(kiosk, screen, user, act, place, **how):
    """Unlocks with a new front end, or several, until one shows the color of success."""
    for _ in range(5):
        with Front(kiosk, screen, user, **how) as front:
            seen = front.flashes(place, RIGHT, lambda: act(front))
            front.left(0)
        if seen:
            return
    raise AssertionError(f"never {RIGHT} at {place}")


@check("half a pattern: its dots, its line, the line's free end and no arrow")
def pattern(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), QUIET)
        front.draw("4-5-6-8", lift=False)
        for number in (4, 5, 6, 8):
            front.shows(front.dot(number), ACCENT)
        front.shows(front.dot(1), QUIET)
        x, y = front.dot(8)
        kiosk.finger("move", 0, f"{x - 70},{y + 40}")
        front.shows((x - 35, y + 20), ACCENT)
        (x, y), (to_x, _) = front.dot(4), front.dot(5)
        front.shows(((x + to_x) / 2, y), ACCENT)
        front.keep("gtk")
        kiosk.finger("up", 0)
        front.shows(front.dot(4), QUIET)
        front.flashes(front.dot(4), WRONG, lambda: front.draw("4-5-6-8"))
        front.shows(front.dot(4), QUIET)
        front.draw(PATTERN)
        front.left(0)
    unlocks(kiosk, screen, "anna", lambda front: front.draw(PATTERN), Front.dot(None, 1))


@check("--arrows shows the direction of each line")
def arrows(kiosk, screen):
    with Front(kiosk, screen, "--arrows", "anna") as front:
        front.draw("4-5-6-8", lift=False)
        for one, other in ((4, 5), (5, 6), (6, 8)):
            (x, y), (to_x, to_y) = front.dot(one), front.dot(other)
            front.shows(((x + to_x) / 2, (y + to_y) / 2), INK)
        # The arrow from 4 to 5 points right: its tip is a third of the radius ahead, and nothing is drawn above it.
        (x, y), (to_x, _) = front.dot(4), front.dot(5)
        front.shows(((x + to_x) / 2, y - 8), INK)
        front.shows(((x + to_x) / 2 + 15, y - 12), GROUND)
        kiosk.finger("up", 0)
        front.shows(front.dot(4), QUIET)
        front.draw(PATTERN)
        front.left(0)


@check("the keypad of a user with a PIN, in German, and it unlocks")
def keypad(kiosk, screen):
    with Front(kiosk, screen, "ben", language="de_DE.UTF-8") as front:
        x, y = front.key("5")
        front.shows((x - 60, y - 40), FACE)
        front.shows((x, y - 80), GROUND)      # between two keys
        front.keep("gtk-pin")
        x, y = front.key("1")
        edge = 320 + 160 * 0.06
        front.flashes((edge, y), WRONG, lambda: front.enter("13571"))
        front.shows((edge, y), QUIET)
        front.enter(PIN)
        front.left(0)
    unlocks(kiosk, screen, "ben", lambda front: front.enter(PIN), (edge, y), language="de_DE.UTF-8")


@check("covered by another scene, it is dim and says so; once that scene ends, it looks as before and unlocks")
def covered(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), QUIET)
        asks = front.sentence()
        with kiosk.cover():
            front.shows(front.dot(1), DIM)
            until(lambda: front.sentence() != asks, "another sentence")
            front.keep("gtk-covered")
        front.shows(front.dot(1), QUIET)
        until(lambda: front.sentence() == asks, "the previous sentence")
        front.draw(PATTERN)
        front.left(0)


@check("a user who has to wait sees dim dots and a countdown even before drawing; other users do not")
def waits(kiosk, screen):
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
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), QUIET)
        assert changes(front)[0] == 0
        # None twice: one that is repeated counts only while it is checked, and what looks like a wait then ends.
        wrong = map("-".join, itertools.chain(itertools.permutations("1245"), itertools.permutations("5689")))
        has_to_wait = lambda: "waitUSec" in kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
        # A drawing while the last one is still shown is ignored.
        until(lambda: has_to_wait() or front.has(front.dot(1), QUIET) and front.draw(next(wrong)), "anna has to wait")
    standing = kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
    assert standing.get("waitUSec", 0) > 5_000_000, standing
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), DIM)
        front.keep("gtk-wait")
        count, seconds = changes(front, least=2)
        assert count <= seconds + 2, f"{count} changes in {seconds:.1f} s: more than once a second"
    with Front(kiosk, screen, "ben") as front:
        front.shows((front.key("5")[0] - 60, front.key("5")[1] - 40), FACE)
        assert changes(front)[0] == 0


def main():
    kiosk, frame = Kiosk(sys.argv[1]), "320,40,640,640"
    try:
        kiosk.enroll("anna", frame, lambda: kiosk.finger("pattern", PATTERN, "in", frame))
        kiosk.enroll("ben", frame, lambda: [kiosk.finger("tap", "{},{}".format(*Front.key(None, label))) for label in [*PIN, "e"]], "pin")
        return 1 if check.run(kiosk) else 0
    finally:
        kiosk.close()


sys.exit(main())
