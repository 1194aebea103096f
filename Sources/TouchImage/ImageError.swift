/// Why a picture cannot be made.
package enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is shorter or longer than ``Canvas/sides`` allows.
    case badSize(width: Int, height: Int)
    /// A call of Cairo or libpng failed.
    case failed(call: String, reason: String)

    /// The error, as a sentence for users.
    package var description: String {
        switch self {
        case .badSize(let width, let height):
            "a picture has sides of \(Canvas.sides.lowerBound) to \(Canvas.sides.upperBound) pixels, "
                + "not \(width)x\(height)"
        case .failed(let call, let reason): "\(call): \(reason)"
        }
    }
}
