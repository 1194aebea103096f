internal import Glibc

/// An open file descriptor with one owner, closed when the value is destroyed.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, valid while this value exists.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// Gives up ownership; the caller must close the descriptor.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        close(number)
    }
}
