package import TouchCore

/// The affine map that brings touched places closest to their targets, by least squares.
///
/// Three unknowns for each axis, from the normal equations about the centroid of the touched places, which keeps them
/// well conditioned. Exact if the places are an exact affine image of each other.
package struct CalibrationFit: Hashable, Sendable {
    /// A target and the place the panel reported for it, in fractions of the panel as built.
    package struct Pair: Hashable, Sendable {
        /// Where the panel reported the finger.
        package var touched: UnitPoint
        /// Where the target was.
        package var wanted: UnitPoint

        /// Makes a pair.
        package init(touched: UnitPoint, wanted: UnitPoint) {
            (self.touched, self.wanted) = (touched, wanted)
        }
    }

    /// Why no map can be trusted.
    package enum Refusal: Error, Hashable, Sendable, CustomStringConvertible {
        /// Fewer than three targets do not determine a map.
        case tooFew(Int)
        /// The coordinates of a target, counted from 1, are not finite.
        case notFinite(target: Int)
        /// The places lie on a line, or all in one spot, within ``CalibrationFit/minSpread``.
        case onOneLine
        /// The map would stretch, squeeze or move the panel beyond ``CalibrationFit/scales``.
        case implausible
        /// A target, counted from 1, is still missed by more than ``CalibrationFit/maxMiss``.
        case scattered(target: Int, millimeters: Double)

        /// The reason, as one sentence for users.
        package var description: String {
            switch self {
            case .tooFew(let count): "\(count) targets do not determine a calibration; three are the fewest"
            case .notFinite(let target): "the panel gave no place for target \(target)"
            case .onOneLine: "the touches lie on a line or in one spot, so they say nothing about the other direction"
            case .implausible: "the touches ask for a panel more than four times as large or small as it is"
            case .scattered(let target, let millimeters):
                "target \(target) was missed by \(Int(millimeters.rounded())) mm even with the best calibration"
            }
        }
    }

    /// Minimum spread of the places in every direction: standard deviation, in fractions of the panel.
    package static let minSpread = 0.05
    /// Range of scales a calibration may have: a panel that reports a quarter of its range is still plausible.
    package static let scales = 0.25...4.0
    /// Maximum distance of a touch from its target, in mm: about the width of a fingertip.
    package static let maxMiss = 8.0

    /// Maps what the panel reports to the intended place.
    package let transform: Transform
    /// Remaining error at the targets: root mean square, in mm.
    package let residual: Double

    /// Finds the map.
    ///
    /// - Parameters:
    ///   - pairs: at least three.
    ///   - size: of the panel as built, for lengths in mm.
    /// - Throws: why no map can be trusted.
    package init(_ pairs: [Pair], size: PanelSize) throws(Refusal) {
        guard pairs.count >= 3 else { throw .tooFew(pairs.count) }
        for (index, pair) in pairs.enumerated() {
            let sum = pair.touched.x + pair.touched.y + pair.wanted.x + pair.wanted.y
            guard sum.isFinite else { throw .notFinite(target: index + 1) }
        }
        let touched = Spread(pairs.map(\.touched))
        let wanted = Spread(pairs.map(\.wanted))
        guard min(touched.narrowest, wanted.narrowest) >= Self.minSpread else { throw .onOneLine }
        var (xx, xy, yx, yy) = (0.0, 0.0, 0.0, 0.0)
        for pair in pairs {
            let (dx, dy) = (pair.touched.x - touched.middle.x, pair.touched.y - touched.middle.y)
            let (ux, uy) = (pair.wanted.x - wanted.middle.x, pair.wanted.y - wanted.middle.y)
            xx += dx * ux
            xy += dy * ux
            yx += dx * uy
            yy += dy * uy
        }
        let determinant = touched.xx * touched.yy - touched.xy * touched.xy
        let a = (xx * touched.yy - xy * touched.xy) / determinant
        let b = (xy * touched.xx - xx * touched.xy) / determinant
        let d = (yx * touched.yy - yy * touched.xy) / determinant
        let e = (yy * touched.xx - yx * touched.xy) / determinant
        let transform = Transform(
            a, b, wanted.middle.x - a * touched.middle.x - b * touched.middle.y,
            d, e, wanted.middle.y - d * touched.middle.x - e * touched.middle.y)
        guard Self.isPlausible(transform) else { throw .implausible }
        let misses = pairs.map { Self.distance(transform.applied(to: $0.touched), $0.wanted, on: size) }
        if let worst = misses.indices.max(by: { misses[$0] < misses[$1] }), misses[worst] > Self.maxMiss {
            throw .scattered(target: worst + 1, millimeters: misses[worst])
        }
        self.transform = transform
        residual = (misses.reduce(0) { $0 + $1 * $1 } / Double(misses.count)).squareRoot()
    }

    /// Whether a map is a plausible calibration of a panel.
    package static func isPlausible(_ map: Transform) -> Bool {
        guard map.isProper, max(map.c.magnitude, map.f.magnitude) <= scales.upperBound else { return false }
        // The squares of the largest and smallest scale are the eigenvalues of the matrix times its transpose.
        let (p, q) = (map.a * map.a + map.b * map.b, map.d * map.d + map.e * map.e)
        let r = map.a * map.d + map.b * map.e
        let root = ((p - q) * (p - q) + 4 * r * r).squareRoot()
        let (longest, shortest) = (((p + q + root) / 2).squareRoot(), (max(p + q - root, 0) / 2).squareRoot())
        return scales.contains(longest) && scales.contains(shortest)
    }

    /// The distance between two places, in mm.
    static func distance(_ left: UnitPoint, _ right: UnitPoint, on size: PanelSize) -> Double {
        let (dx, dy) = ((left.x - right.x) * size.width, (left.y - right.y) * size.height)
        return (dx * dx + dy * dy).squareRoot()
    }

    /// How places are distributed about their centroid.
    private struct Spread {
        let middle: UnitPoint
        let xx: Double
        let xy: Double
        let yy: Double
        /// The standard deviation in the direction where it is smallest.
        let narrowest: Double

        init(_ places: [UnitPoint]) {
            let count = Double(places.count)
            let middle = UnitPoint(
                x: places.reduce(0) { $0 + $1.x } / count, y: places.reduce(0) { $0 + $1.y } / count)
            var (xx, xy, yy) = (0.0, 0.0, 0.0)
            for place in places {
                let (dx, dy) = (place.x - middle.x, place.y - middle.y)
                xx += dx * dx
                xy += dx * dy
                yy += dy * dy
            }
            let root = ((xx - yy) * (xx - yy) + 4 * xy * xy).squareRoot()
            narrowest = (max(xx + yy - root, 0) / 2 / count).squareRoot()
            (self.middle, self.xx, self.xy, self.yy) = (middle, xx, xy, yy)
        }
    }
}
