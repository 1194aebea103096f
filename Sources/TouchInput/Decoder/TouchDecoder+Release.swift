import TouchCore

/// Fingers that never end: their tracking id stays, although the panel says by BTN_TOUCH that nothing touches it.
///
///     heard ──BTN_TOUCH 0, id stays──▶ released ──``patience``──▶ given up ──BTN_TOUCH 1──▶ landing
///                                         └──BTN_TOUCH 1 after ``minPause``: another finger──────┘
///
/// By the kernel's rules such a contact never ends. Drivers that use its helpers change both in one frame.
extension TouchDecoder {
    /// Time a panel has to end its contacts after BTN_TOUCH became 0.
    static let patience = Interval.milliseconds(100)
    /// Minimum time without a finger; panels that send 0 and 1 with every report are faster.
    private static let minPause = Interval.milliseconds(30)

    /// When fingers that were released are given up; nil: there are none.
    var giveUpTime: Instant? { release?.advanced(by: Self.patience) }

    /// Handles a change of BTN_TOUCH on a multitouch panel.
    mutating func touch(_ isTouched: Bool) {
        guard isTouched else {
            guard slots.contains(where: { $0.id >= 0 && $0.hasContact && $0.distance <= 0 }) else { return }
            release = lastEvent
            news.insert(.release)
            return
        }
        let isOther = release.map { lastEvent.since($0) >= Self.minPause } ?? false
        release = nil
        dirty = SlotRange(first: 0, last: nowhere)
        for index in slots.indices where slots[index].id >= 0 {
            if slots[index].hearing == .givenUp {
                slots[index].hearing = .landing
            } else if isOther, slots[index].hearing == .heard, slots[index].ending == .none {
                slots[index].ending = .stuck
            } else {
                continue
            }
            slots[index].isDirty = true
        }
    }

    /// Cancels fingers that were released and still have their ids, in ``frame``.
    mutating func giveUp(at time: Instant) {
        beginFrame()
        close(at: time)
        release = nil
        for index in slots.indices where slots[index].id >= 0 && slots[index].hearing == .heard {
            news.insert(.stuck)
            end(index, .cancelled)
            slots[index].hearing = .givenUp
        }
    }
}
