internal import Glibc
package import TouchConfiguration

/// The name of a kiosk in subjects.
package enum KioskName {
    /// The configured name, or else the host name up to its first dot; nil if that is invalid.
    package static func of(_ settings: Configuration.Fleet) -> String? {
        if !settings.kiosk.isEmpty { return settings.kiosk }
        var buffer = [CChar](repeating: 0, count: 256)
        guard unsafe gethostname(&buffer, buffer.count - 1) == 0 else { return nil }
        let host = String(decoding: buffer.prefix { $0 != 0 }.map { UInt8(bitPattern: $0) }, as: UTF8.self)
        let name = host.prefix { $0 != "." }
        return of(named: String(name))
    }

    /// The name, if it is valid.
    package static func of(named name: String) -> String? {
        let isName = name.utf8.allSatisfy { byte in
            byte >= 0x30 && byte <= 0x39 || byte | 0x20 >= 0x61 && byte | 0x20 <= 0x7a || byte == 0x2d || byte == 0x5f
        }
        return isName && (1...64).contains(name.utf8.count) && !name.hasPrefix("-") ? name : nil
    }
}
