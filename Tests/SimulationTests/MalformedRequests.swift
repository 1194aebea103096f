import SeededNumbers

/// Invalid calls of `io.touchd.captcha`, the same ones each time.
struct MalformedRequests {
    private typealias Member = (key: String, value: String)

    private var random: SplitMix64
    private let calls: [(method: String, parameters: [Member])]

    init(seed: UInt64, challenge: String) {
        random = SplitMix64(seed: seed)
        let name = ("challengeId", "\"\(challenge)\"")
        let puzzle = #"{"drive":"bar","pictures":true,"width":160,"height":120,"shape":"M0 0 H48 V48 H0 Z"}"#
        calls = [
            (
                "Create",
                [
                    ("profile", "\"simple\""), ("maxAttempts", "3"), ("timeoutUSec", "60000000"),
                    ("claims", #"{"audience":"shop","nonce":"n","action":"print"}"#), ("puzzle", puzzle),
                    ("asking", #"{"prompt":"why"}"#),
                ]
            ),
            ("Create", [("profile", "\"given\""), ("given", #"{"targetValue":0.5,"gapCenterY":0.5}"#)]),
            ("Create", [("profile", "\"default\""), ("puzzle", #"{"width":560,"height":360}"#)]),
            ("Refresh", [name]), ("Await", [name]), ("Extend", [name, ("timeoutUSec", "1000000")]),
        ]
    }

    private static let hostile =
        [
            "null", "true", "false", "0", "-1", "1.5", "-0.0", "1e308", "-1e308", "1e400", "1e-400", "4294967296",
            "9223372036854775807", "9223372036854775808", "-9223372036854775809", "999999999999999999999999", "0x10",
            "01", "NaN", "Infinity", "", "\"\"", "\"\\u0000\"", "\"\\ud800\"", "\"\u{7f}\"", "\"given\"", "\"hard\"",
            "\"M0 0\"", "\"M1e308 1e308 H-1e308 V1 Z\"", "[]", "{}", "[[[[[[]]]]]]", #"{"targetValue":-1}"#,
            #"{"targetValue":1e308,"gapCenterY":-1e308}"#, #"{"targetValue":"0.5"}"#,
        ] + [
            "\"\(String(repeating: "a", count: 300))\"", "\"M0 0\(String(repeating: " L9 9", count: 3_000)) Z\"",
            String(repeating: "[", count: 3_000), String(repeating: "9", count: 3_000),
            "[\(String(repeating: "0,", count: 3_000))0]",
        ]

    /// A call, and whether the peer disconnects before the reply.
    mutating func next() -> (bytes: [UInt8], hangsUp: Bool) {
        var (method, members) = calls[random.below(calls.count)]
        var flags = ""
        var waits = false
        for _ in 0..<1 + random.below(2) {
            let place = random.below(members.count)
            switch random.below(8) {
            case 0...2: members[place].value = Self.hostile[random.below(Self.hostile.count)]
            case 3: members.insert(members[place], at: random.below(members.count))
            case 4 where members.count > 1: members.remove(at: place)
            case 5: members[place].key = ["Challenge", "", "\\u0000", "target", "seed"][random.below(5)]
            case 6:
                let flag = ["more", "oneway", "upgrade", "method", "parameters"][random.below(5)]
                flags +=
                    ",\"\(flag)\":\(random.below(2) == 0 ? "true" : Self.hostile[random.below(Self.hostile.count)])"
                waits = true
            default: method = ["create", "", "Create.Create", "Solve", "Await"][random.below(5)]
            }
        }
        // Waits for a front end.
        waits = waits || members.contains { $0.key == "asking" }
        let parameters = members.map { "\"\($0.key)\":\($0.value)" }.joined(separator: ",")
        let text = #"{"method":"io.touchd.captcha.\#(method)","parameters":{\#(parameters)}\#(flags)}"#
        var bytes = Array(text.utf8)
        let isCut = random.below(16) == 0
        if isCut { bytes.removeLast(random.below(bytes.count)) }
        return (isCut ? bytes : bytes + [0], waits || random.below(8) == 0)
    }
}
