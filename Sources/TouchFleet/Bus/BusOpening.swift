internal import CNats
internal import CShims
internal import Synchronization
internal import System
internal import TouchConfiguration
internal import TouchCore

/// A connection on its way, in a thread of its own.
///
/// libnats limits how long connecting may take, but not the TLS handshake, in which a server that was stopped, or a network
/// that lost it, keeps the caller forever (issue 906 of nats.c). Its thread is left behind then, at most one for each server.
@safe
final class BusOpening: @unchecked Sendable {
    private enum State {
        case waiting
        case open(UInt)
        case failed(isClosed: Bool, reason: String)
        case abandoned
    }

    private let options: BusOptions
    private let server: String
    private let bell: Bell
    private let state = Mutex(State.waiting)

    /// Maximum time of one: TCP and the server's first line have ``Bus/patience`` of it.
    private static let patience = Interval.seconds(20)
    /// The servers that a thread still waits for.
    private static let waiting = Mutex<Set<String>>([])

    private init(_ options: BusOptions, to server: String) throws(SystemError) {
        (self.options, self.server) = (options, server)
        bell = try Bell()
    }

    /// Connects, or gives up in time; the caller destroys the connection.
    static func open(_ options: BusOptions, to server: String) throws(FleetError) -> OpaquePointer {
        guard waiting.withLock({ $0.insert(server).inserted }) else {
            throw .unreachable(server: server, reason: "an earlier TLS handshake has not ended")
        }
        let opening: BusOpening
        do throws(SystemError) {
            opening = try BusOpening(options, to: server)
            try RunningThread { opening.connect() }.detach()
        } catch {
            _ = waiting.withLock { $0.remove(server) }
            throw .unreachable(server: server, reason: "\(error)")
        }
        _ = cshims_wait(opening.bell.descriptor, 0, patience.pollTimeout)
        return unsafe try opening.result()
    }

    /// In its thread, for as long as it takes.
    private func connect() {
        var made: OpaquePointer?
        let status = unsafe natsConnection_Connect(&made, options.handle)
        let outcome: State
        if status == NATS_OK, let made = unsafe made {
            outcome = .open(UInt(bitPattern: made))
        } else {
            // With TLS 1.3 a server refuses a certificate after the handshake, by closing, and its log says why.
            let isClosed = [NATS_PROTOCOL_ERROR, NATS_IO_ERROR].contains(status)
            outcome = .failed(isClosed: isClosed, reason: Bus.reason(status))
        }
        let isWanted = state.withLock { state in
            guard case .waiting = state else { return false }
            state = outcome
            return true
        }
        if !isWanted, case .open(let bits) = outcome {
            unsafe natsConnection_Destroy(OpaquePointer(bitPattern: bits))
        }
        _ = Self.waiting.withLock { $0.remove(server) }
        bell.ring()
    }

    /// Why a server probably closed the connection.
    private var refusal: String {
        if let end = Expiry.end(of: options.certificate), Expiry.severity(of: end, at: .now) == .ended {
            return Expiry.text(options.certificate, end, at: .now)
        }
        return "the server may have refused the certificate: see its log"
    }

    private func result() throws(FleetError) -> OpaquePointer {
        let outcome = state.withLock { state in
            defer { if case .waiting = state { state = .abandoned } }
            return state
        }
        switch outcome {
        case .open(let bits):
            guard let connection = unsafe OpaquePointer(bitPattern: bits) else {
                preconditionFailure("a connection has an address")
            }
            return unsafe connection
        case .failed(let isClosed, let reason):
            throw .unreachable(server: server, reason: isClosed ? "\(reason); \(refusal)" : reason)
        case .waiting, .abandoned:
            throw .unreachable(
                server: server,
                reason: "the TLS handshake took more than \(Self.patience.wholeSeconds) s (is the server stopped?)")
        }
    }
}

@safe
final class BusOptions {
    let handle: OpaquePointer
    /// The file of this side's certificate.
    let certificate: String

    init(_ settings: Configuration.Fleet, to server: Configuration.FleetServer, inbox: String) throws(FleetError) {
        var made: OpaquePointer?
        let status = unsafe natsOptions_Create(&made)
        guard status == NATS_OK, let made = unsafe made else {
            throw .failed(call: "natsOptions_Create", reason: Bus.reason(status))
        }
        unsafe handle = made
        certificate = settings.certificate
        try set("natsOptions_SetURL", unsafe natsOptions_SetURL(made, "tls://\(server.host):\(server.port)"))
        try set("natsOptions_SetSecure", unsafe natsOptions_SetSecure(made, true))
        try check(settings.authority, unsafe natsOptions_LoadCATrustedCertificates(made, settings.authority))
        try check(
            settings.certificate, unsafe natsOptions_LoadCertificatesChain(made, settings.certificate, settings.key))
        // Without it, libnats accepts the certificate of any host.
        try set("natsOptions_SetExpectedHostname", unsafe natsOptions_SetExpectedHostname(made, server.host))
        try set("natsOptions_SetTimeout", unsafe natsOptions_SetTimeout(made, Bus.patience.wholeMilliseconds))
        try set("natsOptions_SetAllowReconnect", unsafe natsOptions_SetAllowReconnect(made, false))
        try set("natsOptions_SetIgnoreDiscoveredServers", unsafe natsOptions_SetIgnoreDiscoveredServers(made, true))
        try set("natsOptions_SetPingInterval", unsafe natsOptions_SetPingInterval(made, 30_000))
        try set("natsOptions_SetName", unsafe natsOptions_SetName(made, inbox))
        try set("natsOptions_SetCustomInboxPrefix", unsafe natsOptions_SetCustomInboxPrefix(made, "_INBOX_\(inbox)"))
    }

    deinit { unsafe natsOptions_Destroy(handle) }

    private func set(_ call: String, _ status: natsStatus) throws(FleetError) {
        guard status == NATS_OK else { throw .failed(call: call, reason: Bus.reason(status)) }
    }

    private func check(_ path: String, _ status: natsStatus) throws(FleetError) {
        guard status == NATS_OK else { throw .file(path: path, reason: Bus.reason(status)) }
    }
}
