public import System
package import EventLoop
internal import TouchCore

/// A Varlink server on an event loop, independent of its interfaces.
///
/// One thread, nothing blocks: a client that sends garbage, sends too much or reads too little loses its own connection
/// and affects no other. Its limits are in ``Limits``. Open connections keep the server alive until ``stop()``.
public final class Server {
    let loop: EventLoop
    let limits: Limits
    let table: InterfaceTable
    /// What outlives the server refers to it by this: weak references would make each count of its references slower.
    package final class Link {
        /// The server; nil once it is gone.
        package fileprivate(set) unowned var server: Server?
    }
    /// Its own.
    package let link = Link()
    private var listeners: [Listener] = []
    private var connections: [Int: Connection] = [:]
    let observer: any ServerObserver
    let checksReplies: Bool
    private let isPrivileged: (Peer) -> Bool
    /// Ends connections whose incomplete messages take too long; armed only while there is one.
    private var halves: Timer?
    private var isWatchingHalves = false
    /// Connections that have ended, with the reason, until that is reported.
    private var untold: [(Connection, DisconnectReason)] = []
    private var lastNumber = 0
    /// Parses long messages, from the first one on; nil if there is no thread for it.
    private lazy var parser = try? Worker(on: loop, capacity: limits.connections)
    var scratch: [UInt8]
    /// The connection that joined the present batch first; the others follow it.
    private var waiting: Connection?
    /// How many batches have begun and not ended, each in another one.
    private var batches = 0
    var isBatching: Bool { batches > 0 }

    /// How long ``stop()`` waits for slow readers in total.
    private static let maxStop = Interval.milliseconds(250)

    /// Makes a server that does not listen yet; privileged peers may use reserved connections.
    package init(
        loop: EventLoop, identity: ServiceIdentity, interfaces: [any Interface], limits: Limits = .standard,
        observer: any ServerObserver, checksReplies: Bool = false,
        isPrivileged: @escaping (Peer) -> Bool = { _ in false }
    ) {
        (self.loop, self.limits, self.isPrivileged) = (loop, limits, isPrivileged)
        (self.observer, self.checksReplies) = (observer, checksReplies)
        table = InterfaceTable(identity, interfaces)
        scratch = [UInt8](repeating: 0, count: limits.readBytes)
        link.server = self
    }

    deinit { link.server = nil }

    /// Accepts connections on a listening socket, which the server owns from now on; readers are ``Peer/isReader``.
    public func listen(on descriptor: consuming Descriptor, isForReaders: Bool = false) throws(SystemError) {
        listeners.append(try Listener(inherited: descriptor, isForReaders: isForReaders, for: self))
    }

    /// Listens on a new socket at a path of at most 107 bytes, or on an abstract one if the path begins with `@`.
    ///
    /// A stale socket file is replaced, and ``stop()`` removes the new one; connecting needs write permission by its
    /// mode.
    public func listen(path: String, mode: UInt32) throws(ListenError) {
        listeners.append(try Listener(path: path, mode: mode, for: self))
    }

    /// Whether clients find every socket, because nobody removed, replaced or closed its file.
    package var areSocketsInPlace: Bool { listeners.allSatisfy(\.isInPlace) }

    /// Serves a connected socket, which the server owns from now on.
    public func adopt(connected descriptor: consuming Descriptor) throws(SystemError) {
        try adopt(connected: descriptor, of: try Peer(of: descriptor.number))
    }

    /// The same, with a known peer.
    package func adopt(connected descriptor: consuming Descriptor, of peer: Peer) throws(SystemError) {
        let free = limits.connections - connections.count
        if free <= 0 || free <= limits.reservedConnections && !isPrivileged(peer) {
            Connection.hangUp(descriptor.number)
            return observer.refused(peer, .tooManyConnections(limit: connections.count))
        }
        if connections.values.count(where: { $0.peer.uid == peer.uid }) >= limits.connectionsPerUser {
            Connection.hangUp(descriptor.number)
            return observer.refused(peer, .tooManyOfUser(limit: limits.connectionsPerUser))
        }
        lastNumber += 1
        let connection = try Connection(descriptor, peer, number: lastNumber, of: self)
        connections[connection.number] = connection
        observer.connected(connection)
    }

    /// Batches the replies that `body` sends and writes those of each connection at once at the end.
    public func batch<Failure>(_ body: () throws(Failure) -> Void) throws(Failure) {
        beginBatch()
        defer { endBatch() }
        try body()
    }

    /// Batches replies until ``endBatch()``, which ends the batch that began last.
    package func beginBatch() { batches += 1 }

    /// Writes the replies of each connection at once, if no other batch is in progress.
    package func endBatch() {
        batches -= 1
        guard batches == 0 else { return }
        var next = waiting
        waiting = nil
        while let connection = next {
            next = connection.leaveBatch()
            connection.flush()
        }
    }

    /// Stops accepting connections, sends waiting replies to those who read them within a
    /// quarter second, cancels open calls, and removes sockets and their files before it returns.
    public func stop() {
        for listener in listeners { listener.stop() }
        listeners = []
        let deadline = loop.now.advanced(by: Self.maxStop)
        for connection in connectionsInOrder { connection.stop(by: deadline) }
        // The loop may have ended, so this is the last chance.
        tellEnds()
    }

    /// Why a connection must end that holds more bytes of waiting calls than before; nil: it need not.
    func refusal(ofHeld bytes: Int, by peer: Peer) -> DisconnectReason? {
        let ofUser = connections.values.reduce(0) { $0 + ($1.peer.uid == peer.uid ? $1.held : 0) }
        if ofUser > limits.heldBytesPerUser { return .tooMuchHeld(limit: limits.heldBytesPerUser) }
        let all = connections.values.reduce(0) { $0 + $1.held }
        guard bytes > limits.readBytes, all > limits.heldBytes, !isPrivileged(peer) else { return nil }
        return .tooMuchHeld(limit: limits.heldBytes)
    }

    /// A connection has begun to receive a message: checks it again when the message should be complete.
    func watchHalf() throws(SystemError) {
        guard !isWatchingHalves else { return }
        if halves == nil { halves = try loop.timer(priority: .normal) { [unowned self] in endHalves() } }
        isWatchingHalves = true
        halves?.arm(at: loop.now.advanced(by: limits.maxHalfMessage))
    }

    /// All connections, in the order in which they began.
    private var connectionsInOrder: [Connection] { connections.values.sorted { $0.number < $1.number } }

    private func endHalves() {
        isWatchingHalves = false
        let now = loop.now
        var next: Instant?
        for connection in connectionsInOrder {
            guard let since = connection.halfSince else { continue }
            let end = since.advanced(by: limits.maxHalfMessage)
            if end <= now {
                connection.close(.halfMessage(limit: limits.maxHalfMessage))
            } else {
                next = min(next ?? end, end)
            }
        }
        guard let next else { return }
        isWatchingHalves = true
        halves?.arm(at: next)
    }

    /// Removes a connection; its end is reported from the loop.
    func ended(_ connection: Connection, _ reason: DisconnectReason) {
        guard connections.removeValue(forKey: connection.number) != nil else { return }
        if untold.isEmpty { loop.onceLater { [link] in link.server?.tellEnds() } }
        untold.append((connection, reason))
    }

    private func tellEnds() {
        while !untold.isEmpty {
            let (connection, reason) = untold.removeFirst()
            connection.cancelCall()
            observer.disconnected(connection, reason)
            connection.note = nil
        }
    }

    /// Does work for a long message on a thread, with results in order; false, with nothing done, if that is not
    /// possible.
    func onThread<Answer>(
        _ work: @escaping @Sendable () -> sending Answer, finish: @escaping (Answer) -> Void
    ) -> Bool {
        parser?.run(work, finish: finish) ?? false
    }

    /// Whether a long message is being parsed.
    package var isParsing: Bool { connections.values.contains(where: \.isParsing) }

    func joinBatch(_ connection: Connection) {
        if let waiting { waiting.precede(connection) } else { waiting = connection }
    }
}
