internal import InterfaceFiles
internal import StrictJSON

/// Sentences that front ends show to people, by language: `interfaces/prompts.json`.
struct PromptTable: Sendable {
    static let shared = PromptTable(text: InterfaceFiles.prompts)

    static let standard = "en"

    let languages: JSONObject

    init(text: String) {
        do { languages = try JSONObject(parsing: text) } catch {
            preconditionFailure("prompts.json is compiled in and was tested: \(error)")
        }
    }

    /// The answer for a language tag; if the whole tag has none, that for the part before its first hyphen.
    func reply(in tag: String?) -> JSONObject {
        let asked = (tag ?? Self.standard).lowercased()
        let plain = asked.split(separator: "-").first.map(String.init) ?? Self.standard
        let language = [asked, plain].first { languages[$0] != nil } ?? Self.standard
        return [
            "language": .string(language), "languages": .array(languages.map { .string($0.key) }),
            "prompts": languages[language],
        ]
    }
}
