import InterfaceFiles
import StrictJSON
import Testing
import TouchCore
import TouchModels
import TouchTrace
import Varlink

@testable import TouchService

/// `io.touchd.scene` against the models: whatever a model reads or says is in the interface, and nothing else is.
struct KindContractTests {
    static func scene() throws -> InterfaceDescription {
        try InterfaceDescription(parsing: try #require(InterfaceFiles.text(of: "io.touchd.scene")))
    }

    /// Names of the fields of a structure, or the words of an enumeration.
    static func members(of name: String) throws -> Set<String> {
        let type = try #require(try scene().types[name])
        switch type.type {
        case .structure(let fields): return Set(fields.map(\.name))
        case .enumeration(let words): return Set(words)
        default: return []
        }
    }

    static let kinds = ModelCatalog.all.map { $0.kind }

    @Test func `the interface knows every kind and no other`() throws {
        #expect(try Self.members(of: "Kind") == Set(Self.kinds))
    }

    @Test(arguments: kinds)
    func `a kind has its member in the widget and its type`(kind: String) throws {
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
        guard case .unknown(_, let allowed) = error else {
            Issue.record("\(kind) takes settings it does not know")
            return
        }
        let member = WidgetRequest.member(of: kind)
        #expect(try Self.members(of: member.prefix(1).uppercased() + member.dropFirst()) == Set(allowed))
    }

    @Test func `the words of the interface are the words of the models`() throws {
        let words: [(String, [String])] = [
            ("Input", InputChoice.allCases.map(\.rawValue)), ("CancelRule", CancelRule.allCases.map(\.rawValue)),
            ("Grab", Grab.allCases.map(\.rawValue)), ("Hint", Hint.allCases.map(\.rawValue)),
            ("PatternPurpose", SecretPurpose.allCases.map(\.rawValue)),
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

    @Test func `every reason is documented at the event`() throws {
        let text = try #require(InterfaceFiles.text(of: "io.touchd.scene"))
        for reason in Reason.allCases { #expect(text.contains("\(reason.rawValue) ("), "\(reason.rawValue)") }
    }

    @Test(arguments: kinds)
    func `every event of the traces has a documented name, and only fields of the interface`(kind: String) throws {
        let fields = try Self.members(of: "Event")
        let text = try #require(InterfaceFiles.text(of: "io.touchd.scene"))
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let start = try #require(lines.firstIndex { $0.hasPrefix("#   \(kind) ") })
        // A row goes on in lines that are indented deeper.
        let row = lines[start...start] + lines[(start + 1)...].prefix { $0.hasPrefix("#       ") }
        let known = Set(row.joined(separator: " ").split { !$0.isLetter && $0 != "_" }.map(String.init))
        var seen = 0
        for path in Traces.files(kind) {
            for event in try Trace(parsing: Traces.read(path)).events {
                seen += 1
                #expect(known.contains(event.name), "\(kind): \(event.name) in \(path)")
                for key in event.fields.keys { #expect(fields.contains(key), "\(kind): \(event.name).\(key)") }
            }
        }
        #expect(seen > 0)
    }

    /// Whether a value goes out as the interface says; strict clients refuse 1.0 for an int.
    static func fits(_ value: Events.Value, _ type: IDLType) -> Bool {
        switch (value, type) {
        case (_, .optional(let inner)): fits(value, inner)
        case (.bool, .bool), (.integer, .int), (.integer, .float), (.number, .float), (.word, .string), (.word, .named):
            true
        case (.words, .array(.string)), (.integers, .array(.int)), (.numbers, .array(.float)): true
        default: false
        }
    }

    @Test(arguments: kinds)
    func `every field is sent with the type the interface gives it`(kind: String) throws {
        guard case .structure(let fields) = try Self.scene().types["Event"]?.type else { return }
        let types = Dictionary(uniqueKeysWithValues: fields.map { ($0.name, $0.type) })
        for path in Traces.files(kind) {
            for event in try Trace(parsing: Traces.read(path)).play() {
                for (key, value) in event.fields {
                    let type = try #require(types[key])
                    #expect(Self.fits(value, type), "\(kind): \(event.name).\(key) is \(value)")
                }
            }
        }
    }

    @Test(arguments: kinds)
    func `the parts of a layout are in the interface`(kind: String) throws {
        let fields = try Self.members(of: "Layout")
        let path = try #require(Traces.files(kind).first)
        for line in try Trace(parsing: Traces.read(path)).widgets {
            let model = try #require(ModelCatalog.model(of: line.kind))
            for part in try model.init(settings: line.settings, size: line.frame.size).layout {
                #expect(fields.contains(part.name), "\(kind): \(part.name)")
            }
        }
    }
}
