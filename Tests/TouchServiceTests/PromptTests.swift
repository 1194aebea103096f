import InterfaceFiles
import StrictJSON
import Testing
import TouchModels

@testable import TouchService

/// The sentences that front ends say, against the codes that the daemon sends.
struct PromptTests {
    static let languages = PromptTable.shared.languages.map(\.key)

    static func sentences(_ language: String) -> [String: String] {
        var sentences: [String: String] = [:]
        for (key, text) in PromptTable.shared.languages[language]?.objectValue ?? [:] {
            sentences[key] = text.stringValue
        }
        return sentences
    }

    /// The codes that comments of the interface files list for a field, such as `reason`; those of io.touchd.token are
    /// for servers.
    static func codes(of field: String) -> Set<String> {
        var codes: Set<String> = []
        for (name, text) in InterfaceFiles.all where name != "io.touchd.token" {
            let lines = text.split(separator: "\n").map { $0.drop { $0 == " " } }
            for (index, line) in lines.enumerated() where line.hasPrefix("\(field): ") {
                let comment = lines[..<index].reversed().prefix { $0.hasPrefix("#") }.reversed()
                    .map { $0.dropFirst() }.joined()
                // What stands in brackets explains a code.
                let bare = comment.split(separator: "(").enumerated().map { part in
                    part.offset == 0 ? part.element : part.element.drop { $0 != ")" }.dropFirst()
                }.joined()
                for part in bare.split(whereSeparator: { ",:.".contains($0) }) {
                    let word = part.drop { $0 == " " }
                    if word.allSatisfy({ $0.isLowercase || $0 == "_" }) && !word.isEmpty { codes.insert(String(word)) }
                }
            }
        }
        return codes
    }

    @Test func `there are sentences in English, German, French and Spanish`() {
        #expect(Set(Self.languages).isSuperset(of: ["en", "de", "fr", "es"]))
    }

    @Test(arguments: languages)
    func `a language has the sentences of English, with the same numbers in them`(language: String) {
        let (english, other) = (Self.sentences("en"), Self.sentences(language))
        #expect(Set(english.keys) == Set(other.keys))
        for (key, text) in other {
            #expect(text.contains("{n}") == english[key]?.contains("{n}"), "\(key)")
            #expect(!text.isEmpty && text.count <= 80, "\(key)")
        }
    }

    @Test func `every reason of the models has its sentence`() {
        let known = Set(Self.sentences("en").keys)
        #expect(Set(Reason.allCases.map(\.rawValue)).subtracting(known).isEmpty)
    }

    @Test(arguments: ["reason", "step"])
    func `every code that an interface names has its sentence`(field: String) {
        let codes = Self.codes(of: field)
        #expect(codes.isSuperset(of: field == "reason" ? ["wrong_pattern", "missed", "locked"] : ["mismatch"]))
        let unsaid = codes.subtracting(Self.sentences("en").keys).subtracting(["first_recorded", "result"])
        #expect(unsaid.isEmpty)
    }

    @Test(arguments: [(nil, "en"), ("de", "de"), ("DE-at", "de"), ("pt", "en"), ("", "en"), ("-", "en")])
    func `a language that is not there is answered in English`(asked: String?, answered: String) {
        let reply = PromptTable.shared.reply(in: asked)
        #expect(reply["language"] == .string(answered))
        #expect(reply["prompts"]?.objectValue?["draw"]?.stringValue == Self.sentences(answered)["draw"])
    }
}
