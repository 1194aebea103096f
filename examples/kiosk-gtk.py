#!/usr/bin/python3
"""A front end in Python with GTK 4 (Debian: python3-gi, python3-gi-cairo, gir1.2-gtk-4.0): a pattern lock, full screen.

    kiosk-gtk.py USER [SOCKET]        exit status 0: unlocked, 1: not, 3: touchd cannot be asked

It draws what touchd reports and listens to no touch of its own.
"""
import json, socket, sys, threading
import gi
gi.require_version("Gtk", "4.0")
from gi.repository import GLib, Gtk

QUIET, ACCENT, RIGHT, WRONG = (0.53, 0.59, 0.69), (0.33, 0.47, 0.95), (0.22, 0.83, 0.61), (1.0, 0.42, 0.42)
WORDS = {"began": "Drawing", "completed": "Checking", "too_short": "Connect more dots"}


def stream(path, method, hear, **parameters):
    """Calls `hear(reply)` in the main loop for every reply, and `hear(None)` when no more come."""
    def read():
        try:
            with socket.socket(socket.AF_UNIX) as line:
                line.connect(path)
                line.sendall(json.dumps({"method": method, "parameters": parameters, "more": True}).encode() + b"\0")
                rest = b""
                while data := line.recv(65536):
                    *messages, rest = (rest + data).split(b"\0")
                    for message in messages:
                        GLib.idle_add(hear, json.loads(message))
        except OSError as error:
            print(error, file=sys.stderr)
        GLib.idle_add(hear, None)
    threading.Thread(target=read, daemon=True).start()


class Kiosk(Gtk.Application):
    def __init__(self, user, path):
        super().__init__(application_id="io.touchd.example")
        self.user, self.path, self.status = user, path, 3
        self.layout, self.view, self.dots, self.tail, self.color, self.prompt = None, (1, 1), [], None, ACCENT, ""
        self.request = "Draw your pattern"

    def do_activate(self):
        window = Gtk.ApplicationWindow(application=self, title="touchd", default_width=1280, default_height=800)
        self.area = Gtk.DrawingArea()
        self.area.set_draw_func(self.draw)
        # What a screen reader says: how it goes, and never which dots.
        self.area.update_property([Gtk.AccessibleProperty.LABEL], ["Pattern lock"])
        window.set_child(self.area)
        window.fullscreen()
        window.present()
        lock = {"id": "lock", "kind": "pattern", "unit": "fractions", "x": 0.25, "y": 0.1, "width": 0.5, "height": 0.75,
                "pattern": {"trail": "live"}}
        stream(self.path, "io.touchd.scene.Present", self.scene, widgets=[lock])

    # What happens on the panel.
    def scene(self, reply):
        if not reply or "error" in reply:
            return self.leave(3, reply)
        parameters = reply["parameters"]
        if "layout" in parameters:
            self.layout = parameters["layout"][0]
            self.view = parameters["viewWidth"], parameters["viewHeight"]
        if "scene" in parameters and not self.prompt:
            self.prompt = self.request
            stream(self.path, "io.touchd.unlock.Verify", self.verify,
                   user=self.user, scene=parameters["scene"], widget="lock")
        event = parameters.get("event", {})
        self.prompt = WORDS.get(event.get("name"), self.prompt)
        match event.get("name"):
            case "began":
                self.dots, self.tail, self.color = [], None, ACCENT
            case "dot":
                self.dots.append(event["pattern"]["dot"])
            case "moved":
                place = event["pattern"]
                self.tail = self.view[0] * 0.25 + place["x"], self.view[1] * 0.1 + place["y"]
            case "completed":
                self.tail = None
            case "too_short":
                self.tail, self.color = None, WRONG
            case "placed":
                for place, dot in zip(self.layout["dots"], event["pattern"]["dots"]):
                    place["x"], place["y"] = self.view[0] * 0.25 + dot["x"], self.view[1] * 0.1 + dot["y"]
                self.layout["hitRadius"] = event["pattern"]["hitRadius"]
            case "cleared" | "cancelled" if self.color != RIGHT:
                self.dots, self.tail, self.prompt = [], None, self.request
        self.area.queue_draw()

    # What it means.
    def verify(self, reply):
        if not reply or "error" in reply:
            return self.leave(3, reply)
        parameters = reply["parameters"]
        if "ready" in parameters:
            print("waiting for a finger", flush=True)
        if attempt := parameters.get("attempt"):
            passed = attempt["outcome"] == "passed"
            self.color, self.prompt = (RIGHT, "Come in") if passed else (WRONG, "Wrong pattern")
            wait = attempt.get("waitUSec", 0) // 1_000_000
            self.request = f"Too many wrong patterns: wait {wait} s" if wait else "Draw your pattern"
        if "outcome" in parameters:
            # A moment for the color.
            GLib.timeout_add(400, self.leave, 0 if parameters["outcome"] == "passed" else 1)
        self.area.queue_draw()

    def leave(self, status, reply=None):
        if self.status == 3:
            self.status = status
        if reply:
            print(reply["error"], reply.get("parameters", {}), file=sys.stderr)
        self.quit()

    # What it looks like.
    def draw(self, _, cairo, width, height):
        cairo.set_source_rgb(0.05, 0.08, 0.16)
        cairo.paint()
        if not self.layout:
            return
        scale = min(width / self.view[0], height / self.view[1])
        cairo.translate((width - scale * self.view[0]) / 2, (height - scale * self.view[1]) / 2)
        cairo.scale(scale, scale)
        places = [(dot["x"], dot["y"]) for dot in self.layout["dots"]]
        radius = self.layout["hitRadius"]
        for number, (x, y) in enumerate(places):
            isOn = number in self.dots
            for size, opacity in ((radius, 0.22 if isOn else 0), (radius / 4, 1)):
                cairo.set_source_rgba(*(self.color if isOn else QUIET), opacity)
                cairo.arc(x, y, size, 0, 6.2832)
                cairo.fill()
            if self.layout.get("numbered"):
                cairo.set_font_size(20)
                cairo.move_to(x + radius / 2, y - radius / 2)
                cairo.show_text(str(number + 1))
        cairo.set_source_rgb(*self.color)
        cairo.set_line_width(10)
        for place in [places[dot] for dot in self.dots] + ([self.tail] if self.tail and self.dots else []):
            cairo.line_to(*place)
        cairo.stroke()
        cairo.set_source_rgb(0.91, 0.93, 0.97)
        cairo.set_font_size(28)
        cairo.move_to((self.view[0] - cairo.text_extents(self.prompt).width) / 2, self.view[1] * 0.93)
        cairo.show_text(self.prompt)
        if self.dots:
            print(f"drawn {len(self.dots)} dots", flush=True)


kiosk = Kiosk(sys.argv[1], sys.argv[2] if len(sys.argv) > 2 else "/run/touchd/touchd.sock")
kiosk.run()
sys.exit(kiosk.status)
