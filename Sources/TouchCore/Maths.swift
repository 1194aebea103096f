// The one file of the pure rings that may import Glibc, and only for these functions.
private import Glibc

/// Trigonometry and exponentials for the pure targets.
public enum Maths {
    /// The angle of the vector (x, y) in radians, −π…π.
    public static func atan2(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) }

    /// The angle of the vector (x, y) in degrees, −180…180.
    public static func degrees(_ y: Double, _ x: Double) -> Double { Glibc.atan2(y, x) * 180 / .pi }
}
