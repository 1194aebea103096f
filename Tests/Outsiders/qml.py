"""The Qt Quick front ends, in Python and in C++, with the real daemon, on a virtual screen: qml.py FOLDER-OF-PROGRAMS

Checks the pixels that they draw."""
import re, shutil, subprocess, sys

from checks import Checks, read
from framebuffer import ACCENT, DIM, FACE, GROUND, PIN, QUIET, RIGHT, WRONG, Front, dot, key, on_screens
from kiosk import PATTERN, ROOT, until

#: The lock's frame; its parts are in the largest square inside it.
LOCK = LEFT, TOP, WIDTH, HEIGHT = 0.04 * 1280, 0.12 * 800, 0.44 * 1280, 0.7 * 800
SIDE = min(WIDTH, HEIGHT)
SQUARE = LEFT + (WIDTH - SIDE) / 2, TOP + (HEIGHT - SIDE) / 2, SIDE, SIDE
GRID = ",".join(map(str, SQUARE))
check = Checks()


class Qml(Front):
    """The front end in Python, or in C++ once that is built."""
    tolerance = 8
    command = ["/usr/bin/python3", f"{ROOT}/examples/kiosk-qml.py"]

    def __init__(self, kiosk, screen, user):
        # Qt must draw without a graphics card.
        super().__init__(kiosk, screen, [*self.command, user], QT_QPA_PLATFORM="xcb", QT_QUICK_BACKEND="software")


@check("half a pattern: its dots, its line and the line's free end; a short one is rejected, a wrong one too, the right one unlocks")
def pattern(kiosk, screen):
    with Qml(kiosk, screen, "anna") as front:
        front.shows(dot(1, SQUARE), QUIET)
        front.finger("down", 0, at=dot(4, SQUARE))
        for number in (5, 6, 8):
            front.finger("move", 0, at=dot(number, SQUARE))
        front.half(SQUARE)
        for wrong in ("1-2", "1-2-3-6"):
            kiosk.finger("pattern", wrong, "in", GRID)
            front.shows(dot(1, SQUARE), WRONG)
            front.shows(dot(1, SQUARE), QUIET)
        kiosk.finger("pattern", PATTERN, "in", GRID)
        front.shows(dot(1, SQUARE), RIGHT)
        front.left(0)


@check("the keypad of a user with a PIN, and it unlocks")
def keypad(kiosk, screen):
    with Qml(kiosk, screen, "ben") as front:
        x, y = key("5", LOCK)
        front.shows((x - 60, y - 40), FACE)
        front.shows((x, y - HEIGHT / 8), GROUND)      # between two keys
        for label in [*PIN, "e"]:
            front.finger("tap", at=key(label, LOCK))
        front.left(0)


@check("a slider's thumb goes where the finger takes it")
def slider(kiosk, screen):
    with Qml(kiosk, screen, "anna") as front:
        x, y = 0.53 * 1280, 0.83 * 800
        front.shows((x + 100, y), ACCENT)
        front.shows((x + 500, y), FACE)
        kiosk.finger("line", f"{x + 0.4 * 550},{y}", f"{x + 520},{y}")
        front.shows((x + 480, y), ACCENT)


@check("a captcha that is missed returns its piece and gets another picture")
def captcha(kiosk, screen):
    with Qml(kiosk, screen, "anna") as front:
        left, top, right, bottom = int(0.53 * 1280) + 8, int(0.12 * 800) + 24, int(0.96 * 1280) - 8, int(0.6 * 800)

        def picture():
            image = screen.image(left, top, right, bottom)
            return [image.crop((0, row, image.width, row + 1)).tobytes() for row in range(image.height)]
        until(lambda: len(set(picture())) > 50, "a picture")
        before, known = picture(), len(results(kiosk))
        # The piece is somewhere at the left edge, and its gap not in the upper right corner.
        for y in range(top, bottom, 30):
            kiosk.finger("line", f"{left + 30},{y}", f"{right - 30},{top}")
            if len(results(kiosk)) > known:
                break
        until(lambda: results(kiosk)[known:] == ["failed"], "the puzzle is judged")
        # Once its result was shown.
        until(lambda: sum(one != other for one, other in zip(picture(), before)) > 200, "another picture")


def results(kiosk):
    return [result["outcome"] for result in kiosk.call("io.touchd.result.List")["results"] if result["kind"] == "captcha"]


@check("covered by another scene, it is dim; once that scene ends, it looks as before and unlocks")
def covered(kiosk, screen):
    with Qml(kiosk, screen, "anna") as front:
        front.shows(dot(1, SQUARE), QUIET)
        with kiosk.cover():
            front.shows(dot(1, SQUARE), DIM)
        front.shows(dot(1, SQUARE), QUIET)
        kiosk.finger("pattern", PATTERN, "in", GRID)
        front.left(0)


def built(kiosk):
    """The front end in C++ is next, made by the lines at its beginning, which whoever copies it types as well."""
    for name in ("kiosk-qml.cpp", "kiosk.qml"):
        shutil.copy(f"{ROOT}/examples/{name}", kiosk.folder)
    lines = re.findall(r"^//     (.*(?:moc|g\+\+) .*)", read(f"{kiosk.folder}/kiosk-qml.cpp"), re.M)
    assert len(lines) == 2, lines
    subprocess.run(" && ".join(lines), shell=True, cwd=kiosk.folder, check=True)
    Qml.command = [f"{kiosk.folder}/kiosk-qml"]
    return True


sys.exit(on_screens(check, built))
