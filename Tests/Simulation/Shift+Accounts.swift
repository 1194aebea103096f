import SeededNumbers
import StrictJSON
import TestSupport
import TouchCore
import Varlink

/// The life of carla's pattern: enrolled, changed, lost and recovered, restricted, removed.
extension Shift {
    /// What callers know of carla.
    ///
    /// With the duress pattern as proof the truth differs, and nobody may see that.
    struct Account: Hashable {
        /// The pattern that passes; nil: none.
        var secret: String?
        var duress: String?
        var isRecovering = false
        var isDisabled = false
        /// Locked by an alarm of the vault.
        var isLocked = false

        var isThere: Bool { secret != nil || isRecovering }
        var isOpen: Bool { secret != nil && !isDisabled && !isLocked }
    }

    private static let name: JSONObject = ["user": "carla"]

    /// Six dots, each beside the one before, that nobody has drawn in this shift.
    func freshDots() -> String {
        while true {
            var dots = [random.below(9)]
            while dots.count < 6 {
                let last = dots[dots.count - 1]
                let free = (0..<9).filter { next in
                    abs(next / 3 - last / 3) <= 1 && abs(next % 3 - last % 3) <= 1 && !dots.contains(next)
                }
                if free.isEmpty { break }
                dots.append(pick(free))
            }
            let text = dots.map { "\($0 + 1)" }.joined(separator: "-")
            if dots.count == 6, drawn.insert(text).inserted { return text }
        }
    }

    /// Something is done to carla's account, by her or by an administrator.
    func workOnAccount() throws {
        try makeRoom()
        if happens(onceIn: 6) { kiosk.disk?.failPower(afterSyncs: 1 + random.below(6)) }
        let account = accounts.count == 1 ? accounts.first : nil
        guard let account, account.isThere, !happens(onceIn: 5) else { return try enrollCarla() }
        switch random.below(12) {
        case 0..<3: try changeCarla(account, isForDuress: false)
        case 3..<5: try changeCarla(account, isForDuress: true)
        case 5..<8: try recoverCarla()
        case 8: try removeCarla(account)
        default: try restrictCarla(account)
        }
        try checkStored()
    }

    private func enrollCarla() throws {
        note("an administrator enrolls carla", "enroll")
        let fresh = freshDots()
        try settle(enter(fresh, "Enroll", as: nil).isStored) { $0 = Account(secret: fresh) }
    }

    private func changeCarla(_ account: Account, isForDuress: Bool) throws {
        note("carla changes her \(isForDuress ? "duress " : "")pattern", isForDuress ? "set duress" : "change")
        guard let proof = try prove(account) else { return }
        let fresh = freshDots()
        let parameters: JSONObject = ["proof": proof, "slot": isForDuress ? "duress" : nil]
        try settle(enter(fresh, "Enroll", parameters, as: frontEnds[0].identity).isStored) { account in
            if isForDuress { account.duress = fresh } else { (account.secret, account.duress) = (fresh, nil) }
        }
    }

    private func recoverCarla() throws {
        note("carla recovers with a key", "recover")
        guard var key = try kiosk.call("io.touchd.unlock.MakeRecoveryKey", Self.name)["key"]?.stringValue else {
            return
        }
        if happens(onceIn: 4) {
            key = "cbdefghijklnrtuv".flatMap { Array(repeating: String($0), count: 4) }.joined()
            note("the key is wrong", "slip: wrong key")
        }
        let fresh = freshDots()
        let entry = try enter(fresh, "Recover", ["key": .string(key)], as: frontEnds[0].identity)
        settle(entry.isBegun) { account in
            account = Account(isRecovering: true, isDisabled: account.isDisabled)
        }
        settle(entry.isStored) { ($0.secret, $0.isRecovering, $0.isLocked) = (fresh, false, false) }
    }

    private func removeCarla(_ account: Account) throws {
        let isByProof = happens(onceIn: 2)
        note(isByProof ? "carla removes herself" : "an administrator removes carla", "remove")
        var parameters = Self.name
        if isByProof {
            guard let proof = try prove(account) else { return }
            parameters["proof"] = proof
        }
        let who = isByProof ? frontEnds[0].identity : nil
        try settle(isDone { try kiosk.call("io.touchd.unlock.Remove", parameters, as: who) }) { $0 = Account() }
    }

    private func restrictCarla(_ account: Account) throws {
        if happens(onceIn: 3) {
            note("carla's pattern expires, and lasts again", "expire")
            for moment in [Int64(1), 0] {
                var parameters = Self.name
                parameters[moment > 0 ? "expiresWallTimeUSec" : "neverExpires"] = moment > 0 ? .integer(moment) : true
                let isDone = try isDone { try kiosk.call("io.touchd.unlock.Restrict", parameters) }
                guard moment == 1, isDone == true, !account.isDisabled else { continue }
                try rule("an expired user is told", try carla()?["state"] == "expired", "\(account)")
            }
        } else {
            let isDisabled = !account.isDisabled
            note("an administrator \(isDisabled ? "disables" : "enables") carla", "disable")
            try disable(isDisabled)
        }
        _ = try prove(account.isDisabled ? accounts.first ?? account : account)
    }

    private func disable(_ isDisabled: Bool) throws {
        let parameters: JSONObject = ["user": "carla", "disabled": .bool(isDisabled)]
        try settle(isDone { try kiosk.call("io.touchd.unlock.Restrict", parameters) }) { $0.isDisabled = isDisabled }
    }

    // MARK: - What is known

    /// Whether a call did what it should; nil: not known.
    private func isDone(_ call: () throws -> Void) throws -> Bool? {
        do { try call() } catch ClientError.remote(let error) {
            return error.name.hasSuffix("StorageFailed") ? nil : false
        } catch is ClientError { return nil }
        return true
    }

    /// Notes a change that was made, was not, or may have been.
    private func settle(_ isMade: Bool?, _ change: (inout Account) -> Void) {
        let changed = accounts.map { account in
            var account = account
            change(&account)
            return account
        }
        if isMade == true { accounts = [] }
        if isMade != false { accounts.formUnion(changed) }
    }

    private func carla() throws -> JSONObject? { try kiosk.users("carla").first }

    /// What is stored of carla is what was told.
    func checkAccount() throws {
        guard let user = try carla(), user["hidden"] != true else {
            try rule("what was told of a user is stored", accounts.contains { !$0.isThere }, "no carla: \(accounts)")
            accounts = [Account()]
            return
        }
        let fitting = accounts.filter { account in
            let state = account.isDisabled ? "disabled" : account.isRecovering ? "recovering" : "active"
            return account.isThere && (user["state"]?.stringValue == state || user["state"] == "expired")
        }
        try rule("what was told of a user is stored", !fitting.isEmpty, "\(user): \(accounts)")
        accounts = fitting
    }

    // MARK: - At the panel

    /// Draws carla's pattern, or her other one under duress; returns the proof of it.
    private func prove(_ account: Account) throws -> JSON? {
        let who = frontEnds[0].identity
        let screen = try kiosk.present(Widgets.pattern(settings: ["trail": "count"]), as: who)
        let more: JSONObject = ["maxAttempts": 2, "claims": ["audience": "io.touchd.unlock"]]
        let stream = try kiosk.verification(of: "carla", on: screen, more, as: who)
        if happens(onceIn: 3) { try draw(freshDots()) }
        let right = (variation == .duress ? account.duress : nil) ?? account.secret
        try draw(right ?? freshDots())
        for attempt in stream.all.compactMap({ $0["attempt"]?.objectValue }) {
            try rule("only an open user passes", attempt["outcome"] != "passed" || account.isOpen, "\(account)")
        }
        // What is sent after a loss of power arrives nowhere.
        if kiosk.isPowered, let last = stream.all.last(where: { $0["attempt"] != nil })?["attempt"]?.objectValue {
            try rule(
                "what was stored as a pattern is no wrong one",
                last["number"] == 1 && stream.all.count > 3 || last["reason"] != "wrong_pattern" || !account.isOpen,
                "\(account): \(stream.all)")
        }
        let token = stream.all.last?["token"]
        stream.hangUp()
        screen.hangUp()
        return token
    }

    /// Draws on the pad, and waits for what comes of it.
    func draw(_ dots: String) throws {
        try draw(dots, area: Rect(x: 320, y: 80, width: 640, height: 640))
        try kiosk.advance(by: .seconds(1))
    }

    /// Enters a new pattern, perhaps with a slip.
    ///
    /// - Returns: whether the entry began, and whether the pattern is stored; nil: not known.
    private func enter(
        _ secret: String, _ method: String, _ parameters: JSONObject = [:], as who: Identity?
    ) throws -> (isBegun: Bool?, isStored: Bool?) {
        let pad = Widgets.pattern(settings: ["purpose": "enroll", "trail": "count"])
        let screen = try kiosk.present(pad, as: who)
        var call = parameters
        (call["user"], call["scene"], call["widget"]) = ("carla", .string(screen.scene), "pad")
        let stream = try kiosk.stream("io.touchd.unlock.\(method)", call, as: who)
        var isGivenUp = false
        do {
            switch random.below(9) {
            case 0:
                note("too few dots", "slip: too short")
                try draw("1-2")
            case 1:
                note("another pattern", "slip: mismatch")
                try draw(freshDots())
            case 2:
                note("three other patterns", "slip: start over")
                for _ in 0..<3 { try draw(freshDots()) }
            case 3:
                note("nobody repeats it", "slip: given up")
                try draw(secret)
                (_, isGivenUp) = (stream.all, true)
                stream.hangUp()
            case 4:
                note("its scene goes away", "slip: no scene")
                try draw(secret)
                isGivenUp = true
                screen.hangUp()
            case 5 where accounts.allSatisfy { $0.isThere && !$0.isDisabled }:
                note("an administrator disables carla meanwhile", "slip: overtaken")
                try draw(secret)
                try disable(true)
                isGivenUp = true
            default: break
            }
            for _ in 0..<2 { try draw(secret) }
        } catch is ClientError {}
        let replies = stream.all
        let isOff = kiosk.disk?.isOff == true
        let isBegun = replies.contains { $0["ready"] == true } ? true : isOff ? nil : false
        let outcome = replies.last?["outcome"]
        let isLost = isOff || replies.last?["reason"] == "storage_failed" || !stream.isOver
        let isStored = outcome == "passed" ? true : isLost ? nil : false
        try rule(
            "what was given up or overtaken is not stored", !isGivenUp || isStored != true || !kiosk.isPowered,
            "\(replies)")
        stream.hangUp()
        screen.hangUp()
        return (isBegun, isStored)
    }
}
