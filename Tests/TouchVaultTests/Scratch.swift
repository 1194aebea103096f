import Glibc
import Testing

@testable import TouchVault

/// A folder of a test's own, removed with everything in it when the last holder lets go.
final class Scratch: Sendable {
    let path: String

    init() throws {
        var template = Array("/tmp/touchd-vault-XXXXXX".utf8CString)
        let isMade = unsafe mkdtemp(&template) != nil
        try #require(isMade)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for name in names { unsafe unlink(file(name)) }
        unsafe rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    /// The names in the folder.
    var names: [String] {
        guard let folder = unsafe opendir(path) else { return [] }
        defer { unsafe closedir(folder) }
        var names: [String] = []
        while let entry = unsafe readdir(unsafe folder) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name != ".", name != ".." { names.append(name) }
        }
        return names
    }

    /// Everything that lies in the folder, one file after the other.
    var bytes: [UInt8] { names.sorted().flatMap { contents(of: $0) } }

    func contents(of name: String) -> [UInt8] {
        guard let stream = unsafe fopen(file(name), "r") else { return [] }
        defer { unsafe fclose(stream) }
        var bytes: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while case let count = unsafe fread(&part, 1, part.count, stream), count > 0 { bytes += part.prefix(count) }
        return bytes
    }

    func write(_ bytes: [UInt8], to name: String, mode: mode_t = 0o600) {
        guard let stream = unsafe fopen(file(name), "w") else { return }
        unsafe fwrite(bytes, 1, bytes.count, stream)
        unsafe fclose(stream)
        unsafe chmod(file(name), mode)
    }
}

extension Vault {
    /// A vault whose patterns cost next to nothing.
    static func quick(
        _ path: String = Vault.inMemory, resultLimit: Int = 100, schedule: Schedule = .present
    ) throws(VaultError) -> Vault {
        let vault = try Vault(
            path: path, pepper: pepper(), parameters: .forTests, resultLimit: resultLimit, schedule: schedule)
        while try vault.checkOn() {}
        return vault
    }

    /// A pepper of the tests' own, the same for the same number.
    static func pepper(_ number: UInt8 = 7) throws(VaultError) -> SecretBytes {
        var bytes = [UInt8](repeating: number, count: 32)
        return try SecretBytes(wiping: &bytes)
    }

    func enroll(_ name: String, _ dots: [Int], at moment: Moment = .test) throws {
        try store(try beginEnrollment(try UserName(name)).run(try pattern(dots)), at: moment)
    }

    func verify(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> VerificationVerdict {
        let pattern = try pattern(dots)
        return try finish(try begin(name, dots, at: moment).run(pattern))
    }

    /// Counts an attempt; a refusal is thrown.
    func begin(_ name: String, _ dots: [Int], at moment: Moment = .test) throws -> Verification {
        switch try beginVerification(try UserName(name), try pattern(dots), at: moment) {
        case .granted(let verification): return verification
        case .refused(let standing): throw Refused(standing: standing)
        }
    }

    func users() throws -> [EnrolledUser] { try users(at: .test) }

    func failures() throws -> [Int] { try users().map(\.standing.failed) }
}

/// An attempt that was not even counted.
struct Refused: Error, Equatable {
    let standing: Standing
}

extension Moment {
    /// A moment on clocks of the tests' own.
    static let test = Moment(
        boot: BootID(bytes: Array(1...16)), monotonicMicroseconds: 2_000_000, boottimeMicroseconds: 3_000_000,
        wallMicroseconds: 1_700_000_000_000_000)
}

/// A pattern on a grid of 3 × 3.
func pattern(_ dots: [Int], rows: Int = 3, columns: Int = 3, rule: DotRule = .passedOver) throws -> Secret {
    var dots = dots
    return try Secret(rows: rows, columns: columns, rule: rule, wiping: &dots)
}

/// The seven: down the left side and along the bottom.
let seven = [0, 3, 6, 7, 8]
/// Another one.
let zed = [0, 1, 2, 4, 6, 7, 8]
