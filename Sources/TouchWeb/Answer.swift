internal import System
internal import Glibc

/// The body of an HTTP response in progress.
final class Answer {
    private enum Body {
        case bytes([UInt8])
        case file(PageFiles.OpenFile)
    }

    private let body: Body
    private let length: Int
    private var sent = 0

    /// Maximum number of bytes sent at a time.
    private static let piece = 16 << 10

    init(_ bytes: [UInt8]) {
        (body, length) = (.bytes(bytes), bytes.count)
    }

    init(_ file: consuming PageFiles.File) {
        length = Int(file.bytes)
        body = .file(PageFiles.OpenFile(file))
    }

    /// Whether all of it was sent.
    var isOver: Bool { sent == length }

    /// The next piece; nil if the file was truncated meanwhile, or cannot be read.
    func next() -> [UInt8]? {
        let wanted = min(Self.piece, length - sent)
        let piece: [UInt8]
        switch body {
        case .bytes(let bytes): piece = Array(bytes[sent..<sent + wanted])
        case .file(let file): piece = file.read(wanted, from: sent)
        }
        sent += piece.count
        return piece.isEmpty ? nil : piece
    }
}

extension PageFiles {
    /// A file that is open as long as its response.
    final class OpenFile {
        private let descriptor: Descriptor

        init(_ file: consuming File) {
            descriptor = file.descriptor
        }

        func read(_ count: Int, from place: Int) -> [UInt8] {
            unsafe [UInt8](unsafeUninitializedCapacity: count) { buffer, filled in
                var result = 0
                repeat {
                    result = unsafe pread(descriptor.number, buffer.baseAddress, count, place)
                } while result < 0 && errno == EINTR
                filled = max(result, 0)
            }
        }
    }
}
