internal import CTouchWeb
internal import Glibc
internal import System

/// The folders that pages are served from, opened once: folders renamed over them later are not noticed.
struct PageFiles: ~Copyable {
    private let folders: [Int32]

    struct File: ~Copyable {
        let descriptor: Descriptor
        let bytes: UInt64
        /// Changes with the content: inode, size and time of the last change.
        let tag: String
        let contentType: StaticString
    }

    /// - Throws: for the first one that cannot be opened; its call is `open FOLDER`.
    init(_ paths: [String]) throws(SystemError) {
        var opened: [Int32] = []
        do throws(SystemError) {
            for path in paths {
                let folder = unsafe ctouchweb_open_folder(path)
                guard folder >= 0 else { throw .last("open \(path)") }
                opened.append(folder)
                // A folder is not a plain file; any other result means that the call is not permitted here.
                var found = ctouchweb_file()
                guard unsafe ctouchweb_open_beneath(folder, ".", &found) < 0, errno == EISDIR else {
                    throw .last("openat2 \(path)")
                }
            }
        } catch {
            for one in opened { close(one) }
            throw error
        }
        folders = opened
    }

    deinit {
        for folder in folders { close(folder) }
    }

    /// Opens the file in the first folder that has it; links that lead out of a folder are ignored.
    func open(_ path: PagePath) throws(Refusal) -> File {
        for folder in folders {
            var found = ctouchweb_file()
            let number = unsafe ctouchweb_open_beneath(folder, path.relative, &found)
            guard number >= 0 else { continue }
            let parts = [
                found.inode, found.bytes, UInt64(bitPattern: found.seconds), UInt64(bitPattern: found.nanoseconds),
            ]
            let tag = parts.map { String($0, radix: 16) }.joined(separator: "-")
            return File(
                descriptor: Descriptor(owning: number), bytes: found.bytes, tag: "\"\(tag)\"",
                contentType: path.contentType)
        }
        throw .path
    }
}

final class Answer {
    private let bytes: [UInt8]
    /// Open as long as its response; nil: the body is ``bytes``.
    private let file: Descriptor?
    private let length: Int
    private var sent = 0

    private static let piece = 16 << 10

    init(_ bytes: [UInt8]) {
        (self.bytes, length) = (bytes, bytes.count)
        file = nil
    }

    init(_ file: consuming PageFiles.File) {
        (bytes, length) = ([], Int(file.bytes))
        self.file = .some(file.descriptor)
    }

    var isOver: Bool { sent == length }

    /// The next piece; nil if the file was truncated meanwhile, or cannot be read.
    func next() -> [UInt8]? {
        let wanted = min(Self.piece, length - sent)
        let piece =
            switch file {
            case .some(let file): read(file.number, wanted)
            case .none: Array(bytes[sent..<sent + wanted])
            }
        sent += piece.count
        return piece.isEmpty ? nil : piece
    }

    private func read(_ file: Int32, _ count: Int) -> [UInt8] {
        unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
            var result = 0
            repeat {
                result = unsafe pread(file, buffer.baseAddress, count, sent)
            } while result < 0 && errno == EINTR
            filled = max(result, 0)
        }
    }
}
