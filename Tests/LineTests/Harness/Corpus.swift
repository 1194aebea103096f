import Testing
import TestSupport

/// Recordings of real panels, which are not part of the project.
enum Corpus {
    static let recordings = TemporaryFolder.names(in: Fixtures.corpus ?? "").filter {
        $0.hasSuffix(".events") || $0.hasSuffix(".evemu")
    }

    static let descriptions = TemporaryFolder.names(in: Fixtures.corpus ?? "").filter {
        $0.hasSuffix(".desc") || $0.hasSuffix(".evemu")
    }
    .sorted().map(path)

    static func path(of name: String) -> String { "\(Fixtures.corpus ?? "")/\(name)" }

    /// The path of the file that describes the panel of a recording: itself, or the one with the same prefix.
    static func description(of recording: String) -> String {
        guard recording.hasSuffix(".events") else { return path(of: recording) }
        let panel = recording.split(separator: ".")[0]
        return path(of: "\(panel).desc")
    }
}

/// Made-up recordings, which are part of the project; each describes its panel.
enum FixtureRecordings {
    static let names = Fixtures.names(in: "recordings")

    static func path(of name: String) -> String { Fixtures.path(of: "recordings/\(name)") }
}

extension Trait where Self == ConditionTrait {
    static var needsCorpus: Self { .enabled(if: !Corpus.recordings.isEmpty, "skipped: no corpus") }
}
