import Synchronization
import System
@testable import TouchPicture

/// Cryptographically random secrets of puzzles; the latest are remembered.
final class SeedLog: Sendable {
    private static let kept = 6
    private let latest = Mutex<[PictureSeed]>([])

    func next() -> PictureSeed {
        let seed = PictureSeed.random()
        latest.withLock { $0 = $0.suffix(Self.kept - 1) + [seed] }
        return seed
    }

    /// Each quarter of the latest secrets in every form: bytes, hexadecimal and base64 text, decimal numbers.
    var parts: [[UInt8]] {
        latest.withLock { $0 }.flatMap { seed in
            stride(from: 0, to: PictureSeed.byteCount, by: 8).flatMap { start in
                let bytes = Array(seed.bytes[start..<start + 8])
                let hexadecimal = bytes.flatMap { byte in
                    [byte >> 4, byte & 15].map { Array("0123456789abcdef".utf8)[Int($0)] }
                }
                let large = hexadecimal.map { $0 >= 97 ? $0 - 32 : $0 }
                let numbers = [bytes, bytes.reversed()].map { bytes in
                    Array(String(bytes.reduce(UInt64(0)) { $0 << 8 | UInt64($1) }).utf8)
                }
                let texts = (0...2).map { behind in
                    let text = Base64.encode([UInt8](repeating: 0, count: behind) + bytes)
                    return Array(text[((behind * 8 + 5) / 6)..<((behind + 8) * 8 / 6)])
                }
                return [bytes, hexadecimal, large] + numbers + texts
            }
        }
    }
}
