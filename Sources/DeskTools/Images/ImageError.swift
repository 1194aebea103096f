/// Why a picture cannot be made, or a file cannot be used as one.
struct ImageError: Error, Hashable, Sendable, CustomStringConvertible {
    let description: String

    init(_ description: String) { self.description = description }

    static let unknownFormat = ImageError("neither JPEG nor PNG")
    static let badDataURI = ImageError(
        "invalid data URI: expected data:image/png;base64, or data:image/jpeg;base64, followed by base64")

    static func badSize(width: Int, height: Int) -> ImageError {
        let sides = Canvas.sides
        return ImageError(
            "a picture has sides of \(sides.lowerBound) to \(sides.upperBound) pixels, not \(width)x\(height)")
    }

    static func failed(call: String, reason: String) -> ImageError { ImageError("\(call): \(reason)") }
    static func broken(_ reason: String) -> ImageError { ImageError("cannot be read: \(reason)") }
}
