"""The GTK front end with the real daemon, on a virtual screen: gtk.py FOLDER-OF-PROGRAMS

Checks the pixels that it draws. GTK_PICTURES=FOLDER keeps screenshots."""
import itertools, sys, time

from checks import Checks
from framebuffer import ACCENT, DIM, FACE, GROUND, INK, PIN, QUIET, RIGHT, WRONG, Front, dot, key, on_screens
from kiosk import PATTERN, ROOT, until

check = Checks()


class Gtk(Front):
    """kiosk-gtk.py."""

    def __init__(self, kiosk, screen, *words, **how):
        # GTK must draw without a graphics card and without a session bus.
        super().__init__(kiosk, screen, [f"{ROOT}/examples/kiosk-gtk.py", *words], GSK_RENDERER="cairo", GTK_A11Y="none", GDK_BACKEND="x11", **how)

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
        return self.screen.image(top=720, bottom=770).tobytes()

    def draw(self, numbers, lift=True):
        self.kiosk.along([dot(int(number)) for number in numbers.split("-")])
        if lift:
            self.kiosk.finger("up", 0)

    def enter(self, digits):
        for label in [*digits, "e"]:
            self.finger("tap", at=key(label))


def unlocks(kiosk, screen, user, act, place, **how):
    """Unlocks with a new front end, or several, until one shows the color of success."""
    for _ in range(5):
        with Gtk(kiosk, screen, user, **how) as front:
            seen = front.flashes(place, RIGHT, lambda: act(front))
            front.left(0)
        if seen:
            return
    raise AssertionError(f"never {RIGHT} at {place}")


@check("half a pattern: its dots, its line, the line's free end and no arrow")
def pattern(kiosk, screen):
    with Gtk(kiosk, screen, "anna") as front:
        front.shows(dot(1), QUIET)
        front.draw("4-5-6-8", lift=False)
        for number in (4, 5, 6, 8):
            front.shows(dot(number), ACCENT)
        front.half()
        front.flashes(dot(4), WRONG, lambda: front.draw("4-5-6-8"))
        front.shows(dot(4), QUIET)
    unlocks(kiosk, screen, "anna", lambda front: front.draw(PATTERN), dot(1))


@check("--arrows shows the direction of each line")
def arrows(kiosk, screen):
    with Gtk(kiosk, screen, "--arrows", "anna") as front:
        front.draw("4-5-6-8", lift=False)
        for one, other in ((4, 5), (5, 6), (6, 8)):
            (x, y), (to_x, to_y) = dot(one), dot(other)
            front.shows(((x + to_x) / 2, (y + to_y) / 2), INK)
        # The arrow from 4 to 5 points right: its tip is a third of the radius ahead, and nothing is drawn above it.
        (x, y), (to_x, _) = dot(4), dot(5)
        front.shows(((x + to_x) / 2, y - 8), INK)
        front.shows(((x + to_x) / 2 + 15, y - 12), GROUND)
        kiosk.finger("up", 0)
        front.shows(dot(4), QUIET)
        front.draw(PATTERN)
        front.left(0)


@check("the keypad of a user with a PIN, in German, and it unlocks")
def keypad(kiosk, screen):
    with Gtk(kiosk, screen, "ben", language="de_DE.UTF-8") as front:
        x, y = key("5")
        front.shows((x - 60, y - 40), FACE)
        front.shows((x, y - 80), GROUND)      # between two keys
        front.keep("gtk-pin")
        x, y = key("1")
        edge = 320 + 160 * 0.06
        front.flashes((edge, y), WRONG, lambda: front.enter("13571"))
        front.shows((edge, y), QUIET)
    unlocks(kiosk, screen, "ben", lambda front: front.enter(PIN), (edge, y), language="de_DE.UTF-8")


@check("covered by another scene, it is dim and says so; once that scene ends, it looks as before and unlocks")
def covered(kiosk, screen):
    with Gtk(kiosk, screen, "anna") as front:
        front.shows(dot(1), QUIET)
        asks = front.sentence()
        with kiosk.cover():
            front.shows(dot(1), DIM)
            until(lambda: front.sentence() != asks, "another sentence")
        front.shows(dot(1), QUIET)
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
    with Gtk(kiosk, screen, "anna") as front:
        front.shows(dot(1), QUIET)
        assert changes(front)[0] == 0
        # None twice: one that is repeated counts only while it is checked, and what looks like a wait then ends.
        wrong = map("-".join, itertools.chain(itertools.permutations("1245"), itertools.permutations("5689")))
        has_to_wait = lambda: "waitUSec" in kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
        # A drawing while the last one is still shown is ignored.
        until(lambda: has_to_wait() or front.has(dot(1), QUIET) and front.draw(next(wrong)), "anna has to wait")
    standing = kiosk.call("io.touchd.unlock.Users", name="anna")["users"][0]
    assert standing.get("waitUSec", 0) > 5_000_000, standing
    with Gtk(kiosk, screen, "anna") as front:
        front.shows(dot(1), DIM)
        count, seconds = changes(front, least=2)
        assert count <= seconds + 2, f"{count} changes in {seconds:.1f} s: more than once a second"
    with Gtk(kiosk, screen, "ben") as front:
        front.shows((key("5")[0] - 60, key("5")[1] - 40), FACE)
        assert changes(front)[0] == 0


sys.exit(on_screens(check))
