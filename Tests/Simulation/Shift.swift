import SeededNumbers
import TestSupport
import TouchCore
import TouchSimulator
import Varlink
import TouchDevice

/// A rule that a shift broke.
package struct Violation: Error, CustomStringConvertible {
    package let description: String
}

/// What differs between two runs of a seed, of which some may see nothing.
package enum Variation: CaseIterable, Sendable {
    case none
    /// Other digits, another number of them, in another rhythm: with the same first landing, outcome and moment.
    case digits
    /// The duress secret instead of the everyday one.
    case duress
}

/// A shift of a kiosk, drawn from a seed: people, front ends, an administrator, and what goes wrong.
///
/// After every step the rules hold that ``Shift`` checks (see `Shift+Rules`).
package final class Shift {
    let kiosk: Kiosk
    private let seed: UInt64
    var random: SplitMix64
    /// Draws only what a ``Variation`` varies.
    var varied: SplitMix64
    /// Draws what a loss of power leaves.
    var platter: SplitMix64
    /// Whether it may leave any part of what was not synced; else all of it, or nothing.
    let tearsWrites: Bool
    /// How much of what was heard can be compared with another run; nil: all.
    private(set) var comparable: Int?
    /// What front ends ask to be told of a drawing.
    ///
    /// A live trail tells two secrets apart, so every other seed has none.
    let trails: [String]
    /// From when on the panel's state is known again after lost reports.
    ///
    /// Until then, a finger that lands where another has lifted begins with its first move.
    var settled = Instant.zero
    /// How long the machine sleeps, and when it last did, since the boot.
    static let sleep = Interval.seconds(3_600)
    var slept: Instant?
    /// When somebody last entered a right secret, since the boot.
    var lastRight: Instant?
    var wrongPINs = 0
    /// What differs from the shift of its seed.
    package let variation: Variation
    let frontEnds: [FrontEnd]
    /// What the people who can unlock remember, by name.
    var people = ["anna": Person(), "bert": Person()]
    var waiting: [WaitingCall] = []
    var idlers: [KioskStream] = []
    /// Results that were told, by id, with their outcome.
    var told: [String: String] = [:]
    var hasFault = false
    /// Whether the vault has an alarm; nil: not known.
    var hasAlarm: Bool? = false
    /// Whether anna has a duress secret for certain.
    var hasDuress = false
    /// Who was not enrolled again since an alarm.
    var lockedOut: Set<String> = []
    /// When callers were heard last, by the time since boot.
    var lastCheck = Instant.zero
    /// What carla's account may be.
    var accounts: Set<Account> = [Account()]
    var drawn: Set<String> = []
    /// What was refused since the daemon's start, by its counter.
    var refusals: [String: Int] = [:]
    /// What is open while nobody is there: timers, connections, scenes.
    var atRest: [Int] = []
    /// What happened, the last of it last.
    package private(set) var story: [String] = []
    /// How often each kind of step and each rule's case occurred.
    package private(set) var counts: [String: Int] = [:]

    struct Person {
        /// Wrong secrets that were told to be wrong since the last right one.
        var misses = 0
        /// From when on they are counted here: what was told soon after a wait was cleared may have been before.
        var countsFrom = Instant.zero
        /// Until when, by the time since boot, no secret is compared.
        var lockedUntil = Instant.zero
        /// The wait that was told last, which begins again with a boot.
        var wait = Interval.zero
        var hasRebooted = false
    }

    struct WaitingCall {
        let name: String
        let user: String?
        let stream: KioskStream
        var heard = 0
    }

    final class FrontEnd {
        let identity: Identity
        var screen: Presentation<KioskStream>?
        var kind = ""
        var checked = 0
        /// Widgets with a gesture in progress.
        var began: Set<String> = []

        init(_ identity: Identity) { self.identity = identity }
    }

    static let everyday = "1-4-8-5-9"
    static let duress = "7-5-9-6-2"
    static let pin = "4071"

    /// Everybody may show scenes; ``backend`` sees what backends do.
    static let access = "group-frontend=\ngroup-backend=games\ngroup-operator=games"
    static let input = "wake-guard=1s\ndark-screen=ignore"
    static let backend = Identity(user: 1_002, group: 1_002, groups: [60])

    /// Begins a shift: two people are enrolled.
    package init(seed: UInt64, variation: Variation = .none) throws {
        (random, varied, platter) = (SplitMix64(seed: seed), SplitMix64(seed: seed ^ 1), SplitMix64(seed: seed ^ 2))
        (self.seed, self.variation) = (seed, variation)
        tearsWrites = seed % 3 == 0
        trails = seed % 2 == 0 ? ["count", "live"] : ["count"]
        kiosk = try Kiosk {
            ($0.description, $0.input, $0.access) = (.touchsim.withPalms, Shift.input, Shift.access)
            ($0.chance, $0.hasDisk, $0.checksReplies, $0.keepsTranscript) = (seed, true, false, true)
        }
        frontEnds = [1_000, 1_001].map { FrontEnd(Identity(user: $0, group: $0)) }
        try light(true)
        try kiosk.enroll("anna", dots: Self.everyday)
        try enrollDuress()
        try enrollPIN()
        try kiosk.advance(by: .seconds(60))
        atRest = try openThings()
    }

    package func work(steps: Int) throws {
        for step in 0..<steps {
            // A variation may draw more numbers, for other salts; the next step has the same ones again.
            kiosk.reseed(seed &* 1_000 &+ UInt64(step))
            do { try work() } catch let error as ClientError {
                guard !kiosk.isPowered else { throw error }
            }
            try recover()
            try check()
        }
        kiosk.disk?.failPower(afterSyncs: .max)
        try end()
    }

    func note(_ text: @autoclosure () -> String, _ kind: String) {
        counts[kind, default: 0] += 1
        story.append("\(kiosk.clock.now.microseconds): \(text())")
        if story.count > 60 { story.removeFirst(20) }
    }

    /// Notes that a rule's case occurred, and throws if it was broken.
    func rule(_ name: String, _ holds: Bool, _ what: @autoclosure () -> String) throws {
        counts["rule: " + name, default: 0] += 1
        if !holds { throw Violation(description: "\(name): \(what())") }
    }

    func pick<Element>(_ all: [Element]) -> Element { all[random.below(all.count)] }

    /// Whether something happens that does once in so many times.
    func happens(onceIn count: Int) -> Bool { random.below(count) == 0 }

    // MARK: - A step

    private func work() throws {
        switch random.below(100) {
        case 0..<14: try enter()
        case 14..<18: try tapSomewhere()
        case 18..<21: try slap()
        case 21..<24: try palm()
        case 24..<26: try ghost()
        case 26..<29: try rest()
        case 29..<33: try disturb()
        case 33..<35: try workOnAccount()
        case 35: try [guess, insist, cutComparison, tamper][random.below(4)]()
        case 36..<50: try present()
        case 50: try waitUntilIdle()
        case 51: try touchInTheDark()
        case 52..<57: try leave()
        case 57..<66: try askForUnlock()
        case 66..<72: try solve()
        case 72..<80: try administrate()
        case 80..<83: try annoy()
        case 83..<91: try pass()
        case 91..<94: try spoilDisk()
        case 94..<96: try crash()
        case 96..<98: try probe()
        default: try countTap()
        }
    }

    /// After a loss of power the machine starts again, and the front ends find their connections closed.
    func recover() throws {
        guard !kiosk.isPowered || kiosk.runningDaemon == nil else { return }
        if kiosk.isPowered { forgetLastRight() } else { try losePower() }
        kiosk.clock.pass(by: .seconds(5))
        try startDaemon()
        try checkStored()
    }

    /// The power fails, and the machine boots: waits begin again.
    func losePower() throws {
        forgetLastRight()
        // A variation may write more, of which other parts would remain.
        if tearsWrites, comparable == nil { comparable = kiosk.transcript.count }
        let remains: KioskDisk.Remains = tearsWrites ? .anything : Bool.random(using: &platter) ? .everything : .nothing
        try kiosk.losePower(for: .seconds(Int64(random.below(600))), leaving: remains, using: &platter)
        (lastRight, slept, settled, lastCheck) = (nil, nil, .zero, .zero)
        people = people.mapValues { person in
            var person = person
            (person.countsFrom, person.hasRebooted) = (.zero, true)
            person.lockedUntil = Instant.zero.advanced(by: person.wait)
            return person
        }
    }

    /// A right secret may have been compared, which ends the count, and not have been answered.
    private func forgetLastRight() {
        guard let lastRight, (kiosk.failedAt ?? kiosk.clock.now).since(lastRight) < .seconds(20) else { return }
        people = people.mapValues { _ in Person() }
    }

    /// Starts the daemon; nobody is connected to it.
    func startDaemon() throws {
        note("the daemon starts", "start")
        for frontEnd in frontEnds { forget(frontEnd) }
        (waiting, idlers, refusals) = ([], [], [:])
        try kiosk.startDaemon()
    }

    func forget(_ frontEnd: FrontEnd) {
        frontEnd.screen?.hangUp()
        frontEnd.screen = nil
        frontEnd.began = []
        frontEnd.checked = 0
    }
}

extension DeviceDescription {
    fileprivate var withPalms: DeviceDescription {
        var description = self
        description.axes[0x37] = Axis(minimum: 0, maximum: 2)
        description.codes[InputCode.absolute, default: []].insert(0x37)
        return description
    }
}
