package import TouchDevice

/// A reader whose buffer overflows from time to time: it gets SYN_DROPPED in place of the lost events.
///
/// Losses begin and end anywhere, also within frames, as with drivers/input/evdev.c. The same seed gives the same
/// losses.
package struct Loss: Equatable, Sendable {
    /// One event in this many begins a loss.
    private static let rarity: UInt64 = 200
    /// Maximum number of events in a loss.
    private static let maxLength: UInt64 = 60

    private var random: UInt64
    private var left: UInt64 = 0

    /// The losses determined by `seed`.
    package init(seed: UInt64) { random = seed }

    /// What a reader gets of these events.
    package mutating func pass(_ events: [InputEvent]) -> [InputEvent] {
        var heard: [InputEvent] = []
        for event in events {
            if left > 0 {
                left -= 1
                if left == 0 { heard.append(.dropped) }
            } else if next() % Self.rarity == 0 {
                left = 1 + next() % Self.maxLength
            } else {
                heard.append(event)
            }
        }
        return heard
    }

    /// The end of a loss that extends to the last event.
    package mutating func end() -> [InputEvent] {
        defer { left = 0 }
        return left > 0 ? [.dropped, .report] : []
    }

    /// SplitMix64 (Steele, Lea and Flood, 2014).
    private mutating func next() -> UInt64 {
        random &+= 0x9e37_79b9_7f4a_7c15
        var mixed = random
        mixed = (mixed ^ (mixed >> 30)) &* 0xbf58_476d_1ce4_e5b9
        mixed = (mixed ^ (mixed >> 27)) &* 0x94d0_49bb_1331_11eb
        return mixed ^ (mixed >> 31)
    }
}
