/// Red, green and blue of a pixel with room to compute in, for work of many steps on each pixel.
///
/// The processor does all of them at once. After every step each is 0…255.
struct Channels {
    /// The fourth has no meaning; with three, the compiler would compute them one by one.
    private var lanes: SIMD4<Int16>

    @inline(__always)
    private init(clamping lanes: SIMD4<Int16>) {
        self.lanes = pointwiseMin(pointwiseMax(lanes, .zero), SIMD4(repeating: 255))
    }

    /// The channels of a pixel; its alpha is left out.
    @inline(__always)
    init(_ pixel: Pixel) {
        lanes = SIMD4(Int16(pixel.red), Int16(pixel.green), Int16(pixel.blue), 0)
    }

    /// The pixel with that alpha.
    @inline(__always)
    func pixel(alpha: UInt8) -> Pixel {
        let bytes = SIMD4<UInt8>(truncatingIfNeeded: lanes)
        return Pixel(red: bytes.x, green: bytes.y, blue: bytes.z, alpha: alpha)
    }

    /// As ``Pixel/luma``.
    @inline(__always)
    var luma: Int {
        let weighted = SIMD4<UInt16>(truncatingIfNeeded: lanes) &* SIMD4(77, 150, 29, 0)
        return Int(weighted.wrappedSum() >> 8)
    }

    /// With a part of other ones in them.
    ///
    /// - Parameter part: 0 (all of these) to 256 (all of the others).
    @inline(__always)
    func mixed(with other: Channels, _ part: Int16) -> Channels {
        let (one, other) = (SIMD4<UInt16>(truncatingIfNeeded: lanes), SIMD4<UInt16>(truncatingIfNeeded: other.lanes))
        let part = UInt16(truncatingIfNeeded: part)
        var mixed = self
        mixed.lanes = SIMD4(truncatingIfNeeded: (one &* (256 &- part) &+ other &* part &+ 128) &>> 8)
        return mixed
    }

    /// With light added to each, or taken away.
    @inline(__always)
    func lighter(by light: Int16) -> Channels { Channels(clamping: lanes &+ light) }

    /// With something added to each.
    @inline(__always)
    func shifted(by shift: SIMD4<Int16>) -> Channels { Channels(clamping: lanes &+ shift) }

    /// The same brightness with a part of the colour taken away.
    ///
    /// - Parameter part: 0 (as it is) to 256 (grey).
    @inline(__always)
    func greyer(_ part: Int16) -> Channels {
        var grey = self
        grey.lanes = SIMD4(repeating: Int16(truncatingIfNeeded: luma))
        return mixed(with: grey, part)
    }
}
