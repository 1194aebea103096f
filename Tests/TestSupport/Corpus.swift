package import Testing

/// Recordings of real panels, which are not part of the project.
package enum Corpus {
    /// The names of its recordings and descriptions.
    package static let files = TemporaryFolder.names(in: Fixtures.corpus ?? "")
        .filter { name in [".desc", ".events", ".evemu"].contains(where: name.hasSuffix) }

    package static func path(of name: String) -> String { "\(Fixtures.corpus ?? "")/\(name)" }
}

extension Trait where Self == ConditionTrait {
    package static var needsCorpus: Self { .enabled(if: !Corpus.files.isEmpty, "skipped: no corpus") }
}
