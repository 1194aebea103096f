import SeededNumbers
import Testing
import TouchCore

@testable import TouchScreen

struct CalibrationFitTests {
    private static let size = PanelSize(width: 256, height: 160)

    /// What a finger on each target reports on a panel whose true calibration is `truth`.
    private static func pairs(
        _ targets: CalibrationRun.Targets, truth: Transform, noise: (Int) -> (Double, Double) = { _ in (0, 0) }
    ) -> [CalibrationFit.Pair] {
        targets.places.enumerated().map { index, wanted in
            let (dx, dy) = noise(index)
            let raw = inverse(truth).applied(to: wanted)
            return .init(touched: UnitPoint(x: raw.x + dx, y: raw.y + dy), wanted: wanted)
        }
    }

    private static func inverse(_ map: Transform) -> Transform {
        let determinant = map.a * map.e - map.b * map.d
        let (a, b) = (map.e / determinant, -map.b / determinant)
        let (d, e) = (-map.d / determinant, map.a / determinant)
        return Transform(a, b, -(a * map.c + b * map.f), d, e, -(d * map.c + e * map.f))
    }

    private static func difference(_ left: Transform, _ right: Transform) -> Double {
        let ones = [left.a, left.b, left.c, left.d, left.e, left.f]
        let others = [right.a, right.b, right.c, right.d, right.e, right.f]
        return zip(ones, others).map { abs($0 - $1) }.max() ?? 0
    }

    static let maps = [
        Transform.identity, Transform(1.1, 0.03, -0.05, -0.02, 0.93, 0.04), Transform(0, -1, 1, 1, 0, 0),
        Transform(-1, 0, 1, 0, 1, 0), Transform(0.02, 1.05, -0.04, -0.97, 0.01, 0.99),
        Transform(2, 0, -0.5, 0, 0.5, 0.2),
    ]

    @Test(arguments: maps, CalibrationRun.Targets.allCases)
    func `an affine map is found exactly`(truth: Transform, targets: CalibrationRun.Targets) throws {
        let fit = try CalibrationFit(Self.pairs(targets, truth: truth), size: Self.size)
        #expect(Self.difference(fit.transform, truth) < 1e-12)
        #expect(fit.residual < 1e-9)
    }

    @Test func `noise of a millimeter costs about a millimeter, and nine targets tolerate it better than five`() throws
    {
        let truth = Transform(1.05, 0.02, -0.03, -0.01, 0.96, 0.02)
        var off: [CalibrationRun.Targets: Double] = [:]
        for targets in CalibrationRun.Targets.allCases {
            var sum = 0.0
            for seed in 0..<200 {
                var random = SplitMix64(seed: UInt64(seed))
                let noise = { (_: Int) -> (Double, Double) in
                    (
                        Double.random(in: -1...1, using: &random) / Self.size.width,
                        Double.random(in: -1...1, using: &random) / Self.size.height
                    )
                }
                let fit = try CalibrationFit(Self.pairs(targets, truth: truth, noise: noise), size: Self.size)
                #expect(fit.residual < 1.5)
                let places = CalibrationRun.Targets.nine.places.map { Self.inverse(truth).applied(to: $0) }
                sum +=
                    places.map { raw in
                        let (found, right) = (fit.transform.applied(to: raw), truth.applied(to: raw))
                        let (dx, dy) = ((found.x - right.x) * Self.size.width, (found.y - right.y) * Self.size.height)
                        return dx * dx + dy * dy
                    }.reduce(0, +) / 9
            }
            off[targets] = (sum / 200).squareRoot()
        }
        #expect((off[.five] ?? 9) < 1)
        #expect((off[.nine] ?? 9) < (off[.five] ?? 0))
    }

    private static func pair(_ touched: (Double, Double), _ wanted: (Double, Double)) -> CalibrationFit.Pair {
        .init(touched: UnitPoint(x: touched.0, y: touched.1), wanted: UnitPoint(x: wanted.0, y: wanted.1))
    }

    static let refused: [([CalibrationFit.Pair], String)] = [
        ([pair((0, 0), (0, 0)), pair((1, 1), (1, 1))], "2 targets"),
        ([pair((0.1, 0.1), (0.1, 0.1)), pair((0.5, 0.5), (0.9, 0.1)), pair((0.9, 0.9), (0.1, 0.9))], "on a line"),
        ([pair((0.1, 0.1), (0.1, 0.1)), pair((0.9, 0.1), (0.5, 0.5)), pair((0.1, 0.9), (0.9, 0.9))], "on a line"),
        ([pair((0.5, 0.5), (0.1, 0.1)), pair((0.5, 0.51), (0.9, 0.1)), pair((0.51, 0.5), (0.1, 0.9))], "in one spot"),
        ([pair((.nan, 0.1), (0.1, 0.1)), pair((0.9, 0.1), (0.9, 0.1)), pair((0.1, 0.9), (0.1, 0.9))], "target 1"),
        ([pair((0.4, 0.4), (0, 0)), pair((0.6, 0.4), (1, 0)), pair((0.4, 0.6), (0, 1))], "four times"),
    ]

    @Test(arguments: refused)
    func `touches that determine no calibration are rejected with the reason`(
        pairs: [CalibrationFit.Pair], reason: String
    ) throws {
        let refusal = try #require(throws: CalibrationFit.Refusal.self) {
            try CalibrationFit(pairs, size: Self.size)
        }
        #expect(refusal.description.contains(reason), "\(refusal)")
    }

    @Test func `a target that was missed is named`() throws {
        var pairs = Self.pairs(.nine, truth: .identity)
        pairs[3].touched.x += 0.2
        let refusal = try #require(throws: CalibrationFit.Refusal.self) {
            try CalibrationFit(pairs, size: Self.size)
        }
        guard case .scattered(target: 4, millimeters: let off) = refusal else {
            Issue.record("\(refusal)")
            return
        }
        #expect(off > CalibrationFit.maxMiss)
    }
}
