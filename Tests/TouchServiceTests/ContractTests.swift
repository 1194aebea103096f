import InterfaceFiles
import Simulation
import StrictJSON
import TestSupport
import Testing
import TouchCore
import TouchModels
import TouchVault
import Varlink

@testable import TouchService

struct ContractTests {
    @Test(arguments: InterfaceFiles.all.map(\.name))
    func `a file is understood by every known client`(name: String) throws {
        let text = try #require(InterfaceFiles.text(of: name))
        let description = try InterfaceDescription(parsing: text)
        #expect(description.name == name)
        #expect(description.portabilityProblems(of: text) == [])
    }

    @Test(arguments: InterfaceFiles.all.map(\.name))
    func `every member is documented`(name: String) throws {
        let text = try #require(InterfaceFiles.text(of: name))
        let description = try InterfaceDescription(parsing: text)
        let members = [
            ("interface", [name]), ("type", Array(description.types.keys)), ("method", Array(description.methods.keys)),
            ("error", Array(description.errors.keys)),
        ]
        for (word, names) in members {
            for name in names { #expect(!Self.comment(above: "\(word) \(name)", in: text).isEmpty, "\(word) \(name)") }
        }
    }

    /// The lines of the comment above a declaration, without `#`.
    private static func comment(above declaration: String, in text: String) -> [String] {
        let lines = text.split(separator: "\n", omittingEmptySubsequences: false)
        let place = lines.firstIndex {
            $0 == declaration || $0.hasPrefix(declaration + " ") || $0.hasPrefix(declaration + "(")
        }
        guard let place else { return [] }
        return lines[..<place].reversed().prefix { $0.hasPrefix("#") }.reversed().map { String($0.dropFirst(2)) }
    }

    @Test func `the documented callers and replies of every method match the daemon's`() throws {
        let rig = try Kiosk.large()
        #expect(Set(rig.daemon.interfaces.map(\.name)) == Set(InterfaceFiles.all.map(\.name)))
        for interface in rig.daemon.interfaces {
            let description = try InterfaceDescription(parsing: interface.description)
            #expect(Set(description.methods.keys) == Set(interface.methods.keys))
            for (name, method) in interface.methods {
                let lines = Self.comment(above: "method \(name)", in: interface.description)
                var head = ["[Role: \(method.right.rawValue)]"]
                switch method.replies {
                case .one: break
                case .several: head.append("[Supports 'more' flag]")
                case .stream: head.append("[Requires 'more' flag]")
                }
                #expect(lines.prefix { $0.hasPrefix("[") } == head[...], "\(interface.name).\(name)")
            }
        }
    }

    /// Groups that exist on every Debian system and are unused, and what their members may do.
    private static let members: [(group: UInt32?, rights: Set<ServiceInterface.Right>)] = [
        (nil, [.observer]), (60, [.observer, .frontend, .screen]), (26, [.observer, .backend, .counts]),
        (22, [.observer, .operator, .counts]),
        (39, [.observer, .frontend, .screen, .backend, .operator, .counts, .administrator]),
    ]
    /// Those that a caller is told; the others follow from them.
    private static let told: Set<String> = ["frontend", "backend", "operator", "administrator", "screen"]

    /// A value of that type, without what is optional.
    private static func value(of type: IDLType, _ description: InterfaceDescription) -> JSON {
        switch type {
        case .bool: false
        case .int, .float: 1
        case .string: "x"
        case .array: []
        case .object, .map: [:]
        case .optional: .null
        case .enumeration(let words): .string(words[0])
        case .named(let name): description.types[name].map { value(of: $0, description) } ?? .null
        case .structure(let fields):
            .object(
                JSONObject(
                    fields.filter { if case .optional = $0.type { false } else { true } }
                        .map { ($0.name, Optional(value(of: $0.type, description))) }))
        }
    }

    @Test func `a member of a group has its role, and is denied every method that the role has not`() throws {
        let groups = "group-frontend=games\ngroup-backend=tape\ngroup-operator=voice\ngroup-administrator=irc"
        let kiosk = try Kiosk { $0.access = groups }
        let interfaces = kiosk.daemon.interfaces
        for (group, rights) in Self.members {
            let caller = group.map { Identity.nobody.joining($0) } ?? .nobody
            let access = try kiosk.call("io.touchd.manage.Status", as: caller)["access"]?.objectValue
            let told = access?["rights"]?.arrayValue?.compactMap(\.stringValue) ?? []
            #expect(Set(told) == Set(rights.map(\.rawValue)).intersection(Self.told), "\(group ?? 0)")
            if rights.contains(.administrator) {
                let refusal = try kiosk.refusal("io.touchd.unlock.Remove", ["user": "anna"], as: caller)
                #expect(refusal?.name == "io.touchd.unlock.NoSuchUser")
            }
            for interface in interfaces {
                let description = try InterfaceDescription(parsing: interface.description)
                for (name, method) in interface.methods where !rights.contains(method.right) {
                    let input = try #require(description.methods[name]).input
                    let parameters = Self.value(of: .structure(input), description).objectValue ?? [:]
                    let refusal = try kiosk.refusal("\(interface.name).\(name)", parameters, as: caller)
                    #expect(refusal == .permissionDenied, "\(interface.name).\(name) of \(group ?? 0)")
                }
            }
        }
    }

    /// Types in several interfaces, since a file cannot use those of another.
    @Test(arguments: [
        "BusyReason", "Challenge", "ChallengeKind", "Pause", "Point", "Profile", "Provenance", "Rect", "Secret",
    ])
    func `a type in several interfaces is the same in all`(name: String) throws {
        let types = try InterfaceFiles.all.compactMap { file in
            try InterfaceDescription(parsing: file.text).types[name].map { type in
                guard case .structure(let fields) = type else { return "\(type)" }
                return fields.map { "\($0.name): \($0.type)" }.joined(separator: ", ")
            }
        }
        #expect(types.count >= 2)
        #expect(types.allSatisfy { $0 == types[0] })
    }

    @Test(
        arguments: [
            ("io.touchd.captcha", "Flaw", TrackFlaw.allCases.map(\.rawValue)),
            ("io.touchd.token", "Refusal", RedemptionRefusal.allCases.map(\.rawValue)),
            (
                "io.touchd.unlock", "ProofFault",
                RedemptionRefusal.allCases.map(\.rawValue) + ["subject_mismatch", "strong_needed"]
            ),
            ("io.touchd.result", "Kind", ResultKind.allCases.map(\.rawValue)),
            ("io.touchd.monitor", "ResultKind", ResultKind.allCases.map(\.rawValue)),
            ("io.touchd.monitor", "UnheardReason", Unheard.allCases.map(\.rawValue)),
        ])
    func `an enumeration has exactly the words of the daemon`(interface: String, type: String, words: [String]) throws {
        let description = try InterfaceDescription(parsing: try #require(InterfaceFiles.text(of: interface)))
        guard case .enumeration(let declared) = description.types[type] else {
            Issue.record("\(type) is not an enumeration")
            return
        }
        #expect(declared.sorted() == words.sorted())
    }
}
