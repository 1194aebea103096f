public import TouchCore

extension Outline {
    /// Reads a shape from SVG path data: one closed subpath of `M`, `L`, `H`, `V`, `C` and `Z`, or the same letters in
    /// lower case for relative coordinates.
    ///
    /// - Parameter path: such as `M0 0 H40 V40 H0 Z`; pixels.
    /// - Throws: the first error, with its byte offset.
    public init(path: String) throws(OutlineError) {
        let bytes = Array(path.utf8)
        guard bytes.count <= Self.maxText else {
            throw OutlineError("the path has \(bytes.count) bytes, at most \(Self.maxText) are allowed")
        }
        var reader = Reader(bytes: bytes)
        let (start, segments) = try reader.read()
        try self.init(from: start, segments)
    }

    private struct Reader {
        let bytes: [UInt8]
        var place = 0
        var pen = Point.zero

        mutating func read() throws(OutlineError) -> (Point, [Segment]) {
            guard let first = command(), first | 0x20 == UInt8(ascii: "m") else {
                throw OutlineError("a path begins with M")
            }
            let start = try point(isRelative: false)
            pen = start
            var segments: [Segment] = []
            var letter = first == UInt8(ascii: "m") ? UInt8(ascii: "l") : UInt8(ascii: "L")
            while true {
                skipSeparators()
                guard place < bytes.count else { return (start, segments) }
                let here = place
                if let next = command() {
                    if next | 0x20 == UInt8(ascii: "z") {
                        skipSeparators()
                        guard place == bytes.count else {
                            throw OutlineError("byte \(place): nothing can come after Z")
                        }
                        return (start, segments)
                    }
                    letter = next
                }
                guard segments.count < Outline.segmentCount.upperBound else { throw .count(segments.count + 1) }
                segments.append(try segment(letter, at: here))
            }
        }

        private mutating func segment(_ letter: UInt8, at here: Int) throws(OutlineError) -> Segment {
            let isRelative = letter & 0x20 != 0
            let before = pen
            switch letter | 0x20 {
            case UInt8(ascii: "l"): pen = try point(isRelative: isRelative)
            case UInt8(ascii: "h"): pen.x = try number(from: isRelative ? before.x : 0)
            case UInt8(ascii: "v"): pen.y = try number(from: isRelative ? before.y : 0)
            case UInt8(ascii: "c"):
                let first = try point(isRelative: isRelative)
                let second = try point(isRelative: isRelative)
                pen = try point(isRelative: isRelative)
                return .curve(first, second, to: pen)
            default: throw OutlineError("byte \(here): only L, H, V, C and one Z can come here")
            }
            return .line(to: pen)
        }

        private mutating func point(isRelative: Bool) throws(OutlineError) -> Point {
            let origin = isRelative ? pen : .zero
            let x = try number(from: origin.x)
            return Point(x: x, y: try number(from: origin.y))
        }

        /// The next letter, if any.
        private mutating func command() -> UInt8? {
            skipSeparators()
            guard place < bytes.count, (UInt8(ascii: "a")...UInt8(ascii: "z")).contains(bytes[place] | 0x20) else {
                return nil
            }
            defer { place += 1 }
            return bytes[place]
        }

        private mutating func number(from origin: Double) throws(OutlineError) -> Double {
            skipSeparators()
            let start = place
            skip { $0 == UInt8(ascii: "-") || $0 == UInt8(ascii: "+") }
            skipDigits()
            skip { $0 == UInt8(ascii: ".") }
            skipDigits()
            guard let number = Double(String(decoding: bytes[start..<place], as: UTF8.self)) else {
                throw OutlineError("byte \(start): a number is missing")
            }
            let allowed = Outline.coordinates
            guard allowed.contains(origin + number) else {
                throw OutlineError(
                    "byte \(start): a place lies beyond \(allowed.lowerBound) to \(allowed.upperBound)")
            }
            return origin + number
        }

        private mutating func skip(_ isWanted: (UInt8) -> Bool) {
            if place < bytes.count && isWanted(bytes[place]) { place += 1 }
        }

        private mutating func skipDigits() {
            while place < bytes.count, (UInt8(ascii: "0")...UInt8(ascii: "9")).contains(bytes[place]) { place += 1 }
        }

        private mutating func skipSeparators() {
            while place < bytes.count, [0x20, 0x09, 0x0A, 0x0D, UInt8(ascii: ",")].contains(bytes[place]) { place += 1 }
        }
    }
}
