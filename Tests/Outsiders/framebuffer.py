"""An Xvfb screen whose pixels are read from its memory: `with Screen(1280, 800) as screen:` sets DISPLAY for child processes."""
import mmap, os, shutil, socket, struct, subprocess, tempfile, traceback

from kiosk import ENOUGH, NamedChecks


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


class ScreenChecks(NamedChecks):
    """Checks of which each gets the kiosk and a screen of its own."""

    def run(self, kiosk):
        """Runs them, and prints one line for each, and the end of the kiosk's log after a failure. Returns how many failed."""
        failed = 0
        for name, test in self.named:
            if failed == ENOUGH:
                print("left out:", name, flush=True)
                continue
            try:
                with Screen(1280, 800) as screen:
                    test(kiosk, screen)
                print("ok", name, flush=True)
            except Exception as error:
                failed += 1
                print("FAILED", name, flush=True)
                print("".join(traceback.format_exception(error)[-4:]))
        if failed:
            os.system(f"tail -n 20 {kiosk.folder}/log")
        print(f"{len(self.named) - failed} passed, {failed} failed")
        return failed
