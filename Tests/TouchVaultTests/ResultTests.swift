import TestSupport
import Testing
import TouchCore

@testable import TouchVault

extension InteractionResult {
    /// A captcha that was solved.
    static func sample(owner: UInt32 = 1_000, wall: Int64 = 1_700_000_000_000_000) -> InteractionResult {
        InteractionResult(
            kind: .captcha, outcome: .passed, reason: "solved", owner: owner, provenance: "physical", input: "drag",
            attempt: 2,
            challenge: ChallengeFacts(
                kind: "slide", profile: "default", size: ChallengeFacts.Size(width: 480, height: 300), refreshes: 1),
            moment: ResultMoment(
                boot: Moment.test.boot, monotonic: Instant(microseconds: 5), wall: WallTime(microseconds: wall)))
    }
}

struct ResultTests {
    @Test func `a result is read exactly as it was stored`() throws {
        let vault = try Vault.quick()
        let full = InteractionResult(
            kind: .unlock, outcome: .failed, reason: "wrong-pattern", user: try UserName("anna"), secret: "pin",
            owner: .max,
            provenance: "virtual", device: "Écran ‘tactile’", input: "tap", isDemo: true, attempt: 7,
            moment: ResultMoment(Moment.test), scene: "s\01", widget: "")
        var unseen = InteractionResult.sample()
        unseen.challenge = ChallengeFacts(kind: "gesture", profile: "default")
        for result in [full, .sample(), unseen] {
            let stored = try vault.insert(result)
            #expect(stored.result == result)
            #expect(try vault.result(stored.id) == stored)
        }
    }

    @Test func `every kind and outcome is read back`() throws {
        let vault = try Vault.quick()
        var result = InteractionResult.sample()
        for kind in ResultKind.allCases {
            for outcome in ResultOutcome.allCases {
                (result.kind, result.outcome) = (kind, outcome)
                #expect(try vault.result(try vault.insert(result).id)?.result == result)
            }
        }
    }

    @Test func `an enrollment is stored and sealed by the word it has always had`() throws {
        #expect(ResultKind.enrollment.rawValue == "enrollment")
        #expect(ResultKind(stored: "enrolment") == .enrollment && ResultKind(stored: "enrollment") == nil)
        let vault = try Vault.quick()
        var result = InteractionResult.sample()
        result.kind = .enrollment
        _ = try vault.insert(result)
        let before = vault.database.changes
        try vault.database.execute("UPDATE result SET kind = kind WHERE kind = 'enrolment'")
        #expect(vault.database.changes == before + 1)
        #expect(try vault.verifyResults().broken == nil)
    }

    @Test func `an id is distinguished from every other text`() throws {
        let id = try ResultID(at: Moment.test.wall)
        #expect(id.description.utf8.count == 32)
        #expect(ResultID(id.description) == id)
        #expect(ResultID(id.description.uppercased()) == nil || id.description == id.description.uppercased())
        #expect(ResultID(String(id.description.dropLast())) == nil)
        #expect(ResultID(id.description + "00") == nil)
        #expect(ResultID("") == nil)
        #expect(ResultID("zz" + id.description.dropFirst(2)) == nil)
    }

    @Test func `a given id is kept and cannot be used twice`() throws {
        let vault = try Vault.quick()
        let id = try ResultID(at: Moment.test.wall)
        #expect(try vault.insert(.sample(), id: id).id == id)
        #expect(throws: VaultError.self) { try vault.insert(.sample(), id: id) }
        #expect(try vault.results(limit: 5).count == 1)
    }

    @Test func `a list is in order, limited, and continues after a place`() throws {
        let vault = try Vault.quick()
        let ids = try (0..<5).map { _ in try vault.insert(.sample()).id }
        let first = try vault.results(limit: 2)
        #expect(first.map(\.id) == Array(ids.prefix(2)))
        let place = try #require(first.last).sequence
        #expect(try vault.results(after: place, limit: 9).map(\.result?.id) == Array(ids.dropFirst(2)))
    }

    @Test func `a result that is part of a change deletes none, and a step for itself deletes a few`() throws {
        let vault = try Vault.quick(resultLimit: 3)
        let (stored, _) = try vault.later { () throws(VaultError) in
            var stored: [StoredResult] = []
            for _ in 0..<23 { stored.append(try vault.insert(.sample())) }
            return stored
        }
        var counts: [Int] = []
        while try vault.hasExcess {
            try vault.trimResults()
            counts.append(try vault.results(limit: 99).count)
            #expect(try vault.verifyResults().broken == nil)
        }
        #expect(counts == [15, 7])
        #expect(try vault.results(limit: 99).map(\.sequence) == Array(17...23))
        #expect(try vault.result(stored[0].id) == nil)
    }

    @Test(arguments: [("seq", 6), ("-1", 4), ("0", 4), ("\(Int64.max)", nil)] as [(String, Int64?)])
    func `a place of a deleted result is not used again after a restart, and a false count is an error or ignored`(
        count: String, next: Int64?
    ) throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "v")
        do {
            let vault = try Vault.withResults(5, path)
            try vault.database.execute(
                "DELETE FROM result WHERE sequence > 3; UPDATE sqlite_sequence SET seq = \(count) WHERE name = 'result'"
            )
        }
        let vault = try Vault.quick(path)
        if let next {
            for place in [next, next + 1] { #expect(try vault.insert(.sample()).sequence == place) }
        } else {
            #expect(throws: VaultError.self) { try vault.insert(.sample()) }
        }
    }

    @Test(arguments: [Int64.min, Int64.max - 1])
    func `a foreign row with any place is not a reason to fail`(place: Int64) throws {
        let vault = try Vault.withResults(3, limit: 3)
        try vault.database.execute("UPDATE result SET sequence = \(place) WHERE sequence = 1")
        _ = try vault.hasExcess
        try vault.trimResults()
        #expect(try vault.insert(.sample()).sequence == 4)
    }

    @Test(arguments: [Int64.min, Int64.max - 5])
    func `a start with a foreign row at any place ends in errors at worst`(place: Int64) throws {
        let scratch = try TemporaryFolder()
        let path = scratch.path(of: "v")
        do {
            let vault = try Vault.withResults(3, path, limit: 3)
            try vault.database.execute("UPDATE result SET sequence = \(place) WHERE sequence = 1")
        }
        let vault = try Vault.quick(path, resultLimit: 3)
        var count = 0
        for _ in 0..<12 where (try? vault.insert(.sample())) != nil { count += 1 }
        #expect(count == (place < 0 ? 12 : 5))
        #expect(try vault.results(limit: 99).count == 3)
    }

    @Test func `an id begins with its time, so that later ones follow`() throws {
        let early = try ResultID(at: WallTime(microseconds: 1_700_000_000_000_000))
        let late = try ResultID(at: WallTime(microseconds: 1_700_000_000_001_000))
        #expect(early.description.prefix(12) == "018bcfe56800" && late.description.prefix(12) == "018bcfe56801")
        // A clock before 1970 makes ids, too.
        #expect(try ResultID(at: WallTime(microseconds: -1)).description.hasPrefix("000000000000"))
    }

    @Test func `a name that is too long is cut at a whole character`() throws {
        let vault = try Vault.quick()
        var result = InteractionResult.sample()
        result.device = String(repeating: "é", count: 100)
        result.widget = "x" + String(repeating: "é", count: 100)
        let stored = try vault.insert(result)
        #expect(stored.result.device == String(repeating: "é", count: 64))
        #expect(stored.result.widget == "x" + String(repeating: "é", count: 63))
        #expect(try vault.result(stored.id) == stored)
    }

    @Test(arguments: ["passed", "wrong-pattern", "a", "too_short", String(repeating: "w", count: 40)])
    func `a word is letters with single dashes between them`(text: String) {
        #expect(Word(text)?.description == text)
    }

    @Test(arguments: [
        "", "14789", "a1", "-a", "a-", "a--b", "A", "a b", "é", "[]", "a\n", String(repeating: "w", count: 41),
    ])
    func `nothing else is a word, above all no digits`(text: String) {
        #expect(Word(text) == nil)
    }

    @Test func `a boot id is read as the kernel writes it`() throws {
        let id = try #require(BootID("00010203-0405-0607-0809-0a0b0c0d0e0f\n"))
        #expect(id.bytes == Array(0...15))
        #expect(BootID("00010203-0405-0607-0809-0a0b0c0d0e0") == nil)
        #expect(BootID("") == nil)
    }
}

struct DamagedResultTests {
    @Test(arguments: ["kind = 'nonsense'", "id = x'00'", "owner = -1", "reason = 'No word'", "boot = x'05'"])
    func `a result that cannot be read is left out of lists, and found by a walk`(change: String) throws {
        let vault = try Vault.quick()
        let ids = try (0..<5).map { _ in try vault.insert(.sample()).id }
        try vault.database.execute("UPDATE result SET \(change) WHERE sequence = 2")
        // A name is unique.
        let next = change.replacing("x'00'", with: "x'01'")
        try vault.database.execute("UPDATE result SET \(next) WHERE sequence = 3")
        #expect(try vault.results(limit: 10).map(\.id) == [ids[0], ids[3], ids[4]])
        // A part without anything that can be read is not the end.
        #expect(try vault.results(after: 1, limit: 2).map(\.sequence) == [2, 3])
        #expect(try vault.results(after: 5, limit: 1).isEmpty)
        #expect(try vault.verifyResults().broken?.sequence == 2)
    }
}
