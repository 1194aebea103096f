import InterfaceFiles
import TestSupport
import Testing
import TouchJudge
import TouchVault
import Varlink

@testable import TouchService

/// Compares the interface files with what clients can read and with the code.
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
        let description = try InterfaceDescription(parsing: try #require(InterfaceFiles.text(of: name)))
        #expect(!description.documentation.isEmpty)
        for method in description.methods.values { #expect(!method.documentation.isEmpty, "\(method.name)") }
        for type in description.types.values { #expect(!type.documentation.isEmpty, "\(type.name)") }
        for error in description.errors.values { #expect(!error.documentation.isEmpty, "\(error.name)") }
    }

    @Test func `the documented callers and replies of every method match the daemon's`() throws {
        let rig = try DaemonRig()
        #expect(Set(rig.daemon.interfaces.map(\.name)) == Set(InterfaceFiles.all.map(\.name)))
        for interface in rig.daemon.interfaces {
            let description = try InterfaceDescription(parsing: interface.description)
            #expect(Set(description.methods.keys) == Set(interface.methods.keys))
            for (name, method) in interface.methods {
                let lines = try #require(description.methods[name]).documentation.split(separator: "\n")
                var head = ["[Role: \(method.right.rawValue)]"]
                switch method.replies {
                case .one: break
                case .several: head.append("[Supports 'more' flag]")
                case .stream: head.append("[Requires 'more' flag]")
                }
                #expect(lines.prefix { $0.hasPrefix("[") }.map(String.init) == head, "\(interface.name).\(name)")
            }
        }
    }

    /// Types in several interfaces, since a file cannot use those of another.
    @Test(arguments: ["ChallengeKind", "Pause", "Point", "Profile", "Provenance", "Rect", "Secret"])
    func `a type in several interfaces is the same in all`(name: String) throws {
        let types = try InterfaceFiles.all.compactMap { file in
            try InterfaceDescription(parsing: file.text).types[name].map { declaration in
                guard case .structure(let fields) = declaration.type else { return "\(declaration.type)" }
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
            ("io.touchd.unlock", "ProofFault", RedemptionRefusal.allCases.map(\.rawValue) + ["subject_mismatch"]),
            ("io.touchd.result", "Kind", ResultKind.allCases.map(\.rawValue)),
            ("io.touchd.monitor", "ResultKind", ResultKind.allCases.map(\.rawValue)),
        ])
    func `an enumeration has exactly the words of the daemon`(interface: String, type: String, words: [String]) throws {
        let description = try InterfaceDescription(parsing: try #require(InterfaceFiles.text(of: interface)))
        guard case .enumeration(let declared) = description.types[type]?.type else {
            Issue.record("\(type) is not an enumeration")
            return
        }
        #expect(declared.sorted() == words.sorted())
    }
}
