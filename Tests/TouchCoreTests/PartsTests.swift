import Testing
import TouchCore

/// Texts that are part of others.
@Suite struct PartsTests {
    @Test(arguments: [
        ("", ["": false, "x": false]), ("touchctl --pam", ["--pam": true, "touchctl": true, "pam ": false]),
        ("aab", ["ab": true, "ba": false, "aabb": false]), ("10 °C", ["°": true, "° C": false]),
    ])
    func `a text mentions what is part of it, byte for byte`(text: String, parts: [String: Bool]) {
        for (part, isThere) in parts where !part.isEmpty { #expect(text.mentions(part) == isThere, "\(part)") }
    }

    @Test(arguments: [
        ("wait {n} s", ["wait ", " s"]), ("{n} left", ["", " left"]), ("{n}{n}", ["", "", ""]), ("none", ["none"]),
        ("", [""]), ("{n", ["{n"]), ("é{n}ü", ["é", "ü"]),
    ])
    func `the parts around a text are all that is not it`(text: String, parts: [String]) {
        #expect(text.parts(around: "{n}").map(String.init) == parts)
    }
}
