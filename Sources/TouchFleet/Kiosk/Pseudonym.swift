internal import CSodium
internal import System
internal import Glibc

/// Replaces a user's name outside the kiosk: a hash keyed with a secret, so that names cannot be guessed.
struct Pseudonym: Sendable {
    private let key: [UInt8]
    private static let keyByteCount = 32

    /// A pseudonym generator with a key of 32 bytes.
    init(key: [UInt8]) {
        precondition(key.count == Self.keyByteCount, "the key of pseudonyms has 32 bytes")
        self.key = key
    }

    /// Reads the key of a file with 64 hexadecimal digits.
    init(file path: String) throws(FleetError) {
        let bytes: [UInt8]?
        do throws(SystemError) { bytes = try Self.read(path) } catch { throw .file(path: path, reason: "\(error)") }
        guard let bytes else { throw .file(path: path, reason: "no such file") }
        guard let key = Self.key(of: bytes) else {
            throw .file(path: path, reason: "expected 64 hexadecimal digits (openssl rand -hex 32)")
        }
        self.init(key: key)
    }

    /// The key of this kiosk alone, generated on first use.
    init(ownIn folder: String) throws(FleetError) {
        let path = "\(folder)/pseudonym.key"
        do throws(SystemError) {
            if let bytes = try Self.read(path) {
                guard let key = Self.key(of: bytes) else { throw SystemError(call: "read \(path)", code: EBADMSG) }
                self.init(key: key)
                return
            }
            var fresh = [UInt8](repeating: 0, count: Self.keyByteCount)
            unsafe randombytes_buf(&fresh, fresh.count)
            let text = Array((Hexadecimal.text(of: fresh) + "\n").utf8)
            try WholeFile.replace(path, with: text, mode: 0o600, isDurable: true)
            self.init(key: fresh)
        } catch { throw .file(path: path, reason: "\(error)") }
    }

    /// The pseudonym of a user, 32 hexadecimal digits.
    func of(_ user: String) -> String {
        var hash = [UInt8](repeating: 0, count: 16)
        let text = Array("touchd pseudonym\0\(user)".utf8)
        let code = unsafe crypto_generichash(&hash, hash.count, text, UInt64(text.count), key, key.count)
        precondition(code == 0, "BLAKE2b hashes every text")
        return Hexadecimal.text(of: hash)
    }

    private static func read(_ path: String) throws(SystemError) -> [UInt8]? {
        try WholeFile(ifPresent: path, .own, maxBytes: 4_096)?.bytes
    }

    private static func key(of bytes: [UInt8]) -> [UInt8]? {
        let text = bytes.last == 0x0a ? bytes.dropLast() : bytes[...]
        return text.count == keyByteCount * 2 ? Hexadecimal.bytes(of: text) : nil
    }
}
