/// A reader whose buffer overflows now and then: in the place of the events it loses it gets SYN_DROPPED.
///
/// A hole begins and ends anywhere, also within frames, as with drivers/input/evdev.c. The same seed makes the same holes.
public struct Loss: Equatable, Sendable {
    /// One event in so many begins a hole.
    private static let rarity: UInt64 = 200
    /// Events that a hole has at most.
    private static let maxLength: UInt64 = 60

    private var random: UInt64
    private var left: UInt64 = 0

    /// Holes that follow from `seed`.
    public init(seed: UInt64) { random = seed }

    /// What a reader gets of these events.
    mutating func pass(_ events: [KernelEvent]) -> [KernelEvent] {
        var heard: [KernelEvent] = []
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

    /// The end of a hole that reaches to the end of the events.
    mutating func end() -> [KernelEvent] {
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
