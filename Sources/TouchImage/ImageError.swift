/// Why a picture cannot be made.
public enum ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    /// A side is shorter or longer than ``Canvas/sides`` allows.
    case badSize(width: Int, height: Int)
    /// Cairo or libpng refused a call.
    case failed(call: String, reason: String)

    /// A sentence for people.
    public var description: String {
        switch self {
        case .badSize(let width, let height):
            "a picture has sides of \(Canvas.sides.lowerBound) to \(Canvas.sides.upperBound) pixels, "
                + "not \(width)x\(height)"
        case .failed(let call, let reason): "\(call): \(reason)"
        }
    }
}
