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
    /// Of ``connections``, those that only privileged peers get.
    ///
    /// 16: whoever has to find out who holds the others, and ends that.
    public var reservedConnections = 16
    /// What was received of one user's calls that cannot be begun yet, in bytes.
    ///
    /// 4 MiB: a few of the longest messages at once, and far less than ``connectionsPerUser`` of them.
    public var heldBytesPerUser = 4 << 20
    /// The same of all users but privileged ones; a connection that holds no more than ``readBytes`` is let in peace.
    ///
    /// 16 MiB: as much again as connections that are let in peace can hold.
    public var heldBytes = 16 << 20
    /// How long the rest of a message may take that has begun, in microseconds, while the server reads it.
    ///
    /// 10 s: a program sends what it has begun at once.
    public var halfMessageMicroseconds: Int64 = 10_000_000
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
