internal import Arguments
internal import System
internal import Glibc
internal import TouchConfiguration

/// A kiosk's key and certificate on their way: a key is made here, a certificate for it elsewhere, and both are installed.
///
///     --request ──▶ key.request, request ──▶ authority ──certificate──▶ --install ──▶ key, certificate
struct Enrollment {
    let settings: Configuration.Fleet
    let kiosk: String

    /// The key of a request whose certificate has not come yet.
    private var pendingKey: String { settings.key + ".request" }

    /// The request for a certificate; its key is made unless an earlier request still waits.
    func request() throws(CommandError) -> [UInt8] {
        if let key = try Self.read(pendingKey).flatMap({ PrivateKey.first(in: $0) }) { return key.request(for: kiosk) }
        let key = PrivateKey.drawn()
        try Self.write(key.pem, to: pendingKey)
        return key.request(for: kiosk)
    }

    /// What was found in given files and is installed.
    struct Parts {
        let certificate: Certificate
        let others: [Certificate]
        let key: PrivateKey
        /// The authorities to trust; nil: those that are installed.
        let authorities: [Certificate]?
    }

    /// Chooses what to install of text in PEM: certificates, perhaps a key and the authority.
    ///
    /// Without a key, one of `keys` belongs to it; without `trusted`, installed authorities, the given one is trusted.
    static func parts(
        of given: [UInt8], keys: [PrivateKey], trusted: [Certificate], kiosk: String
    ) throws(CommandError) -> Parts {
        let certificates = Certificate.all(in: given)
        let candidates = PrivateKey.first(in: given).map { [$0] } ?? keys
        for key in candidates {
            guard let index = certificates.firstIndex(where: { key.fits($0) }) else { continue }
            let certificate = certificates[index]
            guard certificate.name == kiosk else {
                throw .file("the certificate is for \(certificate.name ?? "no name"), but this kiosk is \(kiosk)")
            }
            var others = certificates
            others.remove(at: index)
            let authorities = trusted.isEmpty ? others.filter(\.isRoot) : trusted
            guard !authorities.isEmpty else { throw .file("the certificate of the authority is missing") }
            if let problem = certificate.problem(trusting: authorities, beside: others) {
                throw .file("the certificate would be refused: \(problem)")
            }
            return Parts(
                certificate: certificate, others: others, key: key, authorities: trusted.isEmpty ? authorities : nil)
        }
        throw .file(
            certificates.isEmpty
                ? "no certificate in PEM" : "no certificate for a key of this kiosk (touchd-fleet --request makes one)")
    }

    /// Installs a certificate, and a key and the authority if they are given; returns what is to be said.
    func install(_ given: [UInt8]) throws(CommandError) -> [String] {
        let keys = [try Self.read(pendingKey), try Self.read(settings.key)].compactMap { text in
            text.flatMap { PrivateKey.first(in: $0) }
        }
        let trusted = try Self.read(settings.authority).map { Certificate.all(in: $0) } ?? []
        let parts = try Self.parts(of: given, keys: keys, trusted: trusted, kiosk: kiosk)
        if let authorities = parts.authorities {
            try Self.write(authorities.flatMap(\.pem), to: settings.authority)
        }
        // Between the two, a connection would fail and be tried again.
        try Self.write(parts.key.pem, to: settings.key)
        let chain = [parts.certificate] + parts.others.filter { !$0.isRoot }
        try Self.write(chain.flatMap(\.pem), to: settings.certificate)
        unsafe unlink(pendingKey)
        return parts.certificate.ends.map { [Expiry.text(settings.certificate, $0, at: .now)] } ?? []
    }

    private static func read(_ path: String) throws(CommandError) -> [UInt8]? {
        guard unsafe access(path, F_OK) == 0 else { return nil }
        return try CommandLineCommand.read(path, maxBytes: Expiry.maxBytes)
    }

    /// Writes a file for those to whom its folder belongs, as the package makes it: root and group touchd-fleet.
    private static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        var folder = stat()
        let place = SystemPath.folder(of: path)
        guard unsafe stat(place, &folder) == 0 else { throw .file("\(SystemError.last("stat \(place)"))") }
        do throws(SystemError) { try WholeFile.replace(path, with: bytes, mode: 0o600, isDurable: true) } catch {
            throw .file("\(error)")
        }
        guard unsafe chown(path, folder.st_uid, folder.st_gid) == 0, unsafe chmod(path, 0o640) == 0 else {
            throw .file("\(SystemError.last("chown \(path)"))")
        }
    }
}
