import InterfaceFiles
import StrictJSON
import Testing
import Varlink

@testable import TouchService

/// Compares the sentences of front ends with the codes that the daemon sends.
struct PromptTests {
    static let languages = PromptTable.shared.languages.map(\.key)

    static func sentences(_ language: String) -> [String: String] {
        var sentences: [String: String] = [:]
        for (key, text) in PromptTable.shared.languages[language]?.objectValue ?? [:] {
            sentences[key] = text.stringValue
        }
        return sentences
    }

    /// The words of the named enumerations, such as `Reason`; those of io.touchd.token are for servers.
    static func words(of types: Set<String>) throws -> Set<String> {
        var found: Set<String> = []
        for (name, text) in InterfaceFiles.all where name != "io.touchd.token" {
            for (name, type) in try InterfaceDescription(parsing: text).types where types.contains(name) {
                if case .enumeration(let words) = type { found.formUnion(words) }
            }
        }
        return found
    }

    @Test func `the sentences exist in English, German, French and Spanish`() {
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

    @Test(arguments: [
        (["Reason", "JudgedReason"], ["wrong_pattern", "missed", "locked", "no_attempt"]),
        (["EntryStep"], ["mismatch"]),
    ])
    func `every code of an interface has a sentence`(types: [String], known: [String]) throws {
        let codes = try Self.words(of: Set(types))
        #expect(codes.isSuperset(of: known))
        let unsaid = codes.subtracting(Self.sentences("en").keys).subtracting(["first_recorded"])
        #expect(unsaid.isEmpty)
    }

    @Test(arguments: [(nil, "en"), ("de", "de"), ("DE-at", "de"), ("pt", "en"), ("", "en"), ("-", "en")])
    func `a missing language falls back to English`(asked: String?, answered: String) {
        let reply = PromptTable.shared.reply(in: asked)
        #expect(reply["language"] == .string(answered))
        #expect(reply["prompts"]?.objectValue?["draw"]?.stringValue == Self.sentences(answered)["draw"])
    }
}
