internal import Arguments
internal import Glibc
internal import System

/// The file of a study, open from before its first round until the end.
struct StudyFile: ~Copyable {
    private let path: String
    private let file: Descriptor
    /// Half a line of an earlier study stays by itself.
    private var isAfterHalf: Bool

    /// Opens it, or creates it for its owner only.
    ///
    /// - Throws: if it cannot be written, or has something else than rounds.
    init(_ path: String, _ note: (String) -> Void) throws(CommandError) {
        // Reading and writing does not wait for the other end of a pipe.
        let file = Descriptor(owning: unsafe open(path, O_RDWR | O_CREAT | O_APPEND | O_CLOEXEC, 0o600))
        guard file.number >= 0 else { throw .file("\(path): \(SystemError.text())") }
        guard File.isRegular(path) else { throw .file("\(path): not a regular file") }
        let text = try File.text(path)
        _ = try StudyRecord.all(in: text, of: path, note)
        self.path = path
        self.file = file
        isAfterHalf = !(text.utf8.last == UInt8(ascii: "\n") || text.isEmpty)
    }

    /// Appends a round, as a whole or not at all.
    mutating func append(_ record: StudyRecord) throws(CommandError) {
        let end = lseek(file.number, 0, SEEK_END)
        do throws(SystemError) {
            try file.write(Array(((isAfterHalf ? "\n" : "") + record.line).utf8), to: path)
            isAfterHalf = false
        } catch {
            _ = ftruncate(file.number, end)
            throw .file("\(path): \(error.reason); the rounds before this one are in it")
        }
    }
}
