public import TouchPicture

/// How each pixel becomes another one: the matrix of SVG's `feColorMatrix`, without its step into linear light.
public struct ColorMatrix: Hashable, Sendable {
    /// Four rows, for red, green, blue and alpha of the new pixel; each has parts of red, green, blue and alpha of the old one,
    /// and what is added, where 1 is full light.
    private let rows: [[Double]]

    /// Makes a matrix from its rows, one after the other; nil unless there are 20 finite numbers.
    public init?(_ numbers: [Double]) {
        guard numbers.count == 20, numbers.allSatisfy(\.isFinite) else { return nil }
        rows = (0..<4).map { Array(numbers[$0 * 5..<$0 * 5 + 5]) }
    }

    /// A pixel changed; light beyond 0 and 255 is cut.
    public func applied(to pixel: Pixel) -> Pixel {
        let old = [pixel.red, pixel.green, pixel.blue, pixel.alpha].map { Double($0) }
        let new = rows.map { row in
            let light = zip(row, old).reduce(row[4] * 255) { $0 + $1.0 * $1.1 }
            return UInt8(max(0, min(255, light.rounded())))
        }
        return Pixel(red: new[0], green: new[1], blue: new[2], alpha: new[3])
    }
}
