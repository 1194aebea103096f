#!/usr/bin/python3
"""A front end in Python with GTK 4 (Debian: python3-gi, python3-gi-cairo, gir1.2-gtk-4.0) and the package touchd (python/): a user's
secret, full screen.

    kiosk-gtk.py [--arrows] USER [SOCKET]        exit status 0: unlocked, 1: not unlocked, 3: touchd unavailable

It draws what touchd reports and handles no touches itself. --arrows shows the direction of each line, which onlookers can see, too.
"""
import math, os, sys, threading, time
import gi
gi.require_version("Gtk", "4.0")
gi.require_version("PangoCairo", "1.0")
from gi.repository import GLib, Gtk, Pango, PangoCairo
from touchd import Touchd, TouchdError

GROUND, FACE, INK = (0.05, 0.08, 0.16), (0.13, 0.17, 0.29), (0.91, 0.93, 0.97)
QUIET, ACCENT, RIGHT, WRONG = (0.53, 0.59, 0.69), (0.44, 0.56, 1.0), (0.22, 0.83, 0.61), (1.0, 0.42, 0.42)
FRAME = {"x": 0.25, "y": 0.05, "width": 0.5, "height": 0.8}


def read(stream, hear):
    """Calls `hear(reply)` in the main loop for every reply, and `hear(None)` after an error."""
    def wait():
        try:
            for reply in stream:
                GLib.idle_add(hear, reply)
        except (OSError, TouchdError) as error:
            print(error, file=sys.stderr)
            GLib.idle_add(hear, None)
    threading.Thread(target=wait, daemon=True).start()


class Kiosk(Gtk.Application):
    def __init__(self, user, touchd, has_arrows):
        super().__init__(application_id="io.touchd.example")
        self.user, self.touchd, self.has_arrows, self.status = user, touchd, has_arrows, 3
        language = os.environ.get("LC_ALL") or os.environ.get("LC_MESSAGES") or os.environ.get("LANG") or "en"
        self.sentences = touchd.call("io.touchd.scene.Prompts", language=language.split(".")[0].replace("_", "-"))["prompts"]
        known = next(iter(touchd.call("io.touchd.unlock.Users", name=user)["users"]), {})
        self.kind = known.get("secrets", ["pattern"])[0]
        self.layout, self.frame, self.view, self.outcome = None, None, (1, 1), None
        self.prompt, self.is_covered, self.linger = "", False, 0
        self.clear()
        self.stand(known)

    def clear(self):
        self.dots, self.angles, self.tail, self.color, self.is_busy = [], [], None, ACCENT, False
        if self.linger:
            GLib.source_remove(self.linger)
        self.linger = 0

    def stand(self, standing):
        """Sets how long the user has to wait, and whether the user is locked."""
        self.waits_until, self.is_locked = time.monotonic() + standing.get("waitUSec", 0) / 1_000_000, standing.get("locked", False)

    def invite(self):
        """Shows what to do now. Called repeatedly, to count down a wait."""
        left = self.waits_until - time.monotonic()
        if self.is_busy or self.color != ACCENT:
            return True
        if self.is_covered:
            self.say("covered")
        elif self.is_locked:
            self.say("ask_staff")
        elif left <= 0:
            self.say("draw")
        elif left < 120:
            self.say("wait", math.ceil(left))
        else:
            self.say("wait_minutes", math.ceil(left / 60))
        return True

    def say(self, key, number=None):
        """Shows the sentence for a key, preferring the one for the kind of secret."""
        known = self.sentences
        sentence = known.get(f"{self.kind}_{key}") or known.get(key) or known["refused"]
        prompt, self.prompt = self.prompt, sentence.replace("{n}", str(number))
        if prompt != self.prompt:
            # Screen readers get the progress, never which dots or keys.
            self.area.update_property([Gtk.AccessibleProperty.LABEL], [f"{self.user}: {self.prompt}"])
            self.area.queue_draw()

    def do_activate(self):
        window = Gtk.ApplicationWindow(application=self, title="touchd", default_width=1280, default_height=800)
        self.area = Gtk.DrawingArea(accessible_role=Gtk.AccessibleRole.IMG)
        self.area.set_draw_func(self.draw)
        window.set_child(self.area)
        window.fullscreen()
        window.present()
        self.invite()
        GLib.timeout_add(500, self.invite)
        lock = {"id": "lock", "kind": self.kind, "unit": "fractions", **FRAME}
        if self.kind == "pattern":
            lock["pattern"] = {"trail": "live"}
        read(self.touchd.stream("io.touchd.scene.Present", widgets=[lock]), self.scene)

    # Replies of Present.
    def scene(self, reply):
        if reply is None:
            return self.leave(3)
        if "layout" in reply:
            self.frame, self.layout = reply["layout"][0]["frame"], reply["layout"][0][self.kind]
            self.view = reply["viewWidth"], reply["viewHeight"]
        if "scene" in reply and "layout" in reply and self.status == 3:
            self.status = 1
            read(self.touchd.stream("io.touchd.unlock.Verify", user=self.user, scene=reply["scene"], widget="lock"), self.verify)
        if "covered" in reply:      # whether another scene gets the touches
            self.is_covered = reply["covered"]
            self.invite()
        if event := reply.get("event"):
            self.hear(event, event.get(self.kind, {}))
        self.area.queue_draw()

    def hear(self, event, own):
        match event["name"]:
            case "began":
                self.clear()
                self.is_busy = True
                self.say("drawing")
            case "dot" if "dot" in own:      # missing if the administrator has denied trails
                self.dots.append(own["dot"])
                self.angles += [own["angle"]] if "angle" in own else []
            case "moved":
                self.tail = own["x"], own["y"]
            case "completed":
                self.tail = None
                self.say("checking")
            case "judged":
                passed = event["judged"]["passed"]
                self.color = RIGHT if passed else WRONG
                self.say("right" if passed else event["judged"].get("reason", "refused"))
            case "too_short" | "too_sparse" as reason:
                self.tail, self.color = None, WRONG
                self.say(reason, own.get("minDots") or own.get("minDigits"))
            case "placed" if "labels" in own:
                for key, label in zip(self.layout["keys"], own["labels"]):
                    key["label"] = label
            case "placed":
                self.layout |= own
            case "cleared" if self.color == ACCENT:
                # A right entry is cleared just before its result; it stays for a moment, in the color of success.
                self.linger = GLib.timeout_add(500, self.end_linger)
            case "cleared" | "cancelled":
                self.rest()

    def end_linger(self):
        self.linger = 0      # GLib removes a timer that has run
        self.rest()

    def rest(self):
        if self.color == RIGHT:      # stays until the program ends
            return
        self.clear()
        self.invite()
        self.area.queue_draw()

    # Replies of Verify.
    def verify(self, reply):
        if reply is None:
            return self.leave(3)
        if "ready" in reply:
            print("waiting for a finger", flush=True)
        if attempt := reply.get("attempt"):
            self.stand(attempt)
        if "outcome" in reply:
            self.outcome = 0 if reply["outcome"] == "passed" else 1
            GLib.timeout_add(5000, self.leave, self.outcome)      # even if no frame is drawn
        self.area.queue_draw()

    def leave(self, status):
        self.status = status
        self.quit()

    # Drawing.
    def draw(self, _, cairo, width, height):
        cairo.set_source_rgb(*GROUND)
        cairo.paint()
        if not self.layout:
            return
        scale = min(width / self.view[0], height / self.view[1])
        cairo.translate((width - scale * self.view[0]) / 2, (height - scale * self.view[1]) / 2)
        cairo.scale(scale, scale)
        unit = min(self.view) / 800
        cairo.push_group()
        cairo.save()
        cairo.translate(self.frame["x"], self.frame["y"])
        (self.draw_pattern if self.kind == "pattern" else self.draw_pad)(cairo)
        cairo.restore()
        cairo.pop_group_to_source()
        is_useless = self.color == ACCENT and (self.is_locked or self.waits_until > time.monotonic())
        cairo.paint_with_alpha(0.35 if self.is_covered or is_useless else 1)
        self.write(cairo, self.user, QUIET, 22 * unit, self.view[0] / 2, self.view[1] * 0.025)
        self.write(cairo, self.prompt, INK if self.color == ACCENT else self.color, 30 * unit, self.view[0] / 2, self.view[1] * 0.93)
        if self.outcome is not None:
            GLib.timeout_add(600, self.leave, self.outcome)      # time to see the color

    def write(self, cairo, text, color, size, x, y):
        """Writes text centered at a point, no wider than the view; Pango renders every script."""
        line = PangoCairo.create_layout(cairo)
        line.set_text(text, -1)
        line.set_alignment(Pango.Alignment.CENTER)
        font = Pango.FontDescription("sans")
        font.set_absolute_size(size * Pango.SCALE)
        line.set_font_description(font)
        line.set_width(int(self.view[0] * 0.9) * Pango.SCALE)
        cairo.set_source_rgb(*color)
        cairo.move_to(x - self.view[0] * 0.45, y - line.get_pixel_size()[1] / 2)
        PangoCairo.show_layout(cairo, line)
        cairo.new_path()     # otherwise the next path would begin at the text

    def draw_pattern(self, cairo):
        places = [(dot["x"], dot["y"]) for dot in self.layout["dots"]]
        radius = self.layout["hitRadius"]
        for number, (x, y) in enumerate(places):
            is_on = number in self.dots
            for size, opacity in ((radius, 0.22 if is_on else 0), (radius / 4, 1)):
                cairo.set_source_rgba(*(self.color if is_on else QUIET), opacity)
                cairo.arc(x, y, size, 0, math.tau)
                cairo.fill()
            if self.layout.get("numbered"):
                self.write(cairo, str(number + 1), INK, radius / 3, x + radius / 2, y - radius / 2)
        line = [places[dot] for dot in self.dots]
        cairo.set_source_rgb(*self.color)
        cairo.set_line_width(10)
        for place in line + ([self.tail] if self.tail and line else []):
            cairo.line_to(*place)
        cairo.stroke()
        if self.has_arrows:
            cairo.set_source_rgb(*INK)
            for angle, (x, y), (to_x, to_y) in zip(self.angles, line, line[1:]):
                cairo.save()
                cairo.translate((x + to_x) / 2, (y + to_y) / 2)
                cairo.rotate(math.radians(angle))
                for across, down in ((0, -1), (1, 1), (-1, 1)):
                    cairo.line_to(across * radius / 3, down * radius / 3)
                cairo.fill()
                cairo.restore()

    def draw_pad(self, cairo):
        """Draws the keypad, but not how many digits were entered, because touchd does not report it."""
        for key in self.layout["keys"]:
            side = min(key["width"], key["height"])
            gap, radius = side * 0.06, side * 0.14
            left, top, right, bottom = key["x"] + gap, key["y"] + gap, key["x"] + key["width"] - gap, key["y"] + key["height"] - gap
            for x, y, quarter in ((right, top, 3), (right, bottom, 0), (left, bottom, 1), (left, top, 2)):
                inner_x, inner_y = (x - radius if x == right else x + radius), (y - radius if y == bottom else y + radius)
                cairo.arc(inner_x, inner_y, radius, quarter * math.pi / 2, (quarter + 1) * math.pi / 2)
            cairo.close_path()
            cairo.set_source_rgb(*FACE)
            cairo.fill_preserve()
            cairo.set_source_rgb(*(self.color if self.is_busy else QUIET))
            cairo.set_line_width(2)
            cairo.stroke()
            name = {"backspace": "⌫", "enter": "✓"}.get(key["label"], key["label"])
            self.write(cairo, name, INK, side * 0.4, (left + right) / 2, (top + bottom) / 2)


words = [word for word in sys.argv[1:] if word != "--arrows"]
if len(words) not in (1, 2):
    print(__doc__, file=sys.stderr)
    sys.exit(2)
try:
    kiosk = Kiosk(words[0], Touchd(words[1] if len(words) > 1 else None), "--arrows" in sys.argv)
except (OSError, TouchdError) as error:
    print(f"kiosk-gtk.py: {error}", file=sys.stderr)
    sys.exit(3)
kiosk.run()
sys.exit(kiosk.status)
