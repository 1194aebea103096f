/// The kind of challenge that was missed: misses of all topics count together, and a solution clears those of its own
/// topic.
package struct MissTopic: Hashable, Sendable {
    /// Its number, 0…``last``; numbers are stored, so their meaning never changes.
    let number: UInt8

    static let last: UInt8 = 30
    /// For misses without a topic.
    package static let other = MissTopic(0)

    /// Makes a topic.
    package init(_ number: UInt8) {
        precondition(number <= Self.last, "a topic is a number up to 30")
        self.number = number
    }
}
