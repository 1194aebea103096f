import Glibc
import SeededNumbers
import StrictJSON
import TestSupport
import TouchCore

/// What somebody does who wants more guesses, the screen, or another vault.
extension Shift {
    /// The disk is well, everybody leaves, the configuration is the first one, and six seconds pass.
    func makeRoom() throws {
        try liftAll()
        kiosk.clock.workTime = { .zero }
        kiosk.disk?.fault = nil
        try check()
        for frontEnd in frontEnds {
            frontEnd.screen?.hangUp()
            forget(frontEnd)
        }
        try attempt { try kiosk.call("io.touchd.manage.StopCleaning") }
        try attempt { try reload { _ in } }
        try idle(.seconds(6))
    }

    /// Reloads the first configuration with a change.
    @discardableResult
    func reload(_ change: (inout Kiosk.Setup) -> Void) throws -> JSONObject {
        try kiosk.configure { setup in
            (setup.access, setup.trustsVirtual, setup.input) = (Self.access, true, Self.input)
            change(&setup)
        }
        let reply = try kiosk.call("io.touchd.manage.Reload")
        if reply["applied"] == false { refusals["reloads_refused", default: 0] += 1 }
        return reply
    }

    /// A front end shows its lock again and again, without a caller, to keep another one off the screen.
    func insist() throws {
        try makeRoom()
        let order = happens(onceIn: 2) ? [0, 1] : [1, 0]
        let (hostile, other) = (frontEnds[order[0]], frontEnds[order[1]])
        note("user \(hostile.identity.user) keeps the screen without a caller", "insist")
        var lock: Presentation<KioskStream>? = try kiosk.present(Widgets.pattern(), as: hostile.identity)
        var shown: Presentation<KioskStream>?
        var refusal = "nothing"
        let begin = kiosk.clock.now
        while shown == nil, kiosk.isPowered, kiosk.clock.now.since(begin) < .seconds(15) {
            if happens(onceIn: 3) {
                lock?.hangUp()
                lock = nil
                try kiosk.advance(by: .milliseconds(Int64(random.below(900))))
            }
            if lock == nil { lock = try? kiosk.present(Widgets.pattern(), as: hostile.identity) }
            do { shown = try kiosk.present(Widgets.pattern(), as: other.identity) } catch { refusal = "\(error)" }
            if shown == nil { try kiosk.advance(by: .milliseconds(100)) }
        }
        guard kiosk.isPowered else { return }
        let length = kiosk.clock.now.since(begin)
        try rule("a grace does not renew itself", length <= .milliseconds(6_200), "\(length), last \(refusal)")
        lock?.hangUp()
        shown?.hangUp()
    }

    /// Somebody draws one wrong pattern after another, and then the right one, perhaps after the machine was off.
    func guess() throws {
        try makeRoom()
        note("somebody guesses", "guess")
        let who = frontEnds[0].identity
        func ask() throws -> Presentation<KioskStream> {
            let screen = try kiosk.present(Widgets.pattern(), as: who)
            let call: JSONObject = [
                "user": "anna", "scene": .string(screen.scene), "widget": "pad", "maxAttempts": 20,
                "timeoutUSec": 600_000_000,
            ]
            try begin("unlock.Verify", call, of: "anna", as: who)
            return screen
        }
        try attempt {
            var screen = try ask()
            for _ in 0..<7 { try draw(freshDots()) }
            try check()
            if happens(onceIn: 2), kiosk.isPowered {
                note("the power fails after guesses", "power fails after guesses")
                try losePower()
                try recover()
                screen = try ask()
            }
            lastRight = kiosk.clock.now
            try draw(variation == .duress && hasDuress ? Self.duress : Self.everyday)
            try check()
            screen.hangUp()
        }
    }

    /// The power fails while a wrong drawing is compared.
    func cutComparison() throws {
        try makeRoom()
        try attempt {
            let screen = try kiosk.present(Widgets.pattern(), as: frontEnds[0].identity)
            let stream = try kiosk.verification(on: screen, as: frontEnds[0].identity)
            func anna() throws -> JSONObject { try kiosk.users("anna").first ?? [:] }
            let before = try anna()
            guard before["state"] == "active", before["waitUSec"] == nil, before["locked"] != true,
                hasAlarm == false, !stream.isOver, let failed = before["failedAttempts"]?.integerValue
            else { return }
            kiosk.clock.workTime = { .milliseconds(400) }
            try draw(freshDots(), area: Rect(x: 320, y: 80, width: 640, height: 640))
            guard screen.names.last == "completed" else { return }
            // An attempt waits for changes that are on their way to the disk, uncounted and not compared.
            repeat {
                try kiosk.advance(by: .milliseconds(600))
            } while try kiosk.isPowered && kiosk.disk?.isAtRest == false
                && anna()["failedAttempts"]?.integerValue == failed
            guard kiosk.isPowered else { return }
            note("the power fails during a comparison", "power fails during a comparison")
            try check()
            try losePower()
            try recover()
            let counted = try anna()["failedAttempts"]?.integerValue ?? 0
            try rule("an attempt is counted before it is compared", counted > failed, "\(failed), then \(counted)")
        }
    }

    /// Somebody removes the vault or its guard, or puts back an older vault, while no daemon runs.
    func tamper() throws {
        guard hasAlarm == false else { return try repair() }
        try makeRoom()
        let state = kiosk.folder.path(of: "state/")
        let kind = pick(["the guard is removed", "the vault is removed", "an older vault is put back"])
        try kiosk.stopDaemon()
        func vault() -> [String] { TemporaryFolder.names(in: state).filter { $0.hasPrefix("vault.db") } }
        switch kind {
        case "the guard is removed": unsafe unlink(state + "vault.db.guard")
        case "the vault is removed":
            for name in vault() where name != "vault.db.guard" { unsafe unlink(state + name) }
        default:
            let older = try TemporaryFolder.bytes(of: state + "vault.db")
            try startDaemon()
            try kiosk.call("io.touchd.unlock.MakeRecoveryKey", ["user": "anna"])
            try kiosk.stopDaemon()
            for name in vault() where name != "vault.db.guard" { unsafe unlink(state + name) }
            try kiosk.folder.write(older, to: "state/vault.db")
        }
        note(kind, kind)
        if kind == "the vault is removed" {
            (told, accounts) = ([:], [Account()])
        } else {
            let locked = accounts.map { account in
                var account = account
                if account.isThere { account.isLocked = true }
                return account
            }
            accounts = Set(locked)
        }
        (people, hasAlarm) = (people.mapValues { _ in Person() }, true)
        lockedOut = Set(people.keys)
        try startDaemon()
        if happens(onceIn: 2) {
            note("the power has failed during the start", "power fails during a start")
            kiosk.disk?.failPower(afterSteps: random.below(80))
        }
        try checkStored()
    }

    /// After an alarm, an administrator enrolls everybody and clears it.
    private func repair() throws {
        try makeRoom()
        note("an administrator enrolls everybody again", "repair")
        (people, hasDuress) = (people.mapValues { _ in Person() }, false)
        do {
            lockedOut.remove("anna")
            try kiosk.enroll("anna", dots: Self.everyday)
            try enrollDuress()
            lockedOut.remove("bert")
            try enrollPIN()
            hasAlarm = nil
            try kiosk.call("io.touchd.manage.ClearAlarm")
            hasAlarm = false
        } catch let error as Silence where kiosk.isPowered { throw error } catch is Silence {}
        try checkStored()
    }
}
