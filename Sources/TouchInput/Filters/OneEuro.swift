import TouchDevice

/// The 1€ filter of one number: a low-pass filter that opens with speed.
///
/// Casiez, Roussel, Vogel: "1€ Filter", CHI 2012, algorithm 1, with the rate taken from the timestamps:
///
///     α(f)  = 1 / (1 + 1 / (2π f Δt))
///     v     = lowpass((x − x̂ₚ) / Δt, α(1 Hz))       x̂ₚ: its previous output
///     x̂     = lowpass(x, α(fₘᵢₙ + β |v|))
struct OneEuro {
    /// The cutoff of the speed, in Hz, as in the paper.
    static let speedCutoff = 1.0

    private let settings: FilterSettings.Smoothing
    private var value: Double
    private var speed = 0.0

    init(_ settings: FilterSettings.Smoothing, first: Double) {
        self.settings = settings
        value = first
    }

    /// Filters the next number; without a later timestamp it is ignored.
    mutating func filter(_ number: Double, after seconds: Double) -> Double {
        guard seconds > 0 else { return value }
        let slope = (number - value) / seconds
        speed += Self.share(Self.speedCutoff, seconds) * (slope - speed)
        let cutoff = settings.minimumCutoff + settings.speedCoefficient * speed.magnitude
        value += Self.share(cutoff, seconds) * (number - value)
        return value
    }

    private static func share(_ cutoff: Double, _ seconds: Double) -> Double {
        1 / (1 + 1 / (2 * .pi * cutoff * seconds))
    }
}
