internal import Glibc

/// An open file descriptor with one owner; it is closed when the owner lets go of it.
public struct Descriptor: ~Copyable, Sendable {
    /// The number, valid as long as this value lives.
    public let number: Int32

    /// Takes ownership of an open descriptor.
    public init(owning number: Int32) {
        self.number = number
    }

    /// Gives the descriptor away; the caller closes it.
    public consuming func release() -> Int32 {
        let number = number
        discard self
        return number
    }

    deinit {
        close(number)
    }
}
