import CShims

/// The tracking ids that the kernel has in a panel's slots, as they were when last asked for.
///
/// The kernel counts them up with every landing, so another number in a slot is another finger. libinput does not pass
/// them on.
struct TrackingIDs {
    /// libinput's own limit; further slots are not looked at.
    static let mostSlots = 256

    private let descriptor: Int32
    private var known: [Int32]
    private var present: [Int32]

    /// - Parameters:
    ///   - descriptor: the open node; not owned.
    ///   - slots: how many the panel has; nil or 0 for panels without.
    init(descriptor: Int32, slots: Int?) {
        self.descriptor = descriptor
        known = Array(repeating: -1, count: min(slots ?? 0, Self.mostSlots))
        present = known
        refresh()
    }

    /// How many fingers the kernel had in its slots.
    var count: Int { known.count { $0 >= 0 } }

    /// Whether a finger is in the same slot under the same number in both.
    func hasFinger(of other: TrackingIDs) -> Bool {
        zip(known, other.known).contains { $0 >= 0 && $0 == $1 }
    }

    /// Asks the kernel (EVIOCGMTSLOTS), which costs one system call and disturbs no reader.
    mutating func refresh() {
        if read() { swap(&known, &present) }
    }

    /// Asks again and tells which slots hold another finger than before; false if that cannot be told.
    mutating func refresh(forEachReplaced body: (Int32) -> Void) -> Bool {
        guard read() else { return false }
        var found = false
        for slot in known.indices where known[slot] >= 0 && present[slot] >= 0 && known[slot] != present[slot] {
            found = true
            body(Int32(slot))
        }
        swap(&known, &present)
        return found
    }

    private mutating func read() -> Bool {
        guard !present.isEmpty else { return false }
        return unsafe cshims_tracking_ids(descriptor, &present, UInt32(present.count)) == 0
    }
}
