import StrictJSON
import TestSupport
import Testing

@testable import Varlink

@Suite struct InterfaceDescriptionTests {
    private static let example = """
        # First line.
        # Second line.
        interface org.example.thing

        # Not above anything.

        # A kind.
        type Kind (one, two)
        type Part ( # behind the bracket
          # How many.
          count: int, # behind the field
          kind: ?Kind,
          names: []string
        )

        # Does it.
        method Do(part: Part, notes: [string]string) -> (inner: (x: float, y: float), raw: object)
        method Nothing() -> ()
        error Broken (why: ?string)
        """

    @Test func `names and types are read, comments are skipped`() throws {
        let description = try InterfaceDescription(parsing: Self.example)
        #expect(description.name == "org.example.thing")
        #expect(description.types["Kind"] == .enumeration(["one", "two"]))
        #expect(
            description.types["Part"]
                == .structure([
                    IDLField(name: "count", type: .int), IDLField(name: "kind", type: .optional(.named("Kind"))),
                    IDLField(name: "names", type: .array(.string)),
                ]))
        #expect(description.methods["Do"]?.input.map(\.type) == [.named("Part"), .map(.string)])
        #expect(description.methods["Do"]?.output.map(\.name) == ["inner", "raw"])
        #expect(description.errors["Broken"]?.map(\.type) == [.optional(.string)])
    }

    @Test(arguments: [
        "interface a.b", "interface org.x-y.z9", "# only\n\ninterface a.b\nerror E ()",
        "interface a.b type T (a: ?[]?[string](x, y), b: [string]())",
        "interface a.b\nmethod M(type: int, method: bool, snake_case: string)->()",
        "interface a.b\ntype A (next: ?A, later: B)\ntype B (x: bool)", "interface a.b\r\nmethod M() -> ()\r\n",
    ])
    func `a valid description is read`(text: String) throws {
        _ = try InterfaceDescription(parsing: text)
    }

    @Test(arguments: [
        ("", "line 1: the file ends too early"),
        ("interface a.b\nmethd M() -> ()", "line 2: expected type, method or error, found 'methd'"),
        ("interface a.b\nmethod M()", "line 2: the file ends too early"),
        ("interface a.b\n\nmethod M(\n a: int\n b: int\n) -> ()", "line 5: expected ',', found 'b'"),
        ("interface a.b\nmethod M(a: int, b) -> ()", "line 2: expected ':' and a type after 'b'"),
        ("interface a.b\nerror E (a, b)", "line 2: expected fields with types"),
        ("interface a.b\n% é", "line 2: expected type, method or error, found '%'"),
    ])
    func `a bad description is rejected with its line`(text: String, message: String) {
        let error = #expect(throws: IDLError.self) { try InterfaceDescription(parsing: text) }
        #expect(error?.description == message)
    }

    @Test func `every prefix of a description is rejected or read safely`() {
        for count in 0..<Self.example.utf8.count {
            _ = try? InterfaceDescription(parsing: String(decoding: Self.example.utf8.prefix(count), as: UTF8.self))
        }
    }

    @Test func `a description that every client can read has no problems`() throws {
        let description = try InterfaceDescription(parsing: Self.example)
        #expect(description.portabilityProblems(of: Self.example).isEmpty)
    }

    @Test(arguments: [
        ("interface a.b\nmethod M(a: [][]int) -> ()", "M: array or map inside an array or map"),
        ("interface a.b\nmethod M(a: []?int) -> ()", "M: '?' inside an array or map"),
        ("interface a.b\nmethod M(a: [string]()) -> ()", "M: set of strings"),
        ("interface a.b\nmethod M() -> ()\ntype T ()", "T: type without fields"),
        ("interface a.b\nmethod M(a: (one)) -> ()", "M: enumeration of one value"),
        ("interface a.b\nmethod M(Name: int) -> ()", "M: field name with a capital first letter"),
        ("interface a.B\nmethod M() -> ()", "capital letter or dash in the interface's name"),
        ("interface a.b\nerror E ()", "no method"),
        ("interface a.b\nmethod M() -> ()\r\n", "line 2: carriage return"),
    ])
    func `what some client cannot read is named`(text: String, problem: String) throws {
        let description = try InterfaceDescription(parsing: text)
        #expect(description.portabilityProblems(of: text) == [problem])
    }
}
