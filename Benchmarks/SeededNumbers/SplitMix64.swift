private import Glibc

/// The random numbers of tests and benchmarks: one seed, one sequence, on every machine.
///
/// SplitMix64 of Steele, Lea, Flood: Fast splittable pseudorandom number generators, OOPSLA 2014.
package struct SplitMix64: RandomNumberGenerator, Sendable {
    private var state: UInt64

    /// Starts the sequence of a seed.
    package init(seed: UInt64) { state = seed }

    /// The next 64 bits.
    package mutating func next() -> UInt64 {
        state &+= 0x9E37_79B9_7F4A_7C15
        var bits = state
        bits = (bits ^ (bits >> 30)) &* 0xBF58_476D_1CE4_E5B9
        bits = (bits ^ (bits >> 27)) &* 0x94D0_49BB_1331_11EB
        return bits ^ (bits >> 31)
    }

    /// A number drawn evenly from 0 up to but not including 1.
    package mutating func unit() -> Double { Double(next() >> 11) * 0x1p-53 }

    /// A whole number drawn evenly from 0 up to but not including `bound`; the bias is below `bound` / 2⁶⁴.
    package mutating func below(_ bound: Int) -> Int {
        Int(next().multipliedFullWidth(by: UInt64(bound)).high)
    }

    /// Two independent numbers of the standard normal distribution (Marsaglia's polar method).
    package mutating func normal() -> (Double, Double) {
        while true {
            let (x, y) = (2 * unit() - 1, 2 * unit() - 1)
            let square = x * x + y * y
            guard square > 0, square < 1 else { continue }
            let factor = (-2 * log(square) / square).squareRoot()
            return (x * factor, y * factor)
        }
    }
}
