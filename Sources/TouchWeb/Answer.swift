internal import Glibc
internal import System

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
