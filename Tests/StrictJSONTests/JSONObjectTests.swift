import StrictJSON
import Testing

@Suite struct JSONObjectTests {
    @Test func `nil members of a literal are left out`() {
        let note: JSON? = nil
        #expect(["a": 1, "note": note] as JSONObject == ["a": 1])
    }

    @Test func `setting replaces in place, and nil removes`() {
        var object: JSONObject = ["a": 1, "b": 2]
        object["a"] = 3
        object["b"] = nil
        object["c"] = .null
        #expect(object.description == #"{"a":3,"c":null}"#)
    }

    @Test func `order does not matter for equality`() {
        #expect(["a": 1, "b": 2] as JSONObject == ["b": 2, "a": 1])
    }

    @Test(arguments: [["a": 1], ["a": 1, "b": 3], ["a": 1, "c": 2], ["a": 1.0, "b": 2]] as [JSONObject])
    func `another member, value or kind of number is not equal`(other: JSONObject) {
        #expect(other != ["a": 1, "b": 2])
    }

    @Test func `integers serve as doubles, but not the other way round`() {
        #expect(JSON.integer(2).doubleValue == 2)
        #expect(JSON.real(2).integerValue == nil)
    }
}
