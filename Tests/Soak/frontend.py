"""A front end: what it shows, what fingers do on it, how it ends."""

from fingers import Hand, way
from ledgers import OpenGestures
from wire import Stuck, placed

USERS = ["anna", "ben", "chen", "dora", "emil", "fay", "gus", "hana"]
PINS = dict(zip(USERS, ("739164", "582047", "914628", "370581", "628395", "147086", "806251", "495713")))
# Wrong secrets in a row before a right one is needed: the fifth begins a wait.
MOST_WRONG = 3
COLUMNS, CELL, SIDE = 4, (320, 266), (300.0, 246.0)
PLAIN = ["button", "slider", "step_slider", "confined_drag", "inertial_drag", "reorder_list"]
ROWS = [{"id": f"row {number}"} for number in range(20)]
SETTINGS = {
    "button": [{}, {"longPressUSec": 100_000}, {"releaseMargin": 40.0}],
    "slider": [{}, {"continuous": False}, {"onCancel": "roll_back"}, {"grab": "center"}],
    "step_slider": [{"nodes": ["a", "b", "c"]}, {"nodes": list("abcdefgh"), "liveSnap": True}],
    "confined_drag": [{}, {"onRelease": "recenter"}, {"startOutside": "clamp", "deadZone": 0.2}],
    "inertial_drag": [{}, {"tickRate": 60, "durationUSec": 100_000}, {"velocity": "seed"}],
    "reorder_list": [{"items": ROWS, "pressUSec": 100_000}, {"items": ROWS, "input": "tap"},
                     {"items": ROWS, "pressUSec": 100_000, "swapRule": "enter"}],
}
MEMBER = {"step_slider": "stepSlider", "confined_drag": "confinedDrag", "inertial_drag": "inertialDrag",
          "reorder_list": "reorderList"}


def drawing(chance):
    """Seven dots of the grid, counted from 0 row by row, each next to the previous one, so that no dot lies between them."""
    while True:
        dots = [chance.randrange(9)]
        while len(dots) < 7:
            row, column = divmod(dots[-1], 3)
            near = [dot for dot in range(9) if dot not in dots and max(abs(dot // 3 - row), abs(dot % 3 - column)) == 1]
            if not near:
                break
            dots.append(chance.choice(near))
        else:
            return "".join(map(str, dots))


class Visit:
    """A front end from its first call to its end."""

    def __init__(self, soak, chance):
        self.soak, self.chance, self.hand = soak, chance, Hand()
        self.widgets, self.layout, self.gone = {}, {}, False
        self.landed = {}

    # -- the scene ---------------------------------------------------------------------------------------------------------

    def put(self, kind, settings, place):
        """Adds a widget in a cell of the view; its kind is its name."""
        row, column = divmod(place, COLUMNS)
        self.widgets[kind] = {
            "id": kind, "kind": kind, "x": column * CELL[0] + 10.0, "y": row * CELL[1] + 10.0, "width": SIDE[0],
            "height": SIDE[1], MEMBER.get(kind, kind): settings}

    def show(self):
        self.ledger = OpenGestures({name: widget["kind"] for name, widget in self.widgets.items()})
        self.landed = {name: 0 for name in self.widgets}
        self.screen = self.soak.call(
            "io.touchd.scene.Present", {"widgets": list(self.widgets.values())}, more=True, heard=self.heard)
        self.soak.wires.until(lambda: self.layout or self.screen.error, "a scene")
        if self.screen.error:
            raise Stuck(f"a scene: {self.screen.error}")

    def heard(self, reply, _):
        if "layout" in reply:
            self.scene = reply["scene"]
            self.layout |= {layout["widget"]: placed(layout, layout["widget"]) for layout in reply["layout"]}
        if event := reply.get("event"):
            self.ledger.record(event["widget"], event["name"])
        self.gone |= reply.get("dismissed", False)

    def middle(self, rect):
        return rect["x"] + rect["width"] / 2, rect["y"] + rect["height"] / 2

    # -- gestures ----------------------------------------------------------------------------------------------------------

    def place(self, kind, part=0.8):
        """A point of a widget where a finger may land."""
        widget = self.widgets[kind]
        x, y = self.middle(widget)
        if kind in ("slider", "step_slider"):
            return x + self.chance.uniform(-0.35, 0.35) * widget["width"], y
        reach = 0.35 if kind == "confined_drag" else part / 2
        return x + self.chance.uniform(-1, 1) * reach * widget["height"], y + self.chance.uniform(-1, 1) * reach * widget["height"]

    def ways(self, count):
        """Paths of `count` gestures on widgets without secrets; records that their ends are expected."""
        ways = []
        for _ in range(count):
            kind = self.chance.choice(PLAIN)
            start = self.place(kind)
            if kind == "reorder_list" and "input" in self.widgets[kind]["reorderList"]:
                # One tap picks up a row, the next one drops it.
                ways += [(kind, way([start], 2)), (kind, way([self.place(kind)], 2))]
            elif self.chance.random() < 0.3:
                ways.append((kind, way([start], self.chance.randrange(4))))
            else:
                ways.append((kind, way([start, *(self.place(kind, 1.4) for _ in range(self.chance.randint(1, 3)))])))
            self.landed[kind] += 1
        return ways

    def wait_for_ends(self):
        """Waits until all gestures have ended except those whose finger is still on the panel."""
        def missing():
            return {kind: (self.landed[kind] - (kind in self.hand.down), self.ledger.ended[kind]) for kind in PLAIN
                    if self.ledger.ended[kind] < self.landed[kind] - (kind in self.hand.down)}
        self.soak.wires.until(lambda: not missing(), lambda: f"gestures and their ends: {missing()}, {self.widgets}")

    def drive(self, kind, ways):
        """Plays paths on a widget one after another, and lifts."""
        self.hand.play(self.chance, [(kind, places) for places in ways])
        self.soak.play(self.hand)

    # -- secrets -----------------------------------------------------------------------------------------------------------

    def enter(self, kind, secret):
        if kind == "pattern":
            dots = self.layout[kind]["dots"]
            self.drive(kind, [way([(dots[int(dot)]["x"], dots[int(dot)]["y"]) for dot in secret])])
            return
        keys = {key["label"]: key for key in self.layout[kind]["keys"]}
        self.drive(kind, [way([self.middle(keys[label])], 1) for label in [*secret, "enter"]])

    def enroll(self):
        """Stores a pattern and a PIN for every user."""
        for user in USERS:
            for kind in ("pattern", "pin"):
                visit = Visit(self.soak, self.chance)
                visit.put(kind, {"purpose": "enroll"}, 5)
                visit.show()
                call = self.soak.call(
                    "io.touchd.unlock.Enroll", {"user": user, "scene": visit.scene, "widget": kind}, more=True)
                call.wait("ready")
                secret = visit.choose(call, user, kind)
                visit.enter(kind, secret)
                answer = call.wait("outcome")
                self.soak.results.tell(answer.get("resultId"), answer["outcome"])
                if answer["outcome"] != "passed":
                    self.soak.faults.append(f"{secret} is not stored: {call.replies}")
                call.close()
                visit.screen.close()

    def choose(self, call, user, kind):
        """Enters a new secret for the first time, and another one if the daemon says that it is too common. Returns it."""
        while True:
            secret = self.soak.patterns[user] if kind == "pattern" else PINS[user]
            call.replies.clear()
            self.enter(kind, secret)
            step = call.wait("step")["step"]
            if step == "first_recorded":
                return secret
            if (kind, step) != ("pattern", "too_common"):
                raise Stuck(f"{kind} {secret}: {step}")
            self.soak.patterns[user] = drawing(self.chance)

    def begin_unlock(self):
        """Enters a secret that is right or wrong."""
        user, kind = self.chance.choice(USERS), self.chance.choice(["pattern", "pin"])
        known = self.soak.patterns[user] if kind == "pattern" else PINS[user]
        right, secret = self.soak.wrong[user] == MOST_WRONG or self.chance.random() < 0.5, known
        while not right and secret == known:
            secret = drawing(self.chance) if kind == "pattern" else str(self.chance.randrange(100_000, 1_000_000))
        call = self.soak.call("io.touchd.unlock.Verify", {
            "user": user, "scene": self.scene, "widget": kind, "maxAttempts": 1}, more=True)
        call.wait("ready")
        self.enter(kind, secret)
        self.landed[kind] += 1
        return call, user, right

    def end_unlock(self, call, user, right):
        answer = call.wait("outcome")
        call.close()
        expected = "passed" if right else "failed"
        if answer["outcome"] != expected:
            self.soak.faults.append(f"the unlock should be {expected}: {call.replies}")
        self.soak.wrong[user] = 0 if right else self.soak.wrong[user] + 1
        self.soak.unlocks[answer["outcome"]] += 1
        self.soak.results.tell(answer.get("resultId"), answer["outcome"])

    # -- captchas ----------------------------------------------------------------------------------------------------------

    def challenge(self, kind):
        """Creates a challenge for the widget of a kind and waits for its verdicts."""
        self.soak.challenges += 1
        made = self.soak.ask("io.touchd.captcha.Create", {
            "profile": "given", "maxAttempts": 10, "study": True,
            **({"kind": "gesture", "given": {"steps": [{"act": "tap", "count": 1}]}} if kind == "gesture" else
               {"pictures": False, "given": {"targetValue": self.chance.random()}})})

        def heard(reply, _):
            if attempt := reply.get("attempt"):
                self.soak.results.tell(attempt.get("resultId"), attempt["outcome"])

        self.asker = self.soak.call("io.touchd.captcha.Await", {"challengeId": made["challengeId"]}, more=True, heard=heard)
        return {"challengeId": made["challengeId"]}

    def solve(self, kind):
        if kind == "gesture":
            self.drive(kind, [way([self.place(kind)], 2)])
            return
        bar = self.layout[kind]["bar"]
        x, y = self.middle(bar)
        knob = bar["x"] + bar["height"] / 2
        self.drive(kind, [way([(knob, y), (x + self.chance.uniform(-0.3, 0.4) * bar["width"], y)])])

    # -- the whole ---------------------------------------------------------------------------------------------------------

    def run(self, gestures, replug, reload, stay):
        places = list(range(12))
        self.chance.shuffle(places)
        puzzle = self.chance.choice(["captcha", "gesture", None, None])
        for kind in PLAIN:
            self.put(kind, self.chance.choice(SETTINGS[kind]), places.pop())
        for kind in ("pattern", "pin"):
            self.put(kind, {}, places.pop())
        if puzzle:
            self.put(puzzle, self.challenge(puzzle), places.pop())
        self.show()
        unlock = self.begin_unlock()
        if puzzle:
            self.solve(puzzle)
        leaves_at_once = self.chance.random() < 0.1
        held = self.chance.sample([kind for kind in PLAIN if "input" not in self.widgets[kind][MEMBER.get(kind, kind)]],
                                  self.chance.randint(0, 3))
        self.hand.play(self.chance, self.ways(gestures // 2), hold=held)
        self.soak.play(self.hand)
        if reload:
            self.soak.reload()
        if replug:
            self.soak.replug()
            self.hand.forget()
        self.wait_for_ends()
        self.hand.lift_all()
        self.hand.play(self.chance, self.ways(gestures - gestures // 2), hold=held if leaves_at_once else ())
        if not leaves_at_once:
            self.hand.lift_all()
        self.soak.play(self.hand)
        self.wait_for_ends()
        self.end_unlock(*unlock)
        self.leave(stay)
        if puzzle:
            self.asker.close()
        if leaves_at_once:
            self.hand.lift_all()
            self.soak.play(self.hand)

    def leave(self, stay):
        """Ends by dismissing the scene or by closing the connection, sometimes with a finger on the panel."""
        dismissed = self.chance.random() < 0.5
        if stay:
            self.soak.kept.append(self.screen)
        elif dismissed:
            self.soak.ask("io.touchd.scene.Dismiss", {"scene": self.scene})
            self.soak.wires.until(lambda: self.gone, "the last reply of a scene")
            if self.ledger.open:
                self.soak.faults.append(f"{self.ledger.open} did not end with their scene")
        if not stay:
            self.screen.close()
        for kind in [*PLAIN, "pattern", "pin"]:
            # A long press ends before its finger lifts.
            cut = kind in self.hand.down and kind in self.ledger.open and (stay or not dismissed)
            self.soak.cut += cut
            self.ledger.expect(kind, self.landed[kind] - cut)
        self.soak.faults += self.ledger.faults
        self.soak.gestures += sum(self.ledger.ended.values())
