import EventLoop
import Glibc
import SeededNumbers
import Simulation
import Testing
import TestSupport
import TouchConfiguration
import TouchCore
import TouchModels

@testable import TouchScreen
@testable import TouchService
@testable import TouchSessions
@testable import TouchVault

/// Blocks of cheap flash go bad: wherever the files of a vault are damaged or cut, the daemon starts, and a wrong
/// secret never passes.
struct DamagedStoreTests {
    private static let page = 4_096

    /// After a power cut the machine has another boot.
    private static func moment(_ boot: UInt8) -> Moment {
        Moment(
            boot: BootID(bytes: [UInt8](repeating: boot, count: BootID.byteCount)), monotonic: .zero, boottime: .zero,
            wall: WallTime(microseconds: 1_700_000_000_000_000))
    }

    private static func secret(_ dots: [Int]) throws -> Secret {
        var dots = dots
        return try Secret(PatternLock.secret, in: PatternLock.secret.form(), wiping: &dots)
    }

    private static let (right, wrong) = ([0, 3, 6, 7, 8], [0, 1, 2, 4, 6, 7, 8])

    private static func open(_ folder: TemporaryFolder, boot: UInt8 = 2) throws -> Store {
        var configuration = Configuration()
        configuration.daemon.stateDirectory = folder.path
        let surroundings = Surroundings(
            loop: try EventLoop(), boot: moment(boot).boot, seat: ScriptedSeat { .zero },
            stretch: StretchParameters(uncheckedPasses: 1, memoryBytes: 8 << 10))
        return try Store.open(configuration, in: surroundings)
    }

    private static func unlock(
        _ user: String, _ dots: [Int], _ vault: Vault, boot: UInt8 = 2
    ) throws -> VerificationVerdict? {
        let secret = try secret(dots)
        let admission = try vault.beginVerification(UserName(user), secret, at: moment(boot))
        guard case .granted(let granted) = admission else { return nil }
        return try vault.finish(granted.run(secret), at: moment(boot)).verdict
    }

    /// What an unlock leaves in the store.
    private static func record(_ user: String, _ store: Store, boot: UInt8 = 2) throws {
        let moment = moment(boot)
        let stored = try store.vault.insert(
            InteractionResult(
                kind: .unlock, outcome: .passed, reason: "none", user: UserName(user), owner: 1_000,
                provenance: "physical", device: "Larch 1541", input: "drag", attempt: 1, moment: ResultMoment(moment),
                scene: "door"))
        _ = try store.tokens.issue(for: stored, at: moment)
        _ = try store.misses?.miss(on: "usb-1", at: moment)
    }

    /// The files of a store that has been used for a while.
    private struct Original {
        /// After a clean stop.
        let closed: [String: [UInt8]]
        /// While it was open: the last changes are in the log.
        let running: [String: [UInt8]]

        init() throws {
            let folder = try TemporaryFolder(isInMemory: true)
            func files() -> [String: [UInt8]] {
                Dictionary(
                    uniqueKeysWithValues: folder.names.map { name in
                        (name, (try? TemporaryFolder.bytes(of: folder.path(of: name))) ?? [])
                    })
            }
            do { try Self.use(folder) }
            closed = files()
            let store = try open(folder, boot: 1)
            for _ in 0..<4 { try record("anna", store, boot: 1) }
            running = files()
        }

        private static func use(_ folder: TemporaryFolder) throws {
            let store = try open(folder, boot: 1)
            for name in ["anna", "bert", "carl", "dora"] {
                let user = try UserName(name)
                try store.vault.store(
                    store.vault.beginEnrollment(user, of: "pattern").run(secret(right)), at: moment(1))
                _ = try store.vault.makeRecoveryKey(for: user)
            }
            for _ in 0..<8 { for user in ["anna", "bert"] { try record(user, store, boot: 1) } }
            try store.tokens.finish(store.tokens.prepareRotation(at: moment(1)))
            for _ in 0..<8 { try record("carl", store, boot: 1) }
            // Leaves free pages.
            _ = try store.vault.remove(UserName("dora"))
            _ = try unlock("anna", wrong, store.vault, boot: 1)
        }
    }

    private static let original = Result { try Original() }

    /// One start, and what the daemon does after it.
    private struct Visit {
        /// The alarm right after the start, and at the end.
        var (first, last): (VaultAlarm?, VaultAlarm?)
        var (right, wrong) = (false, false)
        /// What failed after the start.
        var fault: VaultError?

        /// - Throws: why the daemon could not start.
        init(_ folder: TemporaryFolder) throws {
            let store = try open(folder)
            let vault = store.vault
            first = vault.alarm
            var faults: [VaultError] = []
            func attempt(_ body: () throws -> Void) {
                do { try body() } catch let error as VaultError { faults.append(error) } catch {
                    Issue.record("\(error)")
                }
            }
            attempt { try vault.tryWriting() }
            attempt { while try vault.checkOn() {} }
            attempt {
                var walk = UserWalk()
                while try walk.proceed(in: vault, at: moment(2)) != nil {}
            }
            attempt { _ = try vault.results(after: 0, limit: 1_000) }
            attempt { try record("anna", store) }
            attempt { wrong = try unlock("anna", DamagedStoreTests.wrong, vault)?.slot != nil }
            attempt { right = try unlock("anna", DamagedStoreTests.right, vault)?.slot != nil }
            (last, fault) = (vault.alarm, faults.first)
        }
    }

    /// What became of a damaged store.
    private enum Fate: Hashable { case unharmed, asideAtOnce, asideAtNextStart, locked }

    /// Starts twice with these files, and checks what must hold whatever was done to them.
    private static func fate(of files: [String: [UInt8]], _ what: String) throws -> Fate? {
        let folder = try TemporaryFolder(isInMemory: true)
        for (name, bytes) in files { try folder.write(bytes, to: name) }
        let visit: Visit
        do { visit = try Visit(folder) } catch {
            Issue.record("\(what): cannot start: \(error)")
            return nil
        }
        #expect(!visit.wrong, "\(what)")
        #expect(visit.right == (visit.last == nil), "\(what): \(visit)")
        #expect(visit.fault == nil || visit.last == .damaged, "\(what): \(visit)")
        if visit.first == .damaged {
            let aside = try TemporaryFolder.bytes(of: folder.path(of: "vault.db.damaged"))
            // The changes of a log may have gone into the file.
            #expect(aside == files["vault.db"] || files["vault.db-wal"] != nil, "\(what)")
            return .asideAtOnce
        }
        #expect(!folder.has("vault.db.damaged"), "\(what)")
        guard visit.last == .damaged else { return visit.last == nil ? .unharmed : .locked }
        do {
            let again = try Visit(folder)
            #expect(again.first == .damaged && !again.right && !again.wrong && again.fault == nil, "\(what): \(again)")
        } catch { Issue.record("\(what): cannot start again: \(error)") }
        #expect(folder.has("vault.db.damaged"), "\(what)")
        return .asideAtNextStart
    }

    /// Starts with the file changed in many places, one after another.
    private static func fates(
        of files: [String: [UInt8]], _ name: String = "vault.db", at places: some Sequence<Int>,
        _ change: (inout [UInt8], Int) -> Void
    ) throws -> [Fate: Int] {
        var fates: [Fate: Int] = [:]
        for place in places {
            var damaged = files
            change(&damaged[name, default: []], place)
            if let fate = try fate(of: damaged, "\(name), \(place)") { fates[fate, default: 0] += 1 }
        }
        return fates
    }

    private static func pages(of files: [String: [UInt8]]) -> StrideTo<Int> {
        stride(from: 0, to: files["vault.db"]?.count ?? 0, by: page)
    }

    /// Every place, or some of them: each takes some dozens of milliseconds.
    private static func some(_ places: [Int], one count: Int) -> [Int] {
        let isThorough = unsafe getenv("TOUCHD_PLACES") != nil
        return places.enumerated().filter { isThorough || $0.offset.isMultiple(of: count) }.map(\.element)
    }

    private static func invert(_ bytes: inout [UInt8], _ place: Int) { bytes[place] ^= 0xff }

    private static func cut(_ bytes: inout [UInt8], _ length: Int) { bytes.removeLast(bytes.count - length) }

    @Test(arguments: [page, 1])
    func `any page may be overwritten, or its first byte alone`(count: Int) throws {
        let files = try Self.original.get().closed
        let pages = Self.pages(of: files)
        #expect(pages.underestimatedCount > 20)
        var dice = SplitMix64(seed: 3)
        let fates = try Self.fates(of: files, at: pages) { bytes, place in
            for index in place..<place + count { bytes[index] ^= .random(in: 1...255, using: &dice) }
        }
        #expect(fates[.asideAtOnce, default: 0] >= 10 && fates[.asideAtNextStart, default: 0] >= 3, "\(fates)")
    }

    @Test func `the file may be cut anywhere`() throws {
        let files = try Self.original.get().closed
        // From the end, because a check of rows that are half gone once never ended.
        let places = Self.some(Self.pages(of: files).flatMap { [$0, $0 + 1_999] }.reversed(), one: 3)
        let lengths = Set([0, 1, 100] + places).sorted()
        let fates = try Self.fates(of: files, at: lengths, Self.cut)
        // Without content it is missing.
        #expect(fates == [.locked: 1, .asideAtNextStart: 1, .asideAtOnce: lengths.count - 2], "\(fates)")
    }

    @Test func `any byte of the header may be inverted`() throws {
        let files = try Self.original.get().closed
        // Of a number that newer versions may reach, this is the last byte.
        let version = 63
        // What says how to read the file, and what the file is.
        let places = Self.some(Array(0..<100), one: 9) + Array(16...23) + Array(44...47) + Array(56..<72)
        let fates = try Self.fates(of: files, at: Set(places).subtracting([version]).sorted(), Self.invert)
        #expect(fates[.asideAtOnce, default: 0] >= 15 && fates[.unharmed, default: 0] >= 5, "\(fates)")
    }

    @Test func `the log may be damaged or cut anywhere`() throws {
        let files = try Self.original.get().running
        let log = Self.some(Array(stride(from: 0, to: files["vault.db-wal"]?.count ?? 0, by: 1_371)), one: 8)
        #expect(log.count > 20)
        for change in [Self.invert, Self.cut] {
            let fates = try Self.fates(of: files, "vault.db-wal", at: log, change)
            // The vault is then older than its guard.
            #expect(fates == [.locked: log.count], "\(fates)")
        }
    }

    @Test func `pages may be damaged below a log`() throws {
        let files = try Self.original.get().running
        let fates = try Self.fates(of: files, at: Self.pages(of: files), Self.invert)
        // What the log has of a page replaces it.
        #expect(fates[.asideAtOnce, default: 0] >= 5 && fates[.unharmed, default: 0] >= 5, "\(fates)")
    }
}
