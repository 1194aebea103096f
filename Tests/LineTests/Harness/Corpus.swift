import Glibc
import Testing
import TestSupport

/// Recordings of real panels, which are not part of the project.
enum Corpus {
    /// The folder named by TOUCHD_CORPUS, or `../shared/corpus` beside the package if it exists.
    static let folder: String? = {
        let named = unsafe getenv("TOUCHD_CORPUS")
        let package = #filePath.split(separator: "/").dropLast(4).joined(separator: "/")
        let path = unsafe named.map { unsafe String(cString: $0) } ?? "/\(package)/../shared/corpus"
        return TemporaryFolder.names(in: path).isEmpty ? nil : path
    }()

    /// The names of its recordings.
    static let recordings = TemporaryFolder.names(in: folder ?? "").filter {
        $0.hasSuffix(".events") || $0.hasSuffix(".evemu")
    }

    /// The paths of the files that describe a panel.
    static let descriptions = TemporaryFolder.names(in: folder ?? "").filter {
        $0.hasSuffix(".desc") || $0.hasSuffix(".evemu")
    }
    .sorted().map(path)

    /// The path of one of its files.
    static func path(of name: String) -> String { "\(folder ?? "")/\(name)" }

    /// The path of the file that describes the panel of a recording: itself, or the one with the same prefix.
    static func description(of recording: String) -> String {
        guard recording.hasSuffix(".events") else { return path(of: recording) }
        let panel = recording.split(separator: ".")[0]
        return path(of: "\(panel).desc")
    }
}

/// Made-up recordings, which are part of the project; each describes its panel.
enum FixtureRecordings {
    private static let folder =
        "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/") + "/Fixtures/recordings"

    /// The names of all, in every dialect.
    static let names = TemporaryFolder.names(in: folder)

    /// The path of one.
    static func path(of name: String) -> String { "\(folder)/\(name)" }
}

extension Trait where Self == ConditionTrait {
    /// Skips without recordings of real panels.
    static var needsCorpus: Self { .enabled(if: !Corpus.recordings.isEmpty, "skipped: no corpus") }
}
