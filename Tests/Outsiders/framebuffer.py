"""An Xvfb screen whose pixels are read from its memory, and the front end of a toolkit on it."""
import mmap, os, shutil, socket, struct, subprocess, sys, tempfile, time

from kiosk import PATIENCE, Kiosk, until

#: What front ends draw with.
INK, QUIET, ACCENT, RIGHT, WRONG = (232, 237, 247), (135, 150, 176), (112, 143, 255), (56, 212, 156), (255, 107, 107)
GROUND, FACE = (13, 20, 41), (33, 43, 74)
DIM = tuple(ground + (quiet - ground) * 0.35 for ground, quiet in zip(GROUND, QUIET))
PIN = "73519"
#: Where touchctl shows its widget.
FRAME = (320, 40, 640, 640)


class Screen:
    def __init__(self, width, height):
        self.folder = tempfile.mkdtemp(prefix="touchd-screen.")
        number, written = os.pipe()
        self.server = subprocess.Popen(
            ["Xvfb", "-displayfd", str(written), "-screen", "0", f"{width}x{height}x24", "-fbdir", self.folder, "-nolisten", "tcp",
             "-noreset"],
            pass_fds=(written,), stdin=subprocess.DEVNULL, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL)
        os.close(written)
        with open(number) as said:
            self.display = f":{said.readline().strip()}"
        assert self.display != ":", "Xvfb did not start"
        self.size = width, height

    def __enter__(self):
        return self

    def __exit__(self, *_):
        self.server.terminate()
        self.server.wait()
        shutil.rmtree(self.folder, ignore_errors=True)

    def rows(self):
        """The pixels (four bytes each: blue, green, red, unused) and the bytes per row. The file has the format of xwd(1)."""
        with socket.socket(socket.AF_UNIX) as server:
            # Between two requests, so that no picture is read while half of it is drawn.
            server.connect(f"/tmp/.X11-unix/X{self.display[1:]}")
            server.sendall(struct.pack("<BxHHHHxx", ord("l"), 11, 0, 0, 0))
            assert server.recv(1) == b"\1", "the X server refuses clients"
        with open(f"{self.folder}/Xvfb_screen0", "rb") as file, mmap.mmap(file.fileno(), 0, access=mmap.ACCESS_READ) as memory:
            header = struct.unpack(">25I", memory[:100])
            start, stride = header[0] + header[19] * 12, header[12]
            return memory[start:start + stride * self.size[1]], stride

    def color(self, x, y):
        """Red, green and blue of a pixel, 0…255."""
        data, stride = self.rows()
        blue, green, red, _ = data[int(y) * stride + 4 * int(x):][:4]
        return red, green, blue

    def picture(self, path, width=None):
        """Writes a screenshot as PNG, `width` pixels wide."""
        from PIL import Image
        data, stride = self.rows()
        image = Image.frombytes("RGB", self.size, data, "raw", "BGRX", stride)
        if width:
            image = image.resize((width, width * self.size[1] // self.size[0]), Image.LANCZOS)
        image.save(path, optimize=True)


def dot(number, frame=FRAME):
    """The center of a dot, numbered from 1."""
    left, top, width, height = frame
    return left + width * (2 * ((number - 1) % 3) + 1) / 6, top + height * (2 * ((number - 1) // 3) + 1) / 6


def key(label, frame=FRAME):
    """The center of a key."""
    (left, top, width, height), index = frame, "123456789b0e".index(label)
    return left + width * (2 * (index % 3) + 1) / 6, top + height * (2 * (index // 3) + 1) / 8


class Front:
    """A front end on its own screen."""
    #: How much a color may differ, and the variable that names a folder for screenshots.
    tolerance, pictures = 6, "GTK_PICTURES"

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

    def left(self, status):
        """The exit status. Checks that the output reveals nothing about a drawing."""
        printed = self.program.communicate(timeout=PATIENCE)[0]
        assert self.program.returncode == status and not printed, (self.program.returncode, printed)

    def keep(self, name):
        if folder := os.environ.get(self.pictures):
            time.sleep(0.3)
            self.screen.picture(f"{folder}/{name}.png", 640)

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
        frame = ",".join(map(str, FRAME))
        kiosk.enroll("anna")
        kiosk.enroll("ben", frame, lambda: [kiosk.finger("tap", "{},{}".format(*key(label))) for label in [*PIN, "e"]], "pin")
        run = lambda: check.run(act, lambda: os.system(f"tail -n 20 {kiosk.folder}/log"))
        failed = run()
        if again(kiosk):
            failed += run()
    finally:
        kiosk.close()
    return 1 if failed else 0
