import InterfaceFiles
import Testing
import Varlink

@testable import TouchService

/// The interface files against what clients can read and against the code.
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
}
