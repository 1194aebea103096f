import Glibc

/// The trace files of the fixtures.
enum Traces {
    private static let folder =
        "\(#filePath)".split(separator: "/", omittingEmptySubsequences: false).dropLast(2)
        .joined(separator: "/") + "/Fixtures/traces"

    /// Paths of the traces of one kind of model.
    static func files(_ kind: String) -> [String] {
        guard let stream = unsafe opendir("\(folder)/\(kind)") else { return [] }
        defer { unsafe closedir(stream) }
        var names: [String] = []
        while let entry = unsafe readdir(stream) {
            let name = unsafe withUnsafeBytes(of: entry.pointee.d_name) { bytes in
                unsafe String(decoding: bytes.prefix { $0 != 0 }, as: UTF8.self)
            }
            if name.hasSuffix(".jsonl") { names.append("\(folder)/\(kind)/\(name)") }
        }
        return names.sorted()
    }

    /// The text of a file; empty if it cannot be read.
    static func read(_ path: String) -> String {
        guard let file = unsafe fopen(path, "r") else { return "" }
        defer { unsafe fclose(file) }
        var text: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { return String(decoding: text, as: UTF8.self) }
            text += buffer[..<count]
        }
    }
}
