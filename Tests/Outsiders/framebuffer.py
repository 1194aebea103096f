"""An Xvfb screen, and the front end of a toolkit on it."""
import os, subprocess, sys, time

from PIL import Image, ImageGrab

from kiosk import PATIENCE, Kiosk, until
from kiosk import key as center_of_key

#: What front ends draw with.
INK, QUIET, ACCENT, RIGHT, WRONG = (232, 237, 247), (135, 150, 176), (112, 143, 255), (56, 212, 156), (255, 107, 107)
GROUND, FACE = (13, 20, 41), (33, 43, 74)
DIM = tuple(ground + (quiet - ground) * 0.35 for ground, quiet in zip(GROUND, QUIET))
PIN = "73519"
#: Where touchctl shows its widget.
FRAME = (320, 40, 640, 640)


class Screen:
    def __init__(self, width, height):
        number, written = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(written), "-screen", "0", f"{width}x{height}x24", "-nolisten", "tcp", "-noreset"],
            pass_fds=(written,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(written)
        with open(number) as said:
            self.display = f":{said.readline().strip()}"
        assert self.display != ":", "Xvfb did not start"

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()

    def image(self, left=0, top=0, right=1280, bottom=800):
        return ImageGrab.grab((left, top, right, bottom), xdisplay=self.display)

    def color(self, x, y):
        """Red, green and blue of a pixel, 0…255."""
        return self.image().getpixel((int(x), int(y)))


def dot(number, frame=FRAME):
    """The center of a dot, numbered from 1."""
    left, top, width, height = frame
    return left + width * (2 * ((number - 1) % 3) + 1) / 6, top + height * (2 * ((number - 1) // 3) + 1) / 6


def key(label, frame=FRAME):
    return center_of_key(label, frame)


class Front:
    """A front end on its own screen."""
    #: How much a color may differ.
    tolerance = 6

    def __init__(self, kiosk, screen, command, language="en_US.UTF-8", **environment):
        self.kiosk, self.screen = kiosk, screen
        environment = {**os.environ, "DISPLAY": screen.display, "LC_ALL": "", "LANG": language, "TOUCHD_SOCKET": kiosk.socket, **environment}
        environment.pop("LC_MESSAGES", None)
        self.program = subprocess.Popen(command, env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=kiosk.log, text=True)
        heard = self.program.stdout.readline()
        assert heard == "waiting for a finger\n", heard + self.program.stdout.read()

    def has(self, place, color):
        return all(abs(one - other) <= self.tolerance for one, other in zip(self.screen.color(*place), color))

    def shows(self, place, color):
        until(lambda: self.has(place, color), lambda: f"{color} at {place}, not {self.screen.color(*place)}")

    def finger(self, *words, at):
        self.kiosk.finger(*words, "{},{}".format(*at))

    def half(self, frame=FRAME):
        """After half a pattern, 4-5-6-8: its line and the line's free end are drawn, until the finger lifts."""
        x, y = dot(8, frame)
        self.kiosk.finger("move", 0, f"{x - 70},{y + 40}")
        self.shows((x - 35, y + 20), ACCENT)
        (x, y), (to_x, _) = dot(4, frame), dot(5, frame)
        self.shows(((x + to_x) / 2, y), ACCENT)
        self.shows(dot(1, frame), QUIET)
        self.keep("gtk")
        self.kiosk.finger("up", 0)
        self.shows(dot(4, frame), QUIET)

    def left(self, status):
        """The exit status. Checks that the output reveals nothing about a drawing."""
        printed = self.program.communicate(timeout=PATIENCE)[0]
        assert self.program.returncode == status and not printed, (self.program.returncode, printed)

    def keep(self, name):
        if folder := os.environ.get("GTK_PICTURES"):
            time.sleep(0.3)
            self.screen.image().resize((640, 400), Image.LANCZOS).save(f"{folder}/{name}.png", optimize=True)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait(PATIENCE)


def on_screens(check, again=lambda kiosk: False):
    """Runs checks, each with a screen of its own and a kiosk on which anna has a pattern and ben a PIN; and again, if `again` says so.

    Returns: the exit status."""
    kiosk, failed = Kiosk(sys.argv[1]), 0

    def act(test):
        with Screen(1280, 800) as screen:
            test(kiosk, screen)
    try:
        kiosk.enroll("anna")
        kiosk.enroll("ben", PIN)
        run = lambda: check.run(act, lambda: os.system(f"tail -n 20 {kiosk.folder}/log"))
        failed = run()
        if again(kiosk):
            failed += run()
    finally:
        kiosk.close()
    return 1 if failed else 0
