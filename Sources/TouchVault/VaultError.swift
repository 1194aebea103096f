internal import Glibc
internal import System

/// Why the vault could not be opened or used; never a wrong pattern, which is a verdict.
package enum VaultError: Error, Hashable, Sendable {
    case directoryMissing(path: String)
    case unreadable(path: String, errno: Int32)
    case notAFile(path: String)
    case exposed(path: String, mode: UInt32)
    case notADatabase(path: String)
    case foreign(path: String, application: Int32)
    case newerSchema(path: String, found: Int, known: Int)
    case wrongPepper(path: String)
    case pepperMissing(path: String)
    case locked(path: String)
    /// The file is a vault, but its content contradicts itself.
    case damaged(path: String, detail: String)
    /// The disk cannot be written: it is full (`ENOSPC`, `EDQUOT`) or read-only (`EROFS`).
    case unwritable(path: String, errno: Int32)
    case storage(path: String, call: String, message: String)
    case outOfMemory
    case noRandomness
}

extension VaultError {
    /// Whether the file is not a valid vault and cannot be read.
    var isDamage: Bool {
        switch self {
        case .damaged, .notADatabase: true
        default: false
        }
    }

    /// Whether a newer touchd has changed the vault.
    package var isOfNewerTouchd: Bool { if case .newerSchema = self { true } else { false } }

    /// Whether the disk failed, and may work later.
    package var isOfDisk: Bool {
        switch self {
        case .unwritable, .unreadable, .storage: true
        default: false
        }
    }

    static func failure(_ errno: Int32, at path: String) -> VaultError {
        switch errno {
        case ENOSPC, EDQUOT, EROFS: .unwritable(path: path, errno: errno)
        default: .unreadable(path: path, errno: errno)
        }
    }
}

extension VaultError: CustomStringConvertible {
    /// One line for the log: which file, what is wrong, what to do.
    package var description: String {
        switch self {
        case .directoryMissing(let path):
            "\(path): the folder does not exist"
        case .unreadable(let path, let errno):
            "\(path): \(SystemError.text(of: errno))"
        case .notAFile(let path):
            "\(path): not a regular file"
        case .exposed(let path, let mode):
            "\(path): mode 0\(String(mode, radix: 8)) lets others in; it must be 0600 (chmod 0600 \(path))"
        case .notADatabase(let path):
            "\(path): not an SQLite database"
        case .foreign(let path, let application):
            "\(path): a database of another program (application id \(application))"
        case .newerSchema(let path, let found, let known):
            "\(path): written by a newer touchd (schema \(found), this one knows up to \(known)); install that one, or see touchd --restore"
        case .wrongPepper(let path):
            "\(path): made with another pepper (the credential \(Pepper.credentialName) or the file \(Pepper.fileName))"
        case .pepperMissing(let path):
            "\(path): missing, but a vault made with it exists (put it back, or remove the vault and its guard)"
        case .locked(let path):
            "\(path): in use by another process"
        case .damaged(let path, let detail):
            "\(path): damaged: \(detail)"
        case .unwritable(let path, let errno):
            "\(path): \(SystemError.text(of: errno))"
        case .storage(let path, let call, let message):
            "\(path): \(call): \(message)"
        case .outOfMemory:
            "not enough memory for a secret"
        case .noRandomness:
            "no source of random bytes"
        }
    }
}
