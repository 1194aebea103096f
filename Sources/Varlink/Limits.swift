public import TouchCore

/// Limits for the clients of one server; each with its reason.
public struct Limits: Sendable {
    /// Maximum size of a message in either direction, without its terminating zero byte.
    ///
    /// 1 MiB: a picture of half a mebibyte in base64 fits, and a client cannot make the server buffer more.
    public var messageBytes = 1 << 20
    /// The maximum number of connections.
    ///
    /// 256: several per front end, client and observer of one machine, and far below the usual limit of 1024 descriptors.
    public var connections = 256
    /// Connections of one user.
    ///
    /// 64: one user cannot use up ``connections`` for the others.
    public var connectionsPerUser = 64
    /// How many of ``connections`` are reserved for privileged peers.
    ///
    /// 16: for administrators who have to find out who holds the others, and end that.
    public var reservedConnections = 16
    /// Received bytes of one user's calls that cannot start yet.
    ///
    /// 4 MiB: a few of the longest messages at once, and far less than ``connectionsPerUser`` of them.
    public var heldBytesPerUser = 4 << 20
    /// The same for all unprivileged users; a connection that holds at most ``readBytes`` is exempt.
    ///
    /// 16 MiB: as much again as exempt connections can hold.
    public var heldBytes = 16 << 20
    /// How long an incomplete message may take to arrive.
    ///
    /// 10 s: programs send messages in one piece.
    public var maxHalfMessage = Interval.seconds(10)
    /// Unsent bytes for a subscriber that does not read.
    ///
    /// 512 KiB: some seconds of ten fingers; a larger message passes if nothing else waits.
    public var queueBytes = 512 << 10
    /// With more unsent bytes than this, a connection's next call does not start.
    ///
    /// 64 KiB: enough to keep the kernel's socket buffer busy. Pipelined calls therefore never fill the queue, however many
    /// are sent.
    public var resumeBytes = 64 << 10
    /// Bytes read from one connection at a time, which also limits how many pipelined calls are held outside the kernel.
    public var readBytes = 64 << 10
    /// Longest message that is parsed at once; longer ones are parsed on a thread, while the loop does other work.
    ///
    /// 1 KiB: parsing and checking takes some 350 instructions for each byte.
    public var promptBytes = 1 << 10
    /// Calls of one connection that start before other connections get a turn.
    ///
    /// 16: about a millisecond.
    public var callsPerTurn = 16
    /// Connections accepted before others get a turn.
    public var acceptsPerTurn = 16
    /// Connections that the kernel holds until they are accepted.
    public var backlog: Int32 = 128

    /// The limits of a kiosk.
    public static let standard = Limits()

    /// Makes the standard limits.
    public init() {}
}
