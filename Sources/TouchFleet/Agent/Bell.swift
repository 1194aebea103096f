internal import CShims
internal import System

/// Wakes the loop from any thread.
final class Bell: Sendable {
    private let counter: Descriptor

    init() throws(SystemError) { counter = try Descriptor(cshims_eventfd(0, 1), "eventfd") }

    /// Becomes readable when it is rung.
    var descriptor: Int32 { counter.number }
    /// Rings; from any thread.
    func ring() { _ = cshims_eventfd_add(counter.number, 1) }
    /// Resets it; on the loop.
    func hear() { _ = cshims_eventfd_take(counter.number) }
}
