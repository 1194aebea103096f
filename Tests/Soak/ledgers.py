"""What must add up: gestures and their ends, results and where they are told of."""


class OpenGestures:
    """The gestures of one scene: each has a start, then one end, and nothing of it comes later."""

    ENDS = {
        "pattern": {"completed", "too_short", "too_sparse", "mismatch", "cancelled"},
        "pin": {"completed", "too_short", "mismatch", "cancelled"},
        "captcha": {"completed", "cancelled"},
        "gesture": {"completed", "cancelled"},
        "button": {"pressed", "long_pressed", "cancelled"},
        "slider": {"ended", "cancelled"},
        "step_slider": {"ended", "cancelled"},
        "confined_drag": {"ended", "cancelled"},
        "inertial_drag": {"released", "cancelled"},
        "reorder_list": {"dropped", "rejected", "released", "cancelled"},
    }

    def __init__(self, kinds):
        """`kinds` has the kind of each widget."""
        self.kinds, self.open, self.ended, self.faults = kinds, set(), {name: 0 for name in kinds}, []

    def record(self, widget, name):
        """Records an event."""
        if name == "began":
            if widget in self.open:
                self.faults.append(f"{widget} began twice without an end")
            self.open.add(widget)
        elif name in self.ENDS[self.kinds[widget]]:
            if widget not in self.open:
                self.faults.append(f"{widget} ended ({name}) without a start")
            self.open.discard(widget)
            self.ended[widget] += 1

    def expect(self, widget, count):
        """Notes a fault unless so many gestures of the widget have ended."""
        if self.ended[widget] != count:
            self.faults.append(f"{widget}: {count} gestures, {self.ended[widget]} ends")


class StoredResults:
    """Results as three ways tell of them: the caller's reply, the stream of new ones, the store."""

    def __init__(self):
        self.told, self.watched, self.stored, self.faults = {}, {}, {}, []
        self.last = 0

    def tell(self, result, outcome):
        """A caller was told of a result; nothing if it was not stored."""
        if result is None:
            self.faults.append(f"an answer {outcome} without a result")
        else:
            self.told[result] = outcome

    def watch(self, result):
        """The stream told of a new one."""
        self.once(self.watched, result, "was reported twice")

    def store(self, results):
        """The next results of the store, oldest first."""
        for result in results:
            if result["sequence"] != self.last + 1:
                self.faults.append(f"result {result['sequence']} comes after {self.last}")
            self.last = result["sequence"]
            self.once(self.stored, result, "is stored twice")

    def once(self, known, result, what):
        if result["id"] in known:
            self.faults.append(f"result {result['sequence']} {what}")
        known[result["id"]] = result["outcome"]

    def finish(self):
        """All faults, once nothing more comes."""
        for name in self.watched.keys() ^ self.stored.keys():
            where = "the stream" if name in self.stored else "the store"
            self.faults.append(f"a result is missing in {where}")
        for name, outcome in self.told.items():
            if self.stored.get(name) != outcome:
                self.faults.append(f"an answer {outcome} is stored as {self.stored.get(name, 'nothing')}")
        return self.faults
