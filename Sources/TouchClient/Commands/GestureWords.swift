internal import Arguments
internal import Glibc
internal import StrictJSON
internal import TouchCore

/// The steps of a gesture as symbols and in words.
struct GestureWords {
    let steps: [(count: Int, isHeld: Bool)]

    init?(_ reply: JSONObject) {
        guard let steps = reply["steps"]?.arrayValue else { return nil }
        self.steps = steps.map { step in
            (Int(clamping: step.objectValue?["count"]?.integerValue ?? 1), step.objectValue?["act"] == "hold")
        }
    }

    var touches: Int { steps.reduce(0) { $0 + $1.count } }

    /// A dot for each tap and a bar for each hold.
    var symbols: String {
        steps.map { step in
            step.isHeld ? "━━━" : Array(repeating: "●", count: max(min(step.count, 9), 0)).joined(separator: " ")
        }.joined(separator: "   ")
    }

    /// The same as a sentence, of `io.touchd.scene.Prompts`.
    func sentence(_ prompts: JSONObject) -> String {
        func word(_ key: String) -> String { prompts.text(key) ?? key }
        var parts: [String] = []
        for (index, step) in steps.enumerated() {
            if index > 0, !step.isHeld, !steps[index - 1].isHeld { parts.append(word("pause")) }
            parts.append(word(step.isHeld ? "hold" : "tap_\(step.count)"))
        }
        return word("gesture").parts(around: "{n}")
            .joined(separator: parts.joined(separator: ", "))
    }
}

extension Session {
    /// The prompts in the language of the terminal.
    func prompts() throws(CommandError) -> JSONObject {
        let locales = ["LC_ALL", "LC_MESSAGES", "LANG"].compactMap { (name: String) -> String? in
            unsafe getenv(name).map { unsafe String(cString: $0) }
        }
        let language = locales.first { !$0.isEmpty }?.prefix { !"_.@".contains($0) } ?? ""
        let table = try call("io.touchd.scene.Prompts", ["language": .string(String(language))])
        return table.object("prompts")
    }
}
