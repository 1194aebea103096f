/// An affine map of the panel onto itself: scale, turn, mirror, shear and shift.
///
/// The six numbers are the first two rows of a 3×3 matrix on fractions of the panel, in the order of
/// udev's LIBINPUT_CALIBRATION_MATRIX (libinput's documentation, "Calibration"):
///
///     x' = a·x + b·y + c
///     y' = d·x + e·y + f
public struct Transform: Hashable, Sendable {
    /// The x part of x'.
    public var a: Double
    /// The y part of x'.
    public var b: Double
    /// The offset of x', in panel widths.
    public var c: Double
    /// The x part of y'.
    public var d: Double
    /// The y part of y'.
    public var e: Double
    /// The offset of y', in panel heights.
    public var f: Double

    /// Leaves every place where it is.
    public static let identity = Transform(1, 0, 0, 0, 1, 0)

    /// Makes a map from the two rows of its matrix.
    public init(_ a: Double, _ b: Double, _ c: Double, _ d: Double, _ e: Double, _ f: Double) {
        (self.a, self.b, self.c, self.d, self.e, self.f) = (a, b, c, d, e, f)
    }

    /// Whether all six are finite and the map is invertible.
    public var isProper: Bool {
        let determinant = a * e - b * d
        return determinant.isFinite && determinant != 0 && c.isFinite && f.isFinite
    }

    /// The image of a place.
    public func applied(to place: UnitPoint) -> UnitPoint {
        UnitPoint(x: a * place.x + b * place.y + c, y: d * place.x + e * place.y + f)
    }

    /// This map first, then the other.
    public func followed(by next: Transform) -> Transform {
        Transform(
            next.a * a + next.b * d, next.a * b + next.b * e, next.a * c + next.b * f + next.c,
            next.d * a + next.e * d, next.d * b + next.e * e, next.d * c + next.e * f + next.f)
    }

    /// The quarter turn or mirrored quarter turn that comes closest, regardless of scale and shift.
    ///
    /// Closest by the largest inner product of the two matrices, so that a fine calibration on top of a turn does not
    /// change the result. A map that is not proper counts as upright.
    public var orientation: Orientation {
        guard isProper else { return .upright }
        let swapsAxes = b.magnitude + d.magnitude > a.magnitude + e.magnitude
        return Orientation(
            swapsAxes: swapsAxes,
            mirrorsX: (swapsAxes ? b : a) < 0,
            mirrorsY: (swapsAxes ? d : e) < 0)
    }
}
