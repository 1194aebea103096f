// The one file of the pure targets that may import the C library: for functions the standard library lacks.
import Glibc

/// Functions of real numbers, in radians.
public enum Maths {
    /// The sine of an angle.
    public static func sine(_ angle: Double) -> Double { sin(angle) }

    /// The cosine of an angle.
    public static func cosine(_ angle: Double) -> Double { cos(angle) }

    /// The angle of the place (x, y) seen from the origin, from −π to π, 0 along x.
    public static func angle(x: Double, y: Double) -> Double { atan2(y, x) }

    /// e to the power of `exponent`.
    public static func exponential(_ exponent: Double) -> Double { exp(exponent) }

    /// The natural logarithm; NaN below zero.
    public static func logarithm(_ value: Double) -> Double { log(value) }

    /// `base` to the power of `exponent`.
    public static func power(_ base: Double, _ exponent: Double) -> Double { pow(base, exponent) }

    /// The length of the vector (x, y), without overflow on the way.
    public static func length(x: Double, y: Double) -> Double { hypot(x, y) }
}
