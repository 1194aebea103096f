internal import CSodium

/// A secret from which one challenge is drawn: 32 random bytes.
///
/// It determines the target, so it is wiped as soon as the challenge is drawn.
package struct PictureSeed: Sendable {
    /// Its length.
    package static let byteCount = 32

    let bytes: [UInt8]

    /// Makes one from the kernel's random source.
    package static func random() -> PictureSeed {
        var bytes = [UInt8](repeating: 0, count: byteCount)
        unsafe randombytes_buf(&bytes, bytes.count)
        return PictureSeed(bytes: bytes)
    }

    /// Makes a reproducible one for tests and benchmarks.
    package init(number: UInt64) {
        bytes = (0..<UInt64(Self.byteCount)).map { $0 < 8 ? UInt8(truncatingIfNeeded: number >> ($0 * 8)) : 0 }
    }

    init(bytes: [UInt8]) {
        self.bytes = bytes
    }
}

/// Random numbers from a seed: the key stream of ChaCha20 by libsodium.
///
/// Pictures show much of it, as noise and as places; with a weaker generator a front end could compute the rest.
package struct SeededGenerator: Sendable {
    private let key: [UInt8]
    private var blocks: UInt64 = 0
    private var stream: [UInt8] = []
    private var next = 0

    /// Bytes generated at a time: enough that the cost of a call is negligible.
    private static let chunk = 4_096

    /// Whether libsodium has detected the processor; before that it uses its portable code.
    private static let isReady = sodium_init() >= 0

    /// Makes the generator of a seed.
    package init(_ seed: PictureSeed) {
        precondition(Self.isReady, "libsodium is there")
        key = seed.bytes
    }

    /// One random byte.
    package mutating func byte() -> UInt8 {
        if next == stream.count { refill() }
        next += 1
        return stream[next - 1]
    }

    /// A random number below a limit of 1…2³², uniform.
    package mutating func below(_ limit: Int) -> Int {
        precondition(limit > 0 && limit <= 1 << 32, "there is a number below the limit")
        // Lemire's method: the high half of a product, drawn again where the distribution would be uneven.
        let limit = UInt64(limit)
        var product = UInt64(word()) * limit
        if product & 0xffff_ffff < limit {
            let short = (1 << 32) % limit
            while product & 0xffff_ffff < short { product = UInt64(word()) * limit }
        }
        return Int(product >> 32)
    }

    /// A random number within a range, uniform.
    package mutating func within(_ range: ClosedRange<Int>) -> Int {
        range.lowerBound + below(range.upperBound - range.lowerBound + 1)
    }

    /// A random number within a range, in steps of 1/256.
    mutating func real(_ range: ClosedRange<Double>) -> Double {
        range.lowerBound + (range.upperBound - range.lowerBound) * Double(below(65_536)) / 65_536
    }

    /// A random element, uniform.
    mutating func pick<Thing>(_ things: [Thing]) -> Thing { things[below(things.count)] }

    /// True with a probability of 1 in `count`.
    mutating func once(in count: Int) -> Bool { below(count) == 0 }

    private mutating func word() -> UInt32 {
        var word: UInt32 = 0
        for _ in 0..<4 { word = word << 8 | UInt32(byte()) }
        return word
    }

    private mutating func refill() {
        let zeros = [UInt8](repeating: 0, count: Self.chunk)
        if stream.isEmpty { stream = zeros }
        let nonce = [UInt8](repeating: 0, count: Int(crypto_stream_chacha20_NONCEBYTES))
        unsafe crypto_stream_chacha20_xor_ic(&stream, zeros, UInt64(zeros.count), nonce, blocks, key)
        blocks += UInt64(Self.chunk / 64)
        next = 0
    }
}
