internal import Glibc
internal import System

/// Files that commands read and write; `-` is the standard input or output.
package enum File {
    /// All bytes of a file, at most hours of ten fingers.
    package static func bytes(_ path: String) throws(CommandError) -> [UInt8] {
        let maxBytes = 64 << 20
        do throws(SystemError) { return try WholeFile(path, .given, maxBytes: maxBytes).bytes } catch {
            throw .file("\(path): \(error.code == EFBIG ? "larger than \(maxBytes >> 20) MiB" : error.reason)")
        }
    }

    /// All of a file as text.
    package static func text(_ path: String) throws(CommandError) -> String {
        try text(path, bytes(path))
    }

    /// The bytes of a file as text.
    package static func text(_ path: String, _ bytes: [UInt8]) throws(CommandError) -> String {
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .file("\(path): not UTF-8") }
        // A byte order mark is not part of the text.
        return text.unicodeScalars.first == "\u{feff}" ? String(text.unicodeScalars.dropFirst()) : text
    }

    /// Whether there is a regular file of that name.
    package static func isRegular(_ path: String) -> Bool {
        var status = stat()
        return unsafe stat(path, &status) == 0 && status.st_mode & S_IFMT == S_IFREG
    }

    /// Makes sure that there is a folder of that name.
    package static func expectFolder(_ path: String) throws(CommandError) {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw failure(path) }
        guard status.st_mode & S_IFMT == S_IFDIR else { throw .file("\(path): not a folder") }
    }

    /// Replaces a file.
    package static func write(_ bytes: [UInt8], to path: String) throws(CommandError) {
        guard let file = path == "-" ? unsafe fdopen(dup(STDOUT_FILENO), "we") : unsafe fopen(path, "we") else {
            throw failure(path)
        }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        // On a full disk, the last bytes may fail only when the file is closed.
        guard unsafe fclose(file) == 0, count == bytes.count else { throw failure(path) }
    }

    private static func failure(_ path: String) -> CommandError {
        .file("\(path): \(SystemError.text())")
    }
}
