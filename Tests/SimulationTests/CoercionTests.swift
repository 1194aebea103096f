import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore

/// What somebody sees who forces a user to give a secret: the same whether it was the everyday secret or the one for duress.
///
/// The coercer has the rights of a front end, knows the secret that was given and those that he has set since, and may do with
/// them whatever a user may. Both runs of a sequence of changes take the same time, so all replies can be compared.
@Suite struct CoercionTests {
    /// What can be done with the proof of a secret.
    enum Change: String, CaseIterable {
        /// Another pattern, or the present secret once more.
        case change, keep
        /// A pattern for duress, or the present secret as such.
        case setDuress, setSameForDuress
        /// A PIN besides, whose proof is used from then on.
        case addPIN
        case remove
        /// From then on, the secret that became known last, or first, is the proof.
        case takeLast, takeFirst
    }

    /// Mirror images, which take the same time to draw and to enter.
    private static let (everyday, forced) = ("1-4-8-5-9", "3-6-8-5-7")
    private static let (everydayPIN, forcedPIN) = ("4172", "6392")
    private static let patterns = ["2-4-8-6-9", "6-2-4-8-7", "8-4-2-6-3", "2-6-8-4-1-5", "2-4-8-6-3", "6-8-4-2-1"]
    private static let pins = ["4071", "5926", "8264", "3718", "9035", "6482"]

    static func sequences(_ length: Int) -> [[Change]] {
        length == 0 ? [[]] : sequences(length - 1).flatMap { first in Change.allCases.map { first + [$0] } }
    }

    private struct Run {
        let kiosk: Kiosk
        /// What the coercer enters as proof, and all that he knows.
        var present: String
        var known: [String]
        /// The replies, without what is drawn by chance.
        private(set) var heard: [String] = []
        private var names: [ArraySlice<UInt8>: Int] = [:]
        private var fresh = 0
        /// A group that exists on every Debian system and is unused.
        private let games: UInt32 = 60

        /// - Parameter hasPIN: whether the user has, and gives, secrets of two kinds.
        init(giving secret: String, hasPIN: Bool = false, _ unlock: String) throws {
            kiosk = try Kiosk {
                ($0.access, $0.checksReplies) = ("group-frontend=\ngroup-operator=games\n[unlock]\n\(unlock)", false)
            }
            (present, known) = (CoercionTests.everyday, [])
            try kiosk.enroll(dots: CoercionTests.everyday)
            try enroll(CoercionTests.forced, slot: "duress")
            known = [secret]
            if hasPIN {
                try enroll(CoercionTests.everydayPIN)
                try enroll(CoercionTests.forcedPIN, slot: "duress")
                known = [
                    secret, secret == CoercionTests.forced ? CoercionTests.forcedPIN : CoercionTests.everydayPIN,
                ]
            }
            (present, heard, names) = (secret, [], [:])
        }

        private mutating func note(_ reply: JSONObject) {
            heard.append(Shift.withoutChance(reply.description, &names))
        }

        private static func isPIN(_ secret: String) -> Bool { !secret.contains("-") }

        private func widget(for secret: String, _ settings: JSONObject) -> JSON {
            let kind = Self.isPIN(secret) ? "pin" : "pattern"
            return [
                "id": "pad", "kind": .string(kind), "x": 320.0, "y": 80.0, "width": 640.0, "height": 640.0,
                kind: .object(settings),
            ]
        }

        /// Enters a secret; after that, two seconds pass.
        private func enter(_ secret: String, on screen: Presentation<KioskStream>) throws {
            if Self.isPIN(secret) {
                try kiosk.enter(secret + ">", on: screen.parts(of: "pad"))
            } else {
                try kiosk.draw(dots: secret)
            }
            try kiosk.advance(by: .seconds(2))
        }

        /// Calls a method that waits for secrets, and enters them.
        private mutating func call(
            _ method: String, _ parameters: JSONObject, entering secrets: [String], purpose: JSONObject = [:]
        ) throws -> JSONObject? {
            let screen = try kiosk.present(widget(for: secrets[0], purpose), as: .nobody)
            var call = parameters
            (call["user"], call["scene"], call["widget"]) = ("anna", .string(screen.scene), "pad")
            let stream = try kiosk.stream("io.touchd.unlock." + method, call, as: .nobody)
            try kiosk.settle()
            for secret in secrets where !stream.isOver { try enter(secret, on: screen) }
            let isOver = stream.isOver
            if !isOver { screen.hangUp() }
            let replies = try stream.failure == nil ? stream.rest() : []
            for reply in replies { note(reply) }
            if let failure = stream.failure { note(["error": .string("\(failure)")]) }
            if isOver { screen.hangUp() }
            try kiosk.advance(by: .seconds(7))
            return replies.last
        }

        /// Proves that a secret is known; nil: it does not pass.
        private mutating func proof() throws -> JSON? {
            let last = try call(
                "Verify", ["maxAttempts": 1, "claims": ["audience": "io.touchd.unlock"]], entering: [present])
            return last?["token"]
        }

        mutating func enroll(_ secret: String, slot: JSON? = nil, afterRestart: Bool = false) throws {
            guard let proof = try proof() else { return }
            if afterRestart { try kiosk.restartDaemon() }
            let last = try call(
                "Enroll", ["proof": proof, "slot": slot], entering: [secret, secret], purpose: ["purpose": "enroll"])
            if last?["outcome"] == "passed", !known.contains(secret) { known.append(secret) }
        }

        mutating func make(_ change: Change) throws {
            let (pattern, pin) = (CoercionTests.patterns[fresh], CoercionTests.pins[fresh])
            fresh += 1
            switch change {
            case .change:
                try enroll(pattern)
                if known.contains(pattern) { present = pattern }
            case .keep: try enroll(present)
            case .setDuress: try enroll(pattern, slot: "duress")
            case .setSameForDuress: try enroll(present, slot: "duress")
            case .addPIN:
                try enroll(pin)
                if known.contains(pin) { present = pin }
            case .takeLast: present = known.last ?? present
            case .takeFirst: present = known[0]
            case .remove:
                guard let proof = try proof() else { return }
                let remove: JSONObject = ["user": "anna", "proof": proof]
                let refusal = try kiosk.refusal("io.touchd.unlock.Remove", remove, as: .nobody)
                note(["removed": .string(refusal.map { "\($0)" } ?? "yes")])
            }
        }

        /// Looks at everything that the coercer can see, and tries all that he knows; at last with an operator's rights.
        mutating func look() throws {
            for method in ["unlock.Users", "manage.Status", "result.List"] {
                note(try kiosk.call("io.touchd." + method, as: .nobody))
            }
            for secret in known {
                present = secret
                _ = try proof()
            }
            note(try kiosk.call("io.touchd.unlock.Users", as: .nobody))
            for (method, change) in [("ClearWait", [:]), ("Restrict", ["disabled": true])] as [(String, JSONObject)] {
                var change = change
                change["user"] = "anna"
                let refusal = try kiosk.refusal("io.touchd.unlock." + method, change, as: .nobody.joining(games))
                note(["refused": .string(refusal.map { "\($0)" } ?? "no")])
            }
        }
    }

    @Test func `a proof from before a restart counts for nobody`() throws {
        let heard = try [Self.everyday, Self.forced].map { secret in
            var run = try Run(giving: secret, "")
            for change in [Change.setDuress, .takeLast] { try run.make(change) }
            try run.enroll(Self.patterns[3], slot: "duress", afterRestart: true)
            try run.look()
            return run.heard
        }
        #expect(heard[0] == heard[1])
        #expect(heard[0].contains { $0.contains("token_expired") })
    }

    /// With PINs besides, changed in between, and with the user removed at the end, who comes back with the first secret.
    @Test(arguments: [false, true])
    func `a chain of secrets for duress, each set with the one before, ends after as many`(hasPIN: Bool) throws {
        let patterns = [
            "4-2-6-8-9", "6-8-4-2-3", "8-6-2-4-7", "4-8-6-2-1", "5-2-4-8-6", "5-4-8-6-2", "5-8-6-2-4", "5-6-2-4-8",
        ]
        let heard = try [Self.everyday, Self.forced].map { secret in
            var run = try Run(giving: secret, hasPIN: hasPIN, "")
            for (index, pattern) in patterns.enumerated() {
                if hasPIN, index == 2 { try run.enroll("2840", slot: "duress") }
                try run.enroll(pattern, slot: "duress")
                run.present = run.known.last ?? secret
            }
            run.present = run.known[2]
            for change in [Change.remove, .takeFirst, .change, .setDuress, .addPIN, .setDuress] { try run.make(change) }
            try run.look()
            return run.heard
        }
        #expect(heard[0] == heard[1])
        #expect(heard[0].contains { $0.contains("superseded") })
    }

    private static func run(
        giving secret: String, hasPIN: Bool = false, _ changes: [Change], _ unlock: String = ""
    ) throws -> Run {
        var run = try Run(giving: secret, hasPIN: hasPIN, unlock)
        for change in changes { try run.make(change) }
        try run.look()
        return run
    }

    @Test(arguments: Change.allCases, [everyday, forced])
    func `each change is made`(change: Change, secret: String) throws {
        let run = try Self.run(giving: secret, [change])
        let isNew = [Change.change, .setDuress, .addPIN].contains(change)
        #expect(run.known.count == (isNew ? 2 : 1))
        let passed = run.heard.count { $0.contains(#""outcome":"passed""#) && $0.contains(#""token""#) }
        // The proof, and afterward each secret that is still one.
        let (proof, still) = (
            [.takeLast, .takeFirst].contains(change) ? 0 : 1, [.change: 1, .remove: 0][change] ?? run.known.count
        )
        #expect(passed == proof + still)
    }

    /// Up to two changes one after the other are 73 sequences; TOUCHD_CHANGES=4 plays all 4,681 of up to four.
    private static let length = effort("TOUCHD_CHANGES", usual: 2)

    /// With a second kind of secret, where the stronger is needed, too: the one that was added.
    @Test(arguments: 0...length, [(false, ""), (true, ""), (false, "strong-after=1min")])
    func `no sequence of changes tells which secret was given`(length: Int, _ user: (hasPIN: Bool, unlock: String))
        throws
    {
        for changes in Self.sequences(length) where user.unlock.isEmpty || changes.contains(.addPIN) {
            // Both differ only where there are two secrets.
            if !user.hasPIN, changes.first == .takeFirst { continue }
            let free = try Self.run(giving: Self.everyday, hasPIN: user.hasPIN, changes, user.unlock).heard
            let forced = try Self.run(giving: Self.forced, hasPIN: user.hasPIN, changes, user.unlock).heard
            #expect(free.count > 4)
            for (one, other) in zip(free, forced) where one != other {
                Issue.record("\(user) \(changes.map(\.rawValue)): \(one)\n  or: \(other)")
                break
            }
            #expect(free.count == forced.count, "\(changes.map(\.rawValue))")
        }
    }
}
