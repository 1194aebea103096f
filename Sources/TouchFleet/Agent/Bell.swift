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

    /// Can be read once it was rung.
    var descriptor: Int32 { counter.number }
    /// From any thread.
    func ring() { _ = cshims_eventfd_add(counter.number, 1) }
    /// On the loop.
    func hear() { _ = cshims_eventfd_take(counter.number) }
}
