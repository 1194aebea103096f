internal import CNats
internal import TouchConfiguration
internal import TouchCore

/// The options of libnats.
@safe
final class BusOptions {
    let handle: OpaquePointer
    /// The file of this side's certificate.
    let certificate: String

    /// Reads the certificates.
    init(_ settings: Configuration.Fleet, to server: Configuration.FleetServer, inbox: String) throws(BusError) {
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

    private func set(_ call: String, _ status: natsStatus) throws(BusError) {
        guard status == NATS_OK else { throw .failed(call: call, reason: Bus.reason(status)) }
    }

    private func check(_ path: String, _ status: natsStatus) throws(BusError) {
        guard status == NATS_OK else { throw .file(path: path, reason: Bus.reason(status)) }
    }
}
