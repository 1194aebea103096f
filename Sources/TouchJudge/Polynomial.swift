/// The residual of measurements after a least-squares polynomial fit.
///
/// Uses polynomials orthogonal over the given times (Forsythe 1957), so that high degrees stay accurate.
struct Polynomial {
    private let basis: [[Double]]
    private let norms: [Double]

    /// Prepares fits over these times.
    ///
    /// - Parameters:
    ///   - times: ascending, in any unit.
    ///   - degree: the highest power; reduced if there are too few times.
    init(over times: [Double], degree: Int) {
        let middle = times.reduce(0, +) / Double(max(times.count, 1))
        let reach = max((times.max() ?? 1) - (times.min() ?? 0), .leastNonzeroMagnitude)
        let places = times.map { 2 * ($0 - middle) / reach }
        var basis = [[Double](repeating: 1, count: places.count)]
        var norms = [Double(places.count)]
        for step in 0..<max(min(degree, places.count - 1), 0) {
            let last = basis[step]
            let shift = zip(places, last).reduce(0) { $0 + $1.0 * $1.1 * $1.1 } / norms[step]
            var next = zip(places, last).map { ($0 - shift) * $1 }
            if step > 0 {
                let weight = norms[step] / norms[step - 1]
                for index in next.indices { next[index] -= weight * basis[step - 1][index] }
            }
            let norm = next.reduce(0) { $0 + $1 * $1 }
            guard norm > 1e-9 else { break }
            basis.append(next)
            norms.append(norm)
        }
        self.basis = basis
        self.norms = norms
    }

    /// Measurements minus the polynomial that fits them best.
    func residual(of values: [Double]) -> [Double] {
        var left = values
        for (polynomial, norm) in zip(basis, norms) {
            let weight = zip(polynomial, left).reduce(0) { $0 + $1.0 * $1.1 } / norm
            for index in left.indices { left[index] -= weight * polynomial[index] }
        }
        return left
    }
}
