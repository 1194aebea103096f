import SeededNumbers
import StrictJSON
import TestSupport
import TouchCore

/// What holds after every step.
extension Shift {
    private static let ends: Set<String> = [
        "cancelled", "completed", "dropped", "ended", "long_pressed", "missed", "pressed", "rejected", "released",
        "judged", "snapped", "too_short", "too_sparse", "solved", "settled", "cleared",
    ]

    /// Looks at everything that has arrived.
    func check() throws {
        kiosk.readPeers()
        for frontEnd in frontEnds { try checkGestures(of: frontEnd) }
        for index in waiting.indices { try hear(&waiting[index]) }
        for idler in idlers {
            let told = idler.all.compactMap { $0["idle"]?.boolValue }
            try rule("idle and touched alternate", zip(told, told.dropFirst()).allSatisfy { $0 != $1 }, "\(told)")
        }
        // The daemon sees the end of a caller before the next call, which may ask for the number of connections.
        for call in waiting where call.stream.isOver { call.stream.hangUp() }
        waiting.removeAll { $0.stream.isOver }
        lastCheck = kiosk.clock.boottime
        if let disk = kiosk.disk, !disk.isOff, kiosk.runningDaemon != nil {
            try rule("no touch waits for the disk", disk.waits == 0, "\(disk.waits) syncs on the loop")
        }
        try rule("timers do not pile up", kiosk.clock.waitingCount < 400, "\(kiosk.clock.waitingCount) timers")
    }

    /// A gesture of a widget ends before the next one begins.
    private func checkGestures(of frontEnd: FrontEnd) throws {
        guard let screen = frontEnd.screen else { return }
        let events = screen.events
        // A PIN has a gesture for each entry, and a captcha by taps one for all taps.
        if frontEnd.kind == "pattern" || frontEnd.kind == "button" || frontEnd.kind == "slider" {
            for event in events[min(frontEnd.checked, events.count)...] {
                let (name, widget) = (event["name"]?.stringValue ?? "", event["widget"]?.stringValue ?? "")
                if name == "began" {
                    let isFirst = frontEnd.began.insert(widget).inserted
                    try rule("a gesture ends before the next", isFirst, "\(frontEnd.kind): \(screen.names.suffix(12))")
                } else if Self.ends.contains(name) {
                    frontEnd.began.remove(widget)
                }
            }
        }
        frontEnd.checked = events.count
        if screen.isOver { forget(frontEnd) }
    }

    /// What a caller heard: every judged attempt is stored, and none is compared during a wait.
    func hear(_ call: inout WaitingCall) throws {
        let replies = call.stream.all
        for reply in replies[min(call.heard, replies.count)...] {
            guard let attempt = reply["attempt"]?.objectValue else { continue }
            let (outcome, reason) = (attempt["outcome"]?.stringValue ?? "", attempt["reason"]?.stringValue ?? "")
            if let id = attempt["resultId"]?.stringValue {
                try rule("a result is told once", told[id] == nil, id)
                told[id] = outcome
                refusals["results \(call.name.prefix { $0 != "." }) \(outcome)", default: 0] += 1
            } else {
                try rule("only a failed disk loses a result", hasFault || reason == "storage_failed", "\(attempt)")
            }
            if reason == "untrusted_panel" { refusals["provenance_refusals", default: 0] += 1 }
            if reason == "storage_failed" { refusals["storage_errors"] = 1 }
            guard let user = call.user, var person = people[user] else { continue }
            try rule("nobody passes during an alarm", outcome != "passed" || !lockedOut.contains(user), "\(attempt)")
            if reason == "locked", kiosk.clock.boottime < person.lockedUntil, person.hasRebooted {
                note("a wait that began again is refused", "wait after a boot")
            }
            let isCompared = outcome == "passed" || reason.hasPrefix("wrong_")
            if isCompared {
                let left = person.lockedUntil.since(kiosk.clock.boottime)
                try rule("nothing is compared during a wait", left <= .milliseconds(300), "\(user): \(left) left")
            }
            // A right secret ends the count, also if the user was changed meanwhile or the result could not be stored.
            if outcome == "passed" || reason == "superseded" || reason == "storage_failed" {
                person = Person()
            } else if reason.hasPrefix("wrong_") {
                if kiosk.clock.now >= person.countsFrom { person.misses += 1 }
                person.wait = .microseconds(attempt["waitUSec"]?.integerValue ?? 0)
                // What is told soon after the machine slept was judged before.
                let isOld = slept.map { kiosk.clock.now.since($0) < .seconds(20) } ?? false
                person.lockedUntil = lastCheck.advanced(by: person.wait.adding(isOld ? Self.sleep.negated : .zero))
                if person.wait > .zero { note("\(user) has to wait", "wait") }
            }
            people[user] = person
        }
        call.heard = replies.count
    }

    /// What was told is stored, and the misses that were told are counted.
    func checkStored() throws {
        guard kiosk.runningDaemon != nil, kiosk.isPowered else { return }
        let peer = try kiosk.peer()
        for (id, outcome) in told.sorted(by: { $0.key < $1.key }).suffix(20) {
            let stored = try? peer.answer(to: "io.touchd.result.Get", ["id": .string(id)])["result"]?.objectValue
            try rule(
                "what was told is stored", stored?["outcome"]?.stringValue == outcome,
                "\(id) \(outcome): \(stored.map { "\($0)" } ?? "nothing")")
        }
        peer.hangUp()
        let users = try kiosk.users()
        for (name, person) in people.sorted(by: { $0.key < $1.key }) {
            let user = users.first { $0["name"]?.stringValue == name }
            // An alarm may have cost the account.
            if user == nil, hasAlarm != false { continue }
            let counted = Int(user?["failedAttempts"]?.integerValue ?? -1)
            try rule("a miss that was told is counted", counted >= person.misses, "\(name): \(counted) of \(person)")
        }
        try checkAccount()
        let vault = try kiosk.status("vault")
        let alarm = vault["alarm"]
        if let hasAlarm {
            let name = hasAlarm ? "an alarm stays until it is cleared" : "no crash looks like tampering"
            try rule(name, hasAlarm == (alarm != nil), "\(vault)")
        }
        hasAlarm = alarm != nil
    }

    /// Every refusal has its counter.
    func checkCounters() throws {
        guard kiosk.runningDaemon != nil, kiosk.isPowered else { return }
        var counters: [String: Int] = [:]
        for row in try kiosk.counters() {
            let name = ["name", "kind", "outcome"].compactMap { row[$0]?.stringValue }.joined(separator: " ")
            counters[name, default: 0] += Int(row["value"]?.integerValue ?? 0)
        }
        for (name, count) in refusals.sorted(by: { $0.key < $1.key }) {
            let counted = counters[name] ?? 0
            try rule("counted: \(name)", counted >= count, "\(counted) of \(count)")
        }
    }

    /// What is open: timers, connections, scenes, descriptors of the process.
    func openThings() throws -> [Int] {
        try kiosk.settle()
        let status = try kiosk.call("io.touchd.manage.Status")
        func number(_ part: String, _ name: String) -> Int {
            Int(status[part]?.objectValue?[name]?.integerValue ?? -1)
        }
        return [
            kiosk.clock.waitingCount, number("access", "connections"), number("screen", "scenes"),
            TemporaryFolder.names(in: "/proc/self/fd").count,
        ]
    }

    /// When a panel is quiet, the contacts are the kernel's fingers.
    func probe() throws {
        try liftAll()
        kiosk.clock.workTime = { .zero }
        try kiosk.advance(by: .seconds(6))
        try check()
        guard try kiosk.status("pause")["paused"] == [] else { return }
        let watch = try kiosk.stream("io.touchd.monitor.Contacts")
        guard watch.all.last?["hidden"] != true else { return }
        note("three fingers", "probe")
        try rule("no contact without a finger", watch.all.last?["contacts"] == [], "\(watch.all)")
        let places = [(200.0, 100.0), (900.0, 760.0), (1_100.0, 40.0)]
        for (finger, place) in places.enumerated() { try kiosk.draw("down \(finger) \(place.0),\(place.1)") }
        let contacts = watch.all.last?["contacts"]?.arrayValue?.compactMap(\.objectValue) ?? []
        let found = contacts.map { ($0["x"]?.doubleValue ?? 0, $0["y"]?.doubleValue ?? 0) }
        let isEqual = zip(found, places).allSatisfy { abs($0.0 - $1.0) < 1 && abs($0.1 - $1.1) < 1 }
        try rule("contacts are the kernel's slots", found.count == 3 && isEqual, "\(contacts)")
        try liftAll()
        try rule("every contact ends", watch.all.last?["contacts"] == [], "\(watch.all.suffix(3))")
    }

    /// A landing begins a gesture, or is counted with its reason.
    func countTap() throws {
        // A pad hears a landing between its keys, and a captcha one beside its parts, without effect.
        guard frontEnds.allSatisfy({ $0.screen == nil || $0.kind != "pin" && $0.kind != "captcha" }) else { return }
        try liftAll()
        try kiosk.advance(by: .seconds(6))
        try check()
        func unheard() throws -> Int64 {
            try kiosk.counters().filter { $0["name"] == "unheard" }.compactMap { $0["value"]?.integerValue }
                .reduce(0, +)
        }
        func begun() -> Int { frontEnds.reduce(0) { $0 + ($1.screen?.events.count ?? 0) } }
        let (before, events) = (try unheard(), begun())
        note("a tap that is counted", "counted tap")
        let place = Point(x: Double(random.below(1_280)), y: Double(random.below(800)))
        try kiosk.finger([(0, place)], lift: 70_000, after: 100_000)
        let (after, later) = (try unheard(), begun())
        try rule(
            "a landing is heard, or counted", after > before || later > events,
            "at \(place): \(before) then \(after), \(events) then \(later) events")
        try check()
    }

    /// Everybody goes: nothing waits, nothing holds the screen, what was told is stored.
    func end() throws {
        try liftAll()
        kiosk.disk?.fault = nil
        try idle(.seconds(7_200))
        kiosk.clock.workTime = { .zero }
        try check()
        if !kiosk.isPowered { return }
        let open = waiting.map(\.name)
        try rule("no call waits without an end", open.isEmpty, "\(open)")
        for frontEnd in frontEnds {
            try rule("every gesture ends", frontEnd.began.isEmpty, "\(frontEnd.screen?.names.suffix(8) ?? [])")
            frontEnd.screen?.hangUp()
            forget(frontEnd)
        }
        try kiosk.advance(by: .seconds(130))
        for idler in idlers {
            let told = idler.all.compactMap { $0["idle"]?.boolValue }
            try rule("who waits until nobody touches is told", told.last == true || idler.isOver, "\(told)")
            idler.hangUp()
        }
        idlers = []
        // Until the next sign of life to callers.
        try kiosk.advance(by: .seconds(20))
        let screen = try kiosk.status("screen")
        try rule("nobody who is gone holds the screen", screen["scenes"] == 0 && screen["holder"] == nil, "\(screen)")
        let things = try openThings()
        try rule("what was open is closed", zip(things, atRest).allSatisfy { $0 <= $1 }, "\(things), first \(atRest)")
        try checkStored()
        try checkCounters()
        let chain = try kiosk.call("io.touchd.result.VerifyChain")
        try rule("the chain of results is whole", chain["broken"] == nil, "\(chain)")
        try kiosk.stopDaemon()
        try kiosk.startDaemon()
        try checkStored()
    }

    /// What users other than administrators heard, of which a ``Variation`` may change nothing; what presenting front
    /// ends heard of other digits is left out.
    package func heard(despite variation: Variation) -> [String] {
        var names: [ArraySlice<UInt8>: Int] = [:]
        let part = kiosk.transcript.prefix(comparable ?? .max)
        return part.filter { $0.user != nil && !($0.isPresenting && variation == .digits) }.map { message in
            Self.withoutChance(message.text, &names)
        }
    }

    /// A message in which names drawn by chance are numbered, and tokens are their lengths.
    package static func withoutChance(_ text: String, _ names: inout [ArraySlice<UInt8>: Int]) -> String {
        let quote = UInt8(ascii: "\"")
        let words = Array(text.utf8).split(separator: quote, omittingEmptySubsequences: false).map { word in
            if word.count == 32, word.allSatisfy({ $0 < 58 || $0 > 96 && $0 < 103 }) {
                names[word] = names[word] ?? names.count
                return Array("name \(names[word] ?? 0)".utf8)
            }
            return word.starts(with: "eyJ".utf8) ? Array("token of \(word.count)".utf8) : Array(word)
        }
        return String(decoding: Array(words.joined(separator: [quote])), as: UTF8.self)
    }
}
