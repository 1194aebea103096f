import TestSupport
import Testing
import TouchCore
import TouchModels

/// Invariants of every model, for any fingers.
struct InvariantTests {
    /// Sequences over all kinds; `make nightly` asks for more.
    static let sequences = effort("TOUCHD_SEQUENCES", usual: 5_000)

    @Test func `every kind is among the subjects`() {
        #expect(Subject.all.map(\.kind) == ModelCatalog.all.map { $0.kind })
    }

    @Test(arguments: Subject.all)
    func `every gesture has one beginning and one end, and all numbers stay in range`(subject: Subject) throws {
        let share = max(Self.sequences / Subject.all.count, 1)
        var (ends, broken): (Int, [String]) = (0, [])
        for seed in 0..<share {
            var person = RandomPerson(seed: UInt64(seed))
            let settings = person.settings(for: subject)
            var scene = try subject.scene(settings)
            var ledger = Ledger(kind: subject.kind)
            var events = Events()
            person.play(on: &scene, &events) { ledger.enter($0) }
            ledger.close()
            ends += ledger.ends
            if let problem = ledger.problem { broken.append("seed \(seed): \(problem); settings \(settings)") }
        }
        #expect(broken.isEmpty, "\(broken.count) of \(share), first \(broken.first ?? "")")
        // A test whose gestures never reach an end would prove nothing.
        #expect(ends > share / 4)
    }
}

/// Checks the events of one sequence and keeps the first violation.
struct Ledger {
    let kind: String
    private(set) var problem: String?
    private(set) var ends = 0
    private var isOpen = false
    private var latest = Instant(microseconds: .min)
    private var order: [String] = ["a0", "a1", "a2", "b0", "b1", "d0", "d1", "d2"]

    init(kind: String) {
        self.kind = kind
    }

    /// The sequence is over and its scene gone: no gesture may be open.
    mutating func close() {
        if isOpen { note("a gesture never ended") }
    }

    mutating func enter(_ events: borrowing Events) {
        for event in events.list {
            switch event.role {
            case .start:
                if isOpen { note("\(event.name) while a gesture was open") }
                isOpen = true
            case .end:
                if !isOpen { note("\(event.name) without a gesture") }
                isOpen = false
                ends += 1
            case .step, .move: break
            }
            if event.time < latest { note("\(event.name) is dated before the event before it") }
            latest = max(latest, event.time)
            var fields: [String: Events.Value] = [:]
            for field in events.fields(of: event) {
                let earlier = fields.updateValue(field.value, forKey: field.key)
                if earlier != nil { note("\(field.key) twice") }
            }
            check(event, fields)
        }
    }

    private mutating func note(_ problem: String) {
        if self.problem == nil { self.problem = problem }
    }

    private mutating func check(_ event: Events.Event, _ fields: [String: Events.Value]) {
        for (key, value) in fields {
            guard case .number(let number) = value else { continue }
            if !number.isFinite { note("\(event.name).\(key) is \(number)") }
            if ["value", "distance", "progress"].contains(key) && !(0...1).contains(number) {
                note("\(event.name).\(key) is \(number)")
            }
            if ["dx", "dy"].contains(key) && !(-1...1).contains(number) { note("\(event.name).\(key) is \(number)") }
        }
        if event.role == .end {
            if fields["input"] != .word("drag") && fields["input"] != .word("tap") {
                note("\(event.name) has no input")
            }
            let hasReason = fields["reason"] != nil
            if (event.name == "cancelled" || event.name == "rejected") != hasReason { note("\(event.name): reason") }
        }
        switch kind {
        case "confined_drag":
            let (x, y) = (number(fields["x"]) ?? 150, number(fields["y"]) ?? 100)
            let distance = Point(x: x, y: y).distance(to: Point(x: 150, y: 100))
            if distance > 100 + 1e-9 { note("\(event.name): the handle is \(distance) from the center") }
        case "inertial_drag":
            for (keyX, keyY) in [("x", "y"), ("targetX", "targetY")] {
                if let x = number(fields[keyX]), !(0...300).contains(x) { note("\(event.name).\(keyX) is \(x)") }
                if let y = number(fields[keyY]), !(0...200).contains(y) { note("\(event.name).\(keyY) is \(y)") }
            }
        case "reorder_list": checkOrder(event, fields)
        case "step_slider": checkNode(event, fields)
        case "captcha":
            if let x = number(fields["x"]), !(0...260).contains(x) { note("\(event.name).x is \(x)") }
        default: break
        }
    }

    private func number(_ value: Events.Value?) -> Double? {
        guard case .number(let number) = value else { return nil }
        return number
    }

    /// At rest the value is the node's, exactly.
    private mutating func checkNode(_ event: Events.Event, _ fields: [String: Events.Value]) {
        guard event.role == .end || event.name == "snapped", case .integer(let index) = fields["index"] else { return }
        if number(fields["value"]) != Double(index) / 4 { note("\(event.name) beside node \(index)") }
    }

    /// The order changes by moving one row, and only when the list reports it.
    private mutating func checkOrder(_ event: Events.Event, _ fields: [String: Events.Value]) {
        if let offset = number(fields["offset"]), !(0...650).contains(offset) { note("offset is \(offset)") }
        guard case .words(let now) = fields["order"] else { return }
        if event.name == "dropped", case .integer(let from) = fields["from"], case .integer(let to) = fields["to"] {
            order.insert(order.remove(at: from), at: to)
        } else if case .word(let id) = fields["id"], now != order {
            // onCancel keep: the row has moved, all others are unchanged.
            if now.filter({ $0 != id }) != order.filter({ $0 != id }) { note("\(event.name) changed other rows") }
            order = now
        }
        if now != order { note("\(event.name): order is \(now), not \(order)") }
        if case .integers(let sizes) = fields["sectionSizes"], sizes.reduce(0, +) != 8 { note("sizes are \(sizes)") }
    }
}
