// The only file of the pure targets that may import Glibc, and only for these functions.
private import Glibc

/// Trigonometry for the pure targets.
public enum Maths {
    /// The direction of the vector (x, y) in degrees: 0 along x, 90 along y; −180…180.
    public static func degrees(_ y: Double, _ x: Double) -> Double { atan2(y, x) * 180 / .pi }

    /// The vector of length 1 in a direction in degrees: 0 along x, 90 along y.
    public static func unit(degrees: Double) -> Point {
        let angle = degrees * .pi / 180
        return Point(x: cos(angle), y: sin(angle))
    }
}
