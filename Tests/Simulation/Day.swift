package import StrictJSON
private import TestSupport
private import TouchConfiguration
import TouchCore
package import TouchDevice
private import TouchDump

/// A day of a kiosk once more: what its panels reported, fed to a daemon with its configuration, at its own times.
///
/// The vault is a new one, everybody who calls is an administrator, and nothing of the machine is read or written.
package final class Day {
    /// What somebody does beside the panels.
    package struct Call {
        /// When, on the clock of the recording; nil: before it begins.
        let time: Instant?
        /// What others refer to it by: a text `$NAME.MEMBER` is that member of its first reply.
        let name: String
        let method: String
        let parameters: JSONObject

        /// - Parameter line: an object with `call`, and maybe `parameters`, `name` and `us`.
        package init?(_ line: JSONObject) {
            guard let method = line["call"]?.stringValue else { return nil }
            (self.method, name) = (method, line["name"]?.stringValue ?? method)
            parameters = line["parameters"]?.objectValue ?? [:]
            time = line["us"]?.integerValue.map { Instant(microseconds: $0) }
        }
    }

    /// How long before the first report the daemon starts, and how long after the last one it runs.
    private static let (before, after) = (Interval.seconds(10), Interval.seconds(600))

    private let kiosk: Kiosk
    private let recorded: [DeviceRecording]
    private let panels: [ScriptedPanel?]
    private var calls: [Call]
    private var open: [(name: String, stream: KioskStream, heard: Int)] = []
    private var logged = 0
    /// How much later than in the recording everything is.
    private var delay = Interval.zero
    private let tell: (String) -> Void

    /// A day with those devices, a configuration file with its drop-ins, patterns that are enrolled before, and calls;
    /// `tell` receives what happens, a line of JSON each.
    package init(
        of recorded: [DeviceRecording], configuration: String, secrets: [(user: String, dots: String)] = [],
        calls: [Call] = [], tell: @escaping (String) -> Void
    ) throws {
        (self.recorded, self.tell) = (recorded, tell)
        func place(_ call: EnumeratedSequence<[Call]>.Element) -> (Int64, Int) {
            (call.element.time?.microseconds ?? .min, call.offset)
        }
        self.calls = calls.enumerated().sorted { place($0) < place($1) }.map(\.element)
        panels = recorded.enumerated().map { index, recording in
            guard DeviceKind(recording).map({ $0.role == .touchscreen }) ?? true else { return nil }
            return try? ScriptedPanel(recording, port: index + 1)
        }
        kiosk = try Kiosk { ($0.keepsFrames, $0.checksReplies, $0.startsDaemon) = (true, false, !secrets.isEmpty) }
        for (user, dots) in secrets { try kiosk.enroll(user, dots: dots) }
        try kiosk.stopDaemon()
        logged = kiosk.journal.all.count
        try configure(with: configuration)
    }

    /// Copies a configuration and its drop-ins; what concerns the machine comes last, and is that of a simulation.
    private func configure(with path: String) throws {
        func copy(_ path: String, to name: String) throws {
            try kiosk.folder.write(try TemporaryFolder.bytes(of: path), to: name)
        }
        try copy(path, to: "touchd.conf")
        for name in TemporaryFolder.names(in: path + ".d") where name.hasSuffix(".conf") {
            try copy("\(path).d/\(name)", to: "touchd.conf.d/\(name)")
        }
        let own = """
            [touchd]
            state-directory=\(kiosk.folder.path(of: "state"))
            session-users=any
            [input]
            pinned-panels=
            [access]
            group-frontend=
            group-administrator=
            group-backend=
            group-operator=
            screen=
            [store]
            tpm=
            [metrics]
            prometheus-file=
            [web]
            user=0

            """
        try kiosk.folder.write(own, to: "touchd.conf.d/~simulation.conf")
        // The daemon would start with an earlier one.
        _ = try LoadedConfiguration(path: kiosk.folder.path(of: "touchd.conf"), isRequired: true)
    }

    /// Lets the day pass, and tells everything.
    package func pass() throws {
        let frames = DeviceRecording.merged(recorded)
        let times = frames.compactMap { $0.events.last?.microseconds }
        let first = Instant(microseconds: times.min() ?? 0)
        // A machine that has just booted has no time before.
        let room = Interval.seconds(1_000).microseconds
        let missing = kiosk.clock.now.advanced(by: Self.before).since(first).microseconds
        delay = .microseconds(max(0, (missing + room - 1) / room * room))
        kiosk.clock.pass(by: moment(first).since(kiosk.clock.now.advanced(by: Self.before)))
        kiosk.replacePanels(with: panels.compactMap(\.self))
        kiosk.frames.clear()
        try kiosk.startDaemon()
        say(["us": us(kiosk.clock.now), "clock": .integer(kiosk.clock.now.microseconds)])
        look()
        for (name, method) in [("results", "io.touchd.result.Watch"), ("unheard", "io.touchd.monitor.Unheard")] {
            open.append((name, try kiosk.stream(method), 0))
        }
        while calls.first.map({ $0.time == nil }) ?? false { try make(calls.removeFirst()) }
        for (device, events) in frames {
            guard let panel = panels[device], let last = events.last?.microseconds else { continue }
            try pass(until: moment(Instant(microseconds: last)))
            panel.play(events, later: delay)
            try kiosk.readPanels()
            look()
        }
        let end = Instant(microseconds: times.max() ?? 0)
        try pass(until: max(moment(end), moment(calls.last?.time ?? end)).advanced(by: Self.after))
    }

    private func moment(_ time: Instant) -> Instant { time.advanced(by: delay) }

    private func pass(until end: Instant) throws {
        while let call = calls.first, let time = call.time, moment(time) <= end {
            calls.removeFirst()
            try advance(to: moment(time))
            try make(call)
        }
        try advance(to: end)
    }

    private func advance(to end: Instant) throws {
        while let next = kiosk.clock.nextDeadline, next < end {
            try kiosk.advance(by: next.since(kiosk.clock.now))
            look()
        }
        try kiosk.advance(by: max(.zero, end.since(kiosk.clock.now)))
        look()
    }

    private func make(_ call: Call) throws {
        let parameters = insert(into: .object(call.parameters)).objectValue ?? [:]
        open.append((call.name, try kiosk.stream(call.method, parameters), 0))
        look()
    }

    /// Inserts what earlier calls have returned.
    private func insert(into value: JSON) -> JSON {
        switch value {
        case .string(let text) where text.hasPrefix("$"):
            let parts = text.dropFirst().split(separator: ".").map(String.init)
            let call = open.first { $0.name == parts.first }
            return call?.stream.all.first?[parts.last ?? ""] ?? value
        case .array(let values): return .array(values.map { insert(into: $0) })
        case .object(let members):
            return .object(JSONObject(members.map { ($0.key, Optional(insert(into: $0.value))) }))
        default: return value
        }
    }

    /// Tells what has happened since it was told last.
    private func look() {
        let now = kiosk.clock.now
        for var frame in kiosk.frames.frames {
            frame.time = frame.time.advanced(by: .microseconds(-delay.microseconds))
            tell(String(TraceLines.line(of: frame).dropLast()))
        }
        kiosk.frames.clear()
        for index in open.indices {
            let (name, stream, heard) = open[index]
            let replies = stream.all
            for reply in replies[heard...] where reply["alive"] == nil {
                say(["us": us(now), "from": .string(name), "reply": .object(reply)])
            }
            open[index].heard = replies.count
            if let failure = stream.failure {
                say(["us": us(now), "from": .string(name), "error": .string("\(failure)")])
            }
        }
        open.removeAll { $0.stream.failure != nil }
        let lines = kiosk.journal.all
        for line in lines[logged...] { say(["us": us(now), "log": .string(line)]) }
        logged = lines.count
    }

    private func us(_ time: Instant) -> JSON { .integer(time.microseconds - delay.microseconds) }

    private func say(_ line: JSONObject) {
        tell(line.description.replacing(kiosk.folder.path, with: "FOLDER"))
    }
}
