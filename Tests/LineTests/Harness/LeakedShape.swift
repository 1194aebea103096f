import CLineShims
import Testing

/// Forms in which a drawn pattern could leak.
enum LeakedShape: CustomTestStringConvertible {
    /// Its dots, counted from 0 or 1, as numbers of so many bytes, or as text with a separator.
    case numbers(bytes: Int, from: Int)
    case text(separator: String, from: Int)
    /// The places of the dots, in the view and on the panel.
    case viewPlaces, panelPlaces
    /// The same in fractions of the panel, as the ring of frames has them.
    case ringPlaces

    static let all =
        [0, 1].flatMap { first in
            [1, 2, 4, 8].map { numbers(bytes: $0, from: first) }
                + ["", "-", ",", ", "].map { text(separator: $0, from: first) }
        } + [viewPlaces, panelPlaces, ringPlaces]

    var testDescription: String { "\(self)" }

    /// The bytes, for the shapes that are bytes in a row; dots are counted from 0.
    func pieces(_ dots: [Int], _ stroke: Stroke) -> [[UInt8]] {
        switch self {
        case .numbers(let bytes, let first): [dots.flatMap { Self.number($0 + first, bytes) }]
        case .text(let separator, let first):
            [Array(dots.map { "\($0 + first)" }.joined(separator: separator).utf8)]
        case .viewPlaces: stroke.view.map { Self.real($0.x) + Self.real($0.y) }
        case .panelPlaces: stroke.panel.flatMap { [Self.number($0.x, 4), Self.number($0.y, 4)] }
        case .ringPlaces:
            stroke.fractions.flatMap { [Self.number(Self.bits($0.x), 4), Self.number(Self.bits($0.y), 4)] }
        }
    }

    struct Stroke {
        var view: [(x: Double, y: Double)]
        var panel: [(x: Int, y: Int)]
        /// In fractions of the view, and of a panel that lies as the view does.
        var fractions: [(x: Double, y: Double)] { view.map { ($0.x / 1_280, $0.y / 800) } }
    }

    func isFound(_ dots: [Int], _ stroke: Stroke, in bytes: [UInt8]) -> Bool {
        switch self {
        case .viewPlaces:
            // Also relative to the corner of the widget, as in models.
            let local = stroke.view.map { (x: $0.x - 320, y: $0.y - 80) }
            return unsafe Self.hasPath(stroke.view, in: bytes, 8, within: 3, Self.real(at:))
                || Self.hasPath(local, in: bytes, 8, within: 3, Self.real(at:))
        case .panelPlaces:
            let places = stroke.panel.map { (x: Double($0.x), y: Double($0.y)) }
            return unsafe Self.hasPath(places, in: bytes, 4, within: 8, Self.word(at:))
        case .ringPlaces:
            return unsafe Self.hasPath(stroke.fractions, in: bytes, 4, within: 0.003, Self.float(at:))
        case .numbers, .text:
            return pieces(dots, stroke).allSatisfy { Self.contains($0, bytes) }
        }
    }

    /// Whether the bytes contain numbers near those places in order: x, y soon after, the next place not far behind.
    private static func hasPath(
        _ places: [(x: Double, y: Double)], in bytes: [UInt8], _ step: Int, within tolerance: Double,
        _ read: (UnsafeRawPointer) -> Double
    ) -> Bool {
        unsafe bytes.withUnsafeBytes { all in
            guard let base = all.baseAddress else { return false }
            var (known, last, offset) = (0, 0, 0)
            while offset + 2 * step <= all.count {
                if known > 0, offset - last > 8_192 { known = 0 }
                if unsafe abs(read(base + offset) - places[known].x) <= tolerance {
                    var next = offset + step
                    let end = min(offset + 64, all.count - step)
                    while next <= end {
                        if unsafe abs(read(base + next) - places[known].y) <= tolerance {
                            (known, last) = (known + 1, offset)
                            if known == places.count { return true }
                            break
                        }
                        next += step
                    }
                }
                offset += step
            }
            return false
        }
    }

    private static func real(at place: UnsafeRawPointer) -> Double { unsafe place.loadUnaligned(as: Double.self) }

    private static func float(at place: UnsafeRawPointer) -> Double {
        unsafe Double(place.loadUnaligned(as: Float.self))
    }

    private static func bits(_ value: Double) -> Int { Int(Float(value).bitPattern) }

    private static func word(at place: UnsafeRawPointer) -> Double {
        unsafe Double(place.loadUnaligned(as: Int32.self))
    }

    private static func contains(_ piece: [UInt8], _ bytes: [UInt8]) -> Bool {
        unsafe cline_find(bytes, bytes.count, piece, piece.count) >= 0
    }

    private static func number(_ value: Int, _ size: Int) -> [UInt8] {
        (0..<size).map { UInt8(truncatingIfNeeded: value >> (8 * $0)) }
    }

    private static func real(_ value: Double) -> [UInt8] { number(Int(bitPattern: UInt(value.bitPattern)), 8) }
}
