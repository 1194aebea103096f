internal import CSodium
package import StrictJSON
internal import System

/// What identifies a support bundle: in the answer to the command, and in each of its parts.
package struct BundleFacts: Equatable, Sendable {
    /// The id of the token that ordered it.
    package let id: String
    /// Its length in bytes.
    package let byteCount: Int
    /// Its SHA-256, 64 hexadecimal digits.
    package let digest: String

    /// Maximum length, in bytes: it has to reach the servers in less than a minute.
    package static let maxBytes = 4 << 20

    /// Those of a bundle.
    package init(id: String, _ bytes: [UInt8]) {
        var digest = [UInt8](repeating: 0, count: Int(crypto_hash_sha256_BYTES))
        _ = unsafe crypto_hash_sha256(&digest, bytes, UInt64(bytes.count))
        (self.id, byteCount, self.digest) = (id, bytes.count, Hexadecimal.text(of: digest))
    }

    /// Reads the output of ``json``; nil if it is anything else, or too long.
    package init?(_ json: JSONObject) {
        guard let id = json.text("id"), CommandToken.isID(id),
            let count = json.whole("bytes"), (1...Int64(Self.maxBytes)).contains(count),
            let digest = json.text("sha256")
        else { return nil }
        (self.id, byteCount, self.digest) = (id, Int(count), digest)
    }

    /// As answers and parts have it.
    package var json: JSONObject {
        ["id": .string(id), "bytes": .integer(Int64(byteCount)), "sha256": .string(digest)]
    }
}
