"""Fingers on a panel as an evemu recording: any number at the same time, each on its own widget."""

import math

# The panel of touchsim and the view that it covers.
UNITS, VIEW = (4095, 2559), (1280, 800)
# Maximum distance between two reports of a finger, in pixels: a jump would count as another finger.
STRIDE = 60


def way(points, rest=0):
    """Points along straight lines, at most a stride apart, with some reports of rest at the end."""
    places = [points[0]]
    for (x, y), (to_x, to_y) in zip(points, points[1:]):
        steps = max(1, math.ceil(math.hypot(to_x - x, to_y - y) / STRIDE))
        places += [(x + (to_x - x) * step / steps, y + (to_y - y) * step / steps) for step in range(1, steps + 1)]
    return places + [places[-1]] * rest


class Hand:
    """Up to ten fingers; their frames are recorded until they are fetched."""

    tracking = 0

    def __init__(self):
        self.down, self.lines, self.frames, self.touching = {}, [], 0, False

    def play(self, chance, ways, together=6, hold=()):
        """Draws all paths in random order, but only one at a time on each widget. Fingers on the widgets in `hold` do not lift after
        their last path.

        `ways`: (widget, points), in order for each widget."""
        waiting = {}
        for widget, places in ways:
            waiting.setdefault(widget, []).append(places)
        active = {}
        while waiting or active:
            changes, moving = [], [name for name in active if chance.random() < 0.8]
            free = [widget for widget in waiting if widget not in active and widget not in self.down]
            if free and len(active) < together and (not active or chance.random() < 0.5):
                widget = chance.choice(free)
                places = waiting[widget].pop(0)
                if not waiting[widget]:
                    del waiting[widget]
                active[widget] = iter(places[1:])
                changes.append(self.land(widget, places[0]))
            for widget in moving:
                place = next(active[widget], None)
                if place is not None:
                    changes.append(self.move(widget, place))
                    continue
                del active[widget]
                if widget not in hold or widget in waiting:
                    changes.append(self.lift(widget))
            self.frame(changes)

    def lift_all(self):
        self.frame([self.lift(widget) for widget in list(self.down)])

    def forget(self):
        """The panel was unplugged, with all fingers on it."""
        self.down, self.touching = {}, False

    def take_lines(self):
        """The events since the last call."""
        text, self.lines = "".join(self.lines), []
        return text

    def land(self, widget, place):
        slot = min(set(range(10)) - set(self.down.values()))
        self.down[widget] = slot
        Hand.tracking = Hand.tracking % 60_000 + 1
        return [(3, 0x2f, slot), (3, 0x39, Hand.tracking), *self.at(place)]

    def move(self, widget, place):
        return [(3, 0x2f, self.down[widget]), *self.at(place)]

    def lift(self, widget):
        return [(3, 0x2f, self.down.pop(widget)), (3, 0x39, -1)]

    @staticmethod
    def at(place):
        return [(3, code, round(min(max(pixel / size, 0), 1) * units))
                for code, pixel, size, units in zip((0x35, 0x36), place, VIEW, UNITS)]

    def frame(self, changes):
        if not changes:
            return
        self.frames += 1
        stamp = f"E: {self.frames // 125}.{self.frames % 125 * 8000:06d}"
        events = [event for change in changes for event in change]
        if self.touching != bool(self.down):
            self.touching = not self.touching
            events.append((1, 0x14a, int(self.touching)))
        for kind, code, value in [*events, (0, 0, 0)]:
            self.lines.append(f"{stamp} {kind:04x} {code:04x} {value}\n")
