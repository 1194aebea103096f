import InterfaceFiles
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchRecording
import Varlink

@testable import TouchModels
@testable import TouchScreen

/// Compares `io.touchd.scene` with the models: it has everything that a model reads or reports, and nothing else.
struct KindContractTests {
    static func scene() throws -> InterfaceDescription {
        try InterfaceDescription(parsing: try #require(InterfaceFiles.text(of: "io.touchd.scene")))
    }

    /// Names of the fields of a structure, or the words of an enumeration.
    static func members(of name: String) throws -> Set<String> {
        switch try #require(try scene().types[name]) {
        case .structure(let fields): return Set(fields.map(\.name))
        case .enumeration(let words): return Set(words)
        default: return []
        }
    }

    static let kinds = ModelCatalog.all.map { $0.kind }

    @Test func `the interface has every kind and no other`() throws {
        #expect(try Self.members(of: "Kind") == Set(Self.kinds))
    }

    @Test(arguments: kinds)
    func `a kind has its own member of the widget, with its own type`(kind: String) throws {
        let member = WidgetRequest.member(of: kind)
        #expect(try Self.members(of: "Widget").contains(member))
    }

    /// Settings of a challenge's widget come from the challenge.
    static let ownKinds = ModelCatalog.all.filter { !($0 is any ChallengeModel.Type) }.map { $0.kind }

    @Test(arguments: ownKinds)
    func `the interface has exactly the settings of a kind`(kind: String) throws {
        let model = try #require(ModelCatalog.model(of: kind))
        let error = #expect(throws: SettingError.self) {
            try model.init(settings: ["no-such-setting": .bool(true)], size: Size(width: 300, height: 200))
        }
        let parts = try #require(error).description.split(separator: " is not a setting; known are ")
        try #require(parts.count == 2, "\(kind) takes settings it does not know")
        let member = WidgetRequest.member(of: kind)
        let allowed = parts[1].split(separator: ", ").map(String.init)
        #expect(try Self.members(of: member.prefix(1).uppercased() + member.dropFirst()) == Set(allowed))
    }

    @Test func `the interface has exactly the words of the models`() throws {
        let words: [(String, [String])] = [
            ("Input", InputChoice.allCases.map(\.rawValue)), ("CancelRule", CancelRule.allCases.map(\.rawValue)),
            ("Grab", Grab.allCases.map(\.rawValue)), ("HintKind", Hint.allCases.map(\.rawValue)),
            ("Reason", Reason.allCases.map(\.rawValue)),
            ("EntryPurpose", SecretPurpose.allCases.map(\.rawValue)),
            ("Trail", PatternLock.Trail.allCases.map(\.rawValue)),
            ("Decoder", StrokeDecoder.Rule.allCases.map(\.rawValue)),
            ("ConfinedShape", ConfinedDrag.Shape.allCases.map(\.rawValue)),
            ("ConfinedGrab", ConfinedDrag.Grab.allCases.map(\.rawValue)),
            ("StartOutside", ConfinedDrag.StartOutside.allCases.map(\.rawValue)),
            ("Release", ConfinedDrag.Release.allCases.map(\.rawValue)),
            ("InertialGrab", InertialDrag.Grab.allCases.map(\.rawValue)),
            ("VelocityRule", InertialDrag.Velocity.allCases.map(\.rawValue)),
            ("SwapRule", SwapRule.allCases.map(\.rawValue)), ("ScrollRule", ScrollRule.allCases.map(\.rawValue)),
        ]
        for (name, cases) in words { #expect(try Self.members(of: name) == Set(cases), "\(name)") }
    }

    /// The messages of a scene for a trace, as sent to the socket.
    static func sent(_ trace: Trace) throws -> [JSONObject] {
        var player = try TracePlayer(trace)
        var events = Events()
        for input in trace.inputs { player.play(input, &events) }
        var openings = player.scene.widgets.map { EventOpening(widget: $0.id, kind: $0.kind) }
        return try events.list.map { event in
            var (text, writer) = (EventText(event.time), JSONWriter())
            text.write(event, of: events, after: &openings[event.widget], into: &writer)
            let reply = try JSONObject(parsing: Array(writer.bytes.dropLast()))
            return try #require(reply["parameters"]?.objectValue?["event"]?.objectValue)
        }
    }

    @Test(arguments: kinds)
    func `every event of the traces is sent whole, matches the interface and has a name of its kind`(kind: String)
        throws
    {
        let scene = try Self.scene()
        guard case .structure(let fields) = try #require(scene.types["Event"]) else { return }
        let own = WidgetRequest.member(of: kind)
        let foreign = Set(Self.kinds.map(WidgetRequest.member)).subtracting([own])
        let text = try #require(InterfaceFiles.text(of: "io.touchd.scene"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("#   \(kind) ") })
        // A row continues in lines that are indented deeper.
        let row = lines[start...start] + lines[(start + 1)...].prefix { $0.hasPrefix("#       ") }
        let known = Set(row.joined(separator: " ").split { !$0.isLetter && $0 != "_" }.map(String.init))
        var seen = 0
        for path in Fixtures.traces(kind) {
            let trace = try Trace(parsing: Fixtures.text(of: path))
            let (played, sent) = (try trace.play(), try Self.sent(trace))
            #expect(played.count == sent.count)
            seen += sent.count
            for (played, event) in zip(played, sent) {
                #expect(known.contains(event["name"]?.stringValue ?? ""), "\(kind): \(event) in \(path)")
                #expect(scene.mismatch(event, fields) == nil, "\(kind): \(event) in \(path)")
                #expect(foreign.allSatisfy { event[$0] == nil }, "\(kind): \(event) in \(path)")
                // It has everything in the trace.
                let parts = ["hint", own].map { event[$0]?.objectValue?.count ?? 0 }.reduce(0, +)
                let others = ["input", "reason"].count { event[$0] != nil }
                #expect(parts + others == played.fields.count, "\(played) is sent as \(event)")
            }
        }
        #expect(seen > 0)
    }

    @Test(arguments: kinds)
    func `the parts of a layout are in the interface`(kind: String) throws {
        let scene = try Self.scene()
        guard case .structure(let fields) = try #require(scene.types["Layout"]) else { return }
        let path = try #require(Fixtures.traces(kind).first)
        for line in try Trace(parsing: Fixtures.text(of: path)).widgets {
            let model = try #require(ModelCatalog.model(of: line.kind))
            let parts = try model.init(settings: line.settings, size: line.frame.size).layout
            var writer = JSONWriter()
            SceneDescription.write("it", ofKind: kind, parts, at: line.frame, into: &writer)
            #expect(scene.mismatch(try JSONObject(parsing: writer.bytes), fields) == nil, "\(kind)")
        }
    }
}
