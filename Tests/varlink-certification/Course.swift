import StrictJSON

extension CertificationInterface {
    struct Step {
        let method: String
        var wantsMore = false
        var isOneway = false
        let sent: JSONObject
        let replies: [JSONObject]
    }

    private static let record: JSONObject = [
        "bool": false, "int": 2, "float": .real(.pi), "string": "a lot of string",
    ]
    private static let map: JSON = ["foo": "Foo", "bar": "Bar"]
    private static let set: JSON = ["one": [:], "two": [:], "three": [:]]
    private static let stringReplies: [JSON] = (1...10).map { .string("Reply number \($0)") }
    private static let myType: JSON = [
        "object": ["method": "org.varlink.certification.Test09", "parameters": ["map": map]],
        "enum": "two",
        "struct": ["first": 1, "second": "2"],
        "array": ["one", "two", "three"],
        "dictionary": map,
        "stringset": set,
        "interface": [
            "foo": [.null, ["foo": "foo", "bar": "bar"], .null, ["one": "foo", "two": "bar"]],
            "anon": ["foo": true, "bar": false],
        ],
    ]

    static let course: [Step] = [
        Step(method: "Test01", sent: [:], replies: [["bool": true]]),
        Step(method: "Test02", sent: ["bool": true], replies: [["int": 1]]),
        Step(method: "Test03", sent: ["int": 1], replies: [["float": 1.0]]),
        Step(method: "Test04", sent: ["float": 1.0], replies: [["string": "ping"]]),
        Step(method: "Test05", sent: ["string": "ping"], replies: [record]),
        Step(method: "Test06", sent: record, replies: [["struct": .object(record)]]),
        Step(method: "Test07", sent: ["struct": .object(record)], replies: [["map": map]]),
        Step(method: "Test08", sent: ["map": map], replies: [["set": set]]),
        Step(method: "Test09", sent: ["set": set], replies: [["mytype": myType]]),
        Step(
            method: "Test10", wantsMore: true, sent: ["mytype": myType], replies: stringReplies.map { ["string": $0] }),
        Step(method: "Test11", isOneway: true, sent: ["last_more_replies": .array(stringReplies)], replies: [[:]]),
        Step(method: "End", sent: [:], replies: [["all_ok": true]]),
    ]
}
