/// How much one server lets its clients use; each bound says why it is where it is.
public struct Limits: Sendable {
    /// The longest message in either direction, without its closing zero byte.
    ///
    /// 1 MiB: a picture of half a mebibyte in base64 fits, and a stranger cannot make the server buffer more.
    public var messageBytes = 1 << 20
    /// Connections in all.
    ///
    /// 256: several per front end, client and observer of one machine, and far below the usual limit of 1024 descriptors.
    public var connections = 256
    /// Connections of one user.
    ///
    /// 64: one user cannot use up ``connections`` for the others.
    public var connectionsPerUser = 64
    /// What may wait for a subscriber that does not read, in bytes.
    ///
    /// 512 KiB: some seconds of ten fingers; a message larger than that still passes when nothing else waits.
    public var queueBytes = 512 << 10
    /// With more than this waiting to be sent, a connection's next call is not begun.
    ///
    /// 64 KiB: enough to keep the kernel's socket buffer busy. Plain calls so never fill the queue, however many are
    /// sent ahead.
    public var resumeBytes = 64 << 10
    /// How much is read from one connection at a time, and so how many calls sent ahead are held outside the kernel.
    public var readBytes = 64 << 10
    /// Calls of one connection that are begun before everybody else gets a turn.
    ///
    /// 16: about a millisecond.
    public var callsPerTurn = 16
    /// Connections accepted before everybody else gets a turn.
    public var acceptsPerTurn = 16
    /// Connections that the kernel holds until they are accepted.
    public var backlog: Int32 = 128

    /// The limits of a kiosk.
    public static let standard = Limits()

    /// Starts from the standard.
    public init() {}
}
