internal import System
internal import Glibc

/// The tokens used at this kiosk, on the disk before it acts on them.
///
/// One file: `floor SECONDS`, the latest time at which a token was used, then a line `SECONDS ID` for each token that had not
/// expired by then. What expired until that time stays expired, used or not, if the clock is set back. A token that was
/// refused because it had expired counts as used, too.
struct UsedTokens {
    private let folder: String
    /// Far more tokens than are signed within a day; only the owner of the key could add them.
    private static let maxTokens = 10_000

    init(in folder: String) { self.folder = folder }

    private var path: String { folder + "/used" }

    /// Stores that a token is used; it is on the disk on return.
    func use(_ token: CommandToken, at now: Int64) throws(CommandRefusal) {
        // Held until the descriptor is closed: two processes must not both read before one has written.
        // Not the folder, which others can read, and so could lock.
        let lockPath = folder + "/lock"
        let opened = unsafe open(lockPath, O_RDWR | O_CREAT | O_CLOEXEC | O_NOFOLLOW, 0o600)
        guard opened >= 0 else { throw .storage("\(SystemError.last("open \(lockPath)"))") }
        let lock = Descriptor(owning: opened)
        guard flock(lock.number, LOCK_EX) == 0 else { throw .storage("\(SystemError.last("flock \(lockPath)"))") }
        var record = try read()
        // A wrong clock must not make later commands expire.
        let isExpired = token.expires <= now
        if !isExpired { record.pass(to: now) }
        guard token.expires > record.floor else { throw .expired }
        guard record.expiry[token.id] == nil else { throw isExpired ? .expired : .replayed }
        guard record.expiry.count < Self.maxTokens else { throw .storage("\(path) has \(Self.maxTokens) tokens") }
        record.expiry[token.id] = token.expires
        do throws(SystemError) {
            try WholeFile.replace(path, with: Array(record.text.utf8), mode: 0o600, isDurable: true)
        } catch { throw .storage("\(error)") }
        if isExpired { throw .expired }
    }

    private func read() throws(CommandRefusal) -> Record {
        let bytes: [UInt8]?
        do throws(SystemError) { bytes = try WholeFile(ifPresent: path, .own, maxBytes: 1 << 20)?.bytes } catch {
            throw .storage("\(error)")
        }
        guard let bytes else { return Record() }
        guard let record = Record(String(decoding: bytes, as: UTF8.self)) else {
            throw .storage("\(path) is damaged (remove it when every signed command has expired)")
        }
        return record
    }

    struct Record: Equatable {
        /// Tokens that expire then or earlier are expired, no matter what the clock says.
        var floor: Int64 = 0
        /// When the tokens expire, by their ids.
        var expiry: [String: Int64] = [:]

        init() {}

        /// Reads ``text``; nil if it is anything else.
        init?(_ text: String) {
            let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
            guard lines.count >= 2, lines.last == "", lines[0].hasPrefix("floor "),
                let floor = Int64(lines[0].dropFirst(6))
            else { return nil }
            self.floor = floor
            for line in lines.dropFirst().dropLast() {
                let words = line.split(separator: " ", omittingEmptySubsequences: false)
                guard words.count == 2, let moment = Int64(words[0]), CommandToken.isID(String(words[1])) else {
                    return nil
                }
                expiry[String(words[1])] = moment
            }
        }

        var text: String {
            let lines = expiry.sorted { ($0.value, $0.key) < ($1.value, $1.key) }.map { "\($0.value) \($0.key)\n" }
            return "floor \(floor)\n" + lines.joined()
        }

        /// A token that is valid now is used, so this time was signed by the owner of the key: no clock that is wrong can
        /// make it later than that.
        mutating func pass(to now: Int64) {
            floor = max(floor, now)
            for (id, moment) in expiry where moment <= floor { expiry[id] = nil }
        }
    }
}
