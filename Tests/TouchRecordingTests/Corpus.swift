import TestSupport
import Testing

/// Recordings of real panels, which are not part of the project.
enum Corpus {
    /// The names of its recordings and descriptions, sorted.
    static let files = TemporaryFolder.names(in: Fixtures.corpus ?? "")
        .filter { name in [".desc", ".events", ".evemu"].contains(where: name.hasSuffix) }

    /// The bytes of one of its files.
    static func bytes(of name: String) throws -> [UInt8] {
        try TemporaryFolder.bytes(of: "\(Fixtures.corpus ?? "")/\(name)")
    }
}

extension Trait where Self == ConditionTrait {
    /// Skips where there are no recordings of real panels.
    static var needsCorpus: Self {
        .enabled(if: !Corpus.files.isEmpty, "skipped: no corpus")
    }
}
