import Glibc

package enum Fixtures {
    package static let package = "/" + #filePath.split(separator: "/").dropLast(3).joined(separator: "/")

    package static func path(of name: String) -> String { "\(package)/Tests/Fixtures/\(name)" }

    /// What is in a folder, by path from here, sorted.
    package static func names(in folder: String) -> [String] { TemporaryFolder.names(in: path(of: folder)) }

    /// The text of a file; empty if it cannot be read.
    package static func text(of name: String) -> String {
        String(decoding: (try? TemporaryFolder.bytes(of: path(of: name))) ?? [], as: UTF8.self)
    }

    /// The traces of one kind of model, by path from here.
    package static func traces(_ kind: String) -> [String] {
        names(in: "traces/\(kind)").filter { $0.hasSuffix(".jsonl") }.map { "traces/\(kind)/\($0)" }
    }

    /// The folder of recordings of real panels, which are not part of the project: named by TOUCHD_CORPUS, or
    /// `../shared/corpus` beside the package; nil if there are none.
    package static let corpus: String? = {
        let named = unsafe getenv("TOUCHD_CORPUS")
        let path = unsafe named.map { unsafe String(cString: $0) } ?? "\(package)/../shared/corpus"
        return TemporaryFolder.names(in: path).isEmpty ? nil : path
    }()
}
