internal import EventLoop
internal import TouchConfiguration
internal import TouchOperator

/// A small file of the program's own, replaced atomically and durably.
struct DurableFile {
    /// The longest content.
    static let maxBytes = 4_096

    private let folder: String
    private let name: String

    /// A file of that name, which need not exist.
    init(_ name: String, in folder: String) {
        (self.folder, self.name) = (folder, name)
    }

    private var path: String { "\(folder)/\(name)" }

    /// Its content; nil if it does not exist.
    func read() throws(SystemError) -> [UInt8]? {
        try SmallFile.read(path, maxBytes: Self.maxBytes)?.bytes
    }

    /// Replaces its content, readable by its owner alone.
    func replace(with bytes: [UInt8]) throws(SystemError) {
        if let code = FileReplacement.write(bytes, to: path, mode: 0o600, isDurable: true) {
            throw SystemError(call: "write \(path)", code: code)
        }
    }
}
