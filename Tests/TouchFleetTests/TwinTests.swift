import SeededNumbers
import StrictJSON
import Testing

@testable import TouchFleet

/// A subject of a stream as JetStream keeps it: a message with a known id is acknowledged again, and a new one is stored
/// only after the expected one.
private struct Subject {
    struct Message {
        let place: Place
        let id: String
    }

    private(set) var messages: [Message] = []

    /// - Parameter isLate: whether it arrives when its id, which was stored before, is forgotten.
    /// - Returns: the message's number; nil if another one was expected.
    mutating func publish(_ message: Message, after last: Int, isLate: Bool = false) -> Int? {
        if !isLate, let known = messages.firstIndex(where: { $0.id == message.id }) { return known + 1 }
        guard last == messages.count else { return nil }
        messages.append(message)
        return messages.count
    }
}

/// What is lost with a connection.
private enum Loss {
    case acknowledgement
    /// A message, which arrives later.
    case message
}

/// A kiosk with some results, which sends like ``Outbox``.
private struct Twin {
    /// The ids of its results, from sequence number 1 on.
    var results: [String]
    private var cursor: Place?
    private var line: (place: Place, number: Int)?
    /// Messages that have not arrived, and the number after which each belongs.
    private var late: [(message: Subject.Message, last: Int)] = []
    /// Whether it noticed another machine.
    private(set) var hasNoticed = false

    init(results: [String]) { self.results = results }

    private func known(_ place: Place) -> Place.Known {
        let found = (1...).prefix(results.count).first { $0 >= place.sequence }.map { (Int64($0), results[$0 - 1]) }
        return Place.Known(
            place: place, isOwn: place.isOwn(of: Int64(results.count), found: found.map { (sequence: $0.0, id: $0.1) }))
    }

    /// Sends the next result, over a new connection if need be.
    ///
    /// - Returns: whether something was left to do.
    mutating func step(_ subject: inout Subject, losing loss: Loss? = nil) -> Bool {
        var open = line ?? connect(subject)
        guard open.place.sequence < results.count else {
            line = open
            return false
        }
        let id = results[Int(open.place.sequence)]
        let next = Place(epoch: open.place.epoch, sequence: open.place.sequence + 1, id: id)
        let message = Subject.Message(place: next, id: Self.messageID(next, id))
        if loss == .message {
            late.append((message, open.number))
            line = nil
            return true
        }
        guard let number = subject.publish(message, after: open.number), loss == nil else {
            line = nil
            return true
        }
        open = (next, number)
        (line, cursor) = (open, next)
        return true
    }

    mutating func arrive(at subject: inout Subject) {
        for (message, last) in late { _ = subject.publish(message, after: last, isLate: true) }
        late = []
    }

    private static func messageID(_ place: Place, _ id: String) -> String {
        let result: JSONObject = ["sequence": .integer(place.sequence), "id": .string(id)]
        return FleetMessage(result: result, of: "lobby", place.epoch, FleetMessageTests.pseudonym)?.id ?? ""
    }

    private mutating func connect(_ subject: Subject) -> (place: Place, number: Int) {
        let stored = subject.messages.last?.place
        let found = Place.resume(cursor: cursor.map(known), stored: stored.map(known), key: "k")
        if found.isShared { hasNoticed = true }
        if found.place != stored { cursor = found.place }
        return (found.place, subject.messages.count)
    }
}

/// Machines with copies of one vault and one name.
struct TwinTests {
    /// Lets the machines send in random order, with new results now and then, until nothing is left.
    private static func run(_ twins: inout [Twin], _ subject: inout Subject, _ dice: inout SplitMix64, _ losses: [Loss])
    {
        for round in 0..<400 {
            let index = dice.below(twins.count)
            if dice.below(6) == 0 { twins[index].results.append("\(index)-\(round)") }
            let isLost = !losses.isEmpty && dice.below(8) == 0
            _ = twins[index].step(&subject, losing: isLost ? losses[round % losses.count] : nil)
            if round % 5 == 0 { twins[index].arrive(at: &subject) }
        }
        for _ in 0..<10 {
            for index in twins.indices {
                while twins[index].step(&subject) {}
                twins[index].arrive(at: &subject)
            }
        }
    }

    @Test(arguments: [2, 3], [false, true])
    func `every result of every copy arrives, and each copy notices the others`(count: Int, losses: Bool) {
        for seed in 0..<50 as Range<UInt64> {
            var dice = SplitMix64(seed: seed)
            var subject = Subject()
            var first = Twin(results: (0..<dice.below(10)).map { "common-\($0)" })
            while first.step(&subject) {}
            var twins = [Twin](repeating: first, count: count)
            Self.run(&twins, &subject, &dice, losses ? [.acknowledgement] : [])
            let arrived = Set(subject.messages.map(\.place.id))
            for twin in twins { #expect(twin.results.allSatisfy { arrived.contains($0) }, "seed \(seed)") }
            let noticed = twins.count { $0.hasNoticed }
            #expect(noticed >= count - 1, "seed \(seed)")
            // Epochs end: the machines do not drive each other on.
            let epochs = Dictionary(grouping: subject.messages, by: \.place.epoch.generation)
            #expect(epochs.count <= 3 * count, "seed \(seed): \(epochs.count)")
            if !losses, count == 2 {
                for (_, messages) in epochs {
                    let numbers = messages.map(\.place.sequence)
                    #expect(zip(numbers, numbers.dropFirst()).allSatisfy(<), "seed \(seed): \(numbers)")
                }
            }
        }
    }

    @Test func `one machine alone sends each result once, whatever is lost or late`() {
        for seed in 0..<50 as Range<UInt64> {
            var (dice, subject) = (SplitMix64(seed: seed), Subject())
            var twins = [Twin(results: [])]
            Self.run(&twins, &subject, &dice, [.acknowledgement, .message])
            #expect(subject.messages.map(\.place.id) == twins[0].results, "seed \(seed)")
            #expect(!twins[0].hasNoticed, "seed \(seed)")
        }
    }
}
