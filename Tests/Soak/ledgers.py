"""Accounts that must balance: gestures and their ends, results and their reports."""


class OpenGestures:
    """The gestures of a scene: each has a start and then exactly one end."""

    ENDS = {
        "pattern": {"completed", "too_short", "too_sparse", "mismatch", "start_over", "cancelled"},
        "pin": {"completed", "too_short", "mismatch", "start_over", "cancelled"},
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
        """`kinds`: the kind of each widget."""
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
        """Records a fault unless `count` gestures of the widget have ended."""
        if self.ended[widget] != count:
            self.faults.append(f"{widget}: {count} gestures, {self.ended[widget]} ends")


class StoredResults:
    """Results as reported in three ways: in the caller's reply, on the stream of new ones, in the store."""

    def __init__(self):
        self.told, self.watched, self.stored, self.faults = {}, {}, {}, []
        self.last = 0

    def tell(self, result, outcome):
        """Records a result in a caller's reply; None if it was not stored."""
        if result is None:
            self.faults.append(f"an answer {outcome} without a result")
        else:
            self.told[result] = outcome

    def watch(self, result):
        """Records a result on the stream."""
        self.once(self.watched, result, "was reported twice")

    def store(self, results):
        """Records the next results of the store, oldest first."""
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
        """All faults, after the last result."""
        for name in self.watched.keys() ^ self.stored.keys():
            where = "the stream" if name in self.stored else "the store"
            self.faults.append(f"a result is missing in {where}")
        for name, outcome in self.told.items():
            if self.stored.get(name) != outcome:
                self.faults.append(f"an answer {outcome} is stored as {self.stored.get(name, 'nothing')}")
        return self.faults
