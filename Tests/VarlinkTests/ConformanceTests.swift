import StrictJSON
import Testing

@testable import Varlink

@Suite struct ConformanceTests {
    private let description: InterfaceDescription

    init() throws {
        description = try InterfaceDescription(
            parsing: """
                interface a.b
                type Kind (one, two)
                type Node (kind: Kind, next: ?Node)
                method M(node: Node, list: []Node, map: [string]int, note: ?string) -> ()
                """)
    }

    /// The path at which a value does not match a type, beginning with its own name; nil if it matches.
    private func place(of value: JSON, asA type: IDLType) -> String? {
        description.mismatch(["value": value], [IDLField(name: "value", type: type)])
    }

    @Test(
        arguments: [
            (.bool, true), (.int, 1), (.int, -9_223_372_036_854_775_808), (.float, 1.5), (.float, 1), (.string, ""),
            (.object, ["a": [1]]), (.named("Kind"), "one"), (.array(.int), []), (.array(.int), [1, 2]),
            (.array(.optional(.int)), [1, .null]), (.map(.bool), ["x": true]), (.map(.structure([])), ["x": [:]]),
            (.optional(.int), .null), (.optional(.int), 3), (.structure([]), [:]),
            (.named("Node"), ["kind": "two", "next": ["kind": "one", "next": .null]]),
        ] as [(IDLType, JSON)])
    func `a value of the type conforms`(type: IDLType, value: JSON) {
        #expect(place(of: value, asA: type) == nil)
    }

    @Test(
        arguments: [
            (.bool, 1), (.bool, "true"), (.int, 1.0), (.int, "1"), (.int, .null), (.float, "1"), (.float, true),
            (.string, 1),
            (.object, []), (.object, "x"), (.named("Kind"), "three"), (.named("Kind"), 1), (.array(.int), ["1"]),
            (.array(.int), ["a": 1]), (.map(.bool), ["x": 1]), (.map(.bool), []), (.map(.structure([])), ["x": 1]),
            (.optional(.int), "x"), (.structure([]), ["a": 1]), (.named("Node"), ["next": .null]),
            (.named("Node"), ["kind": "one", "next": ["kind": "x"]]),
        ] as [(IDLType, JSON)])
    func `a value of another type does not`(type: IDLType, value: JSON) {
        #expect(place(of: value, asA: type)?.hasPrefix("value") == true)
    }

    @Test(
        arguments: [
            (["note": .null], nil), (["note": "x"], nil), (["other": 1], "other"), (["note": 5], "note"),
            (["node": ["kind": "three"]], "node.kind"),
            (["node": ["kind": "one", "next": ["kind": 1]]], "node.next.kind"),
            (["list": [["kind": "one"], ["kind": "one", "extra": 1]]], "list[1].extra"),
            (["map": ["a": 1, "b": "2"]], "map[b]"),
            (["list": [["kind": "one"], [:]]], "list[1].kind"),
        ] as [(JSONObject, String?)])
    func `the first mismatch is named`(change: JSONObject, place: String?) {
        var parameters: JSONObject = ["node": ["kind": "one"], "list": [], "map": [:]]
        for (key, value) in change { parameters[key] = value }
        #expect(description.mismatch(parameters, description.methods["M"]?.input ?? []) == place)
    }
}
