/// A sequence of places as complex numbers: x is the real part, y the imaginary part.
struct ComplexVector: Hashable, Sendable {
    /// A complex number.
    struct Number {
        var real = 0.0
        var imaginary = 0.0

        /// The square of its absolute value.
        var squared: Double { real * real + imaginary * imaginary }
    }

    private var x: [Double]
    private var y: [Double]

    init(_ places: [(x: Double, y: Double)]) {
        x = places.map(\.x)
        y = places.map(\.y)
    }

    /// The same about its mean.
    var centered: ComplexVector {
        let (middleX, middleY) = (x.reduce(0, +) / Double(x.count), y.reduce(0, +) / Double(y.count))
        return mapped { (x[$0] - middleX, y[$0] - middleY) }
    }

    /// The same flipped vertically.
    var mirrored: ComplexVector { mapped { (x[$0], -y[$0]) } }

    /// The derivative: half the difference between each place's neighbors.
    var differences: ComplexVector {
        mapped { place in
            let (before, after) = (max(place - 1, 0), min(place + 1, x.count - 1))
            let steps = Double(after - before)
            return ((x[after] - x[before]) / steps, (y[after] - y[before]) / steps)
        }
    }

    /// Each number times its index.
    var timesPlace: ComplexVector { mapped { (x[$0] * Double($0), y[$0] * Double($0)) } }

    /// The root of the sum of all squares.
    var length: Double { product(self).real.squareRoot() }

    /// The sum of all numbers of the other vector, each times the conjugate of this one's.
    func product(_ other: ComplexVector) -> Number {
        var sum = Number()
        for place in x.indices {
            sum.real += x[place] * other.x[place] + y[place] * other.y[place]
            sum.imaginary += x[place] * other.y[place] - y[place] * other.x[place]
        }
        return sum
    }

    /// An orthonormal basis of the span of these vectors (Gram-Schmidt); dependent vectors are left out.
    static func orthonormal(_ vectors: [ComplexVector]) -> [ComplexVector] {
        var base: [ComplexVector] = []
        for vector in vectors {
            var rest = vector
            for known in base { rest = rest.without(known.product(rest), times: known) }
            let length = rest.length
            guard length > 1e-6 * vector.length, length > 0 else { continue }
            base.append(rest.mapped { (rest.x[$0] / length, rest.y[$0] / length) })
        }
        return base
    }

    private func without(_ number: Number, times other: ComplexVector) -> ComplexVector {
        mapped { place in
            let (re, im) = (other.x[place], other.y[place])
            return (
                x[place] - number.real * re + number.imaginary * im, y[place] - number.real * im - number.imaginary * re
            )
        }
    }

    private func mapped(_ number: (Int) -> (x: Double, y: Double)) -> ComplexVector {
        ComplexVector(x.indices.map(number))
    }
}
