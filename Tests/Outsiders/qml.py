"""The Qt Quick front ends, in Python and in C++, with the real daemon, on a virtual screen: qml.py FOLDER-OF-PROGRAMS

Checks the pixels that they draw. QML_PICTURES=FOLDER keeps screenshots."""
import os, re, shutil, subprocess, sys, time

from framebuffer import ScreenChecks
from kiosk import PATIENCE, ROOT, Kiosk, until

INK, QUIET, ACCENT, RIGHT, WRONG = (232, 237, 247), (135, 150, 176), (112, 143, 255), (56, 212, 156), (255, 107, 107)
GROUND, FACE = (13, 20, 41), (33, 43, 74)
DIM = tuple(ground + (quiet - ground) * 0.35 for ground, quiet in zip(GROUND, QUIET))
PATTERN, PIN = "1-4-8-5-9", "73519"
#: The lock's frame; its parts are in the largest square inside it.
LEFT, TOP, WIDTH, HEIGHT = 0.04 * 1280, 0.12 * 800, 0.44 * 1280, 0.7 * 800
SIDE = min(WIDTH, HEIGHT)
GRID = f"{LEFT + (WIDTH - SIDE) / 2},{TOP + (HEIGHT - SIDE) / 2},{SIDE},{SIDE}"
check = ScreenChecks()


class Front:
    """The front end on its own screen, and the positions where it draws."""
    command = [os.environ.get("QML_PYTHON", "/usr/bin/python3"), f"{ROOT}/examples/kiosk-qml.py"]

    def __init__(self, kiosk, screen, user):
        self.kiosk, self.screen = kiosk, screen
        # Qt must draw without a graphics card.
        environment = {**os.environ, "DISPLAY": screen.display, "QT_QPA_PLATFORM": "xcb", "QT_QUICK_BACKEND": "software", "LC_ALL": "",
                       "LANG": "en_US.UTF-8", "TOUCHD_SOCKET": kiosk.socket}
        self.program = subprocess.Popen([*self.command, user], env=environment, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE,
                                        stderr=kiosk.log, text=True)
        heard = self.program.stdout.readline()
        assert heard == "waiting for a finger\n", heard + self.program.stdout.read()

    def dot(self, number):
        column, row = (number - 1) % 3, (number - 1) // 3
        return LEFT + (WIDTH - SIDE) / 2 + SIDE * (2 * column + 1) / 6, TOP + (HEIGHT - SIDE) / 2 + SIDE * (2 * row + 1) / 6

    def key(self, label, frame=(LEFT, TOP, WIDTH, HEIGHT)):
        (left, top, width, height), index = frame, "123456789b0e".index(label)
        return left + width * (2 * (index % 3) + 1) / 6, top + height * (2 * (index // 3) + 1) / 8

    def has(self, place, color):
        return all(abs(one - other) <= 8 for one, other in zip(self.screen.color(*place), color))

    def shows(self, place, color):
        until(lambda: self.has(place, color), lambda: f"{color} at {place}, not {self.screen.color(*place)}")

    def left(self, status):
        """The exit status. Checks that the output reveals nothing about a drawing."""
        printed = self.program.communicate(timeout=PATIENCE)[0]
        assert self.program.returncode == status and not printed, (self.program.returncode, printed)

    def keep(self, name):
        if folder := os.environ.get("QML_PICTURES"):
            time.sleep(0.3)
            self.screen.picture(f"{folder}/{name}.png", 640)

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.program.kill()
        self.program.wait(PATIENCE)


@check("half a pattern: its dots, its line and the line's free end; a short one is rejected, a wrong one too, the right one unlocks")
def pattern(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), QUIET)
        kiosk.finger("down", 0, "{},{}".format(*front.dot(4)))
        for number in (5, 6, 8):
            kiosk.finger("move", 0, "{},{}".format(*front.dot(number)))
        x, y = front.dot(8)
        kiosk.finger("move", 0, f"{x - 70},{y + 40}")
        front.shows((x - 35, y + 20), ACCENT)
        (x, y), (to_x, _) = front.dot(4), front.dot(5)
        front.shows(((x + to_x) / 2, y), ACCENT)
        front.shows(front.dot(1), QUIET)
        front.keep("qml")
        kiosk.finger("up", 0)
        # Shown until the daemon accepts the next one.
        front.shows(front.dot(4), QUIET)
        for wrong in ("1-2", "1-2-3-6"):
            kiosk.finger("pattern", wrong, "in", GRID)
            front.shows(front.dot(1), WRONG)
            front.shows(front.dot(1), QUIET)
        kiosk.finger("pattern", PATTERN, "in", GRID)
        front.shows(front.dot(1), RIGHT)
        front.left(0)


@check("the keypad of a user with a PIN, and it unlocks")
def keypad(kiosk, screen):
    with Front(kiosk, screen, "ben") as front:
        x, y = front.key("5")
        front.shows((x - 60, y - 40), FACE)
        front.shows((x, y - HEIGHT / 8), GROUND)      # between two keys
        front.keep("qml-pin")
        for label in [*PIN, "e"]:
            kiosk.finger("tap", "{},{}".format(*front.key(label)))
        front.left(0)


@check("a slider's thumb goes where the finger takes it")
def slider(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        x, y = 0.53 * 1280, 0.83 * 800
        front.shows((x + 100, y), ACCENT)
        front.shows((x + 500, y), FACE)
        kiosk.finger("line", f"{x + 0.4 * 550},{y}", f"{x + 520},{y}")
        front.shows((x + 480, y), ACCENT)


@check("a captcha that is missed returns its piece and gets another picture")
def captcha(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        left, top, right, bottom = int(0.53 * 1280) + 8, int(0.12 * 800) + 24, int(0.96 * 1280) - 8, int(0.6 * 800)

        def picture():
            data, stride = screen.rows()
            return [data[row * stride + 4 * left:row * stride + 4 * right] for row in range(top, bottom)]
        until(lambda: len({bytes(row) for row in picture()}) > 50, "a picture")
        before, known = picture(), len(results(kiosk))
        # The piece is somewhere at the left edge, and its gap not in the upper right corner.
        for y in range(top, bottom, 30):
            kiosk.finger("line", f"{left + 30},{y}", f"{right - 30},{top}")
            if len(results(kiosk)) > known:
                break
        until(lambda: results(kiosk)[known:] == ["failed"], "the puzzle is judged")
        # Once its result was shown.
        until(lambda: sum(one != other for one, other in zip(picture(), before)) > 200, "another picture")
        front.keep("qml-captcha")


def results(kiosk):
    return [result["outcome"] for result in kiosk.call("io.touchd.result.List")["results"] if result["kind"] == "captcha"]


@check("covered by another scene, it is dim; once that scene ends, it looks as before and unlocks")
def covered(kiosk, screen):
    with Front(kiosk, screen, "anna") as front:
        front.shows(front.dot(1), QUIET)
        with kiosk.cover():
            front.shows(front.dot(1), DIM)
        front.shows(front.dot(1), QUIET)
        kiosk.finger("pattern", PATTERN, "in", GRID)
        front.left(0)


def built(folder):
    """The front end in C++, made by the lines at its beginning, which whoever copies it types as well."""
    for name in ("kiosk-qml.cpp", "kiosk.qml"):
        shutil.copy(f"{ROOT}/examples/{name}", folder)
    with open(f"{folder}/kiosk-qml.cpp") as file:
        lines = re.findall(r"^//     (.*(?:moc|g\+\+) .*)", file.read(), re.M)
    assert len(lines) == 2, lines
    subprocess.run(" && ".join(lines), shell=True, cwd=folder, check=True)
    return [f"{folder}/kiosk-qml"]


def main():
    kiosk, frame = Kiosk(sys.argv[1]), (320, 40, 640, 640)
    try:
        words = ",".join(map(str, frame))
        kiosk.enroll("anna", words, lambda: kiosk.finger("pattern", PATTERN, "in", words))
        kiosk.enroll("ben", words, lambda: [kiosk.finger("tap", "{},{}".format(*Front.key(None, label, frame))) for label in [*PIN, "e"]], "pin")
        failed = check.run(kiosk)
        Front.command = built(kiosk.folder)
        return 1 if failed + check.run(kiosk) else 0
    finally:
        kiosk.close()


sys.exit(main())
