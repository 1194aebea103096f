internal import CShims
internal import EventLoop

/// Wakes the loop from any thread.
final class Bell: Sendable {
    private let counter: Descriptor

    init() throws(SystemError) {
        let number = cshims_eventfd(0, 1)
        guard number >= 0 else { throw .last("eventfd") }
        counter = Descriptor(owning: number)
    }

    /// Becomes readable when it is rung.
    var descriptor: Int32 { counter.number }
    /// Rings; from any thread.
    func ring() { _ = cshims_eventfd_add(counter.number, 1) }
    /// Resets it; on the loop.
    func hear() { _ = cshims_eventfd_take(counter.number) }
}
