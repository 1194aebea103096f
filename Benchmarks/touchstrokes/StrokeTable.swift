import SeededNumbers
private import SyntheticStrokes
private import TouchModels

/// The tables of Benchmarks/strokes.md.
struct StrokeTable {
    /// Strokes in each cell.
    let strokes: Int
    /// Cells take their own seeds from this one, in the order of the rows.
    let seed: UInt64

    /// What the decoder should reach, in percent.
    private struct Goal {
        let cell: DecodeRate.Cell
        let percent: Double
    }

    private static let goals = [
        Goal(cell: .init(.uniform, sigma: 0.06, spacing: 0.10), percent: 99.9),
        Goal(cell: .init(.uniform, sigma: 0.06, spacing: 0.25), percent: 99.9),
        Goal(cell: .init(.uniform, sigma: 0.06, spacing: 0.50), percent: 99),
        Goal(cell: .init(.uniform, sigma: 0.10, spacing: 0.25), percent: 95),
        Goal(cell: .init(.human, sigma: 0.10, spacing: 0.25), percent: 99.5),
        Goal(cell: .init(.human, sigma: 0.10, spacing: 0.50), percent: 97),
    ]

    private static var guessing: StrokeTuning {
        var tuning = StrokeTuning()
        tuning.sparseSpacing = .infinity
        return tuning
    }

    private static var narrow: StrokeTuning {
        var tuning = guessing
        tuning.turnRadius = 0.45
        return tuning
    }

    func print() {
        var seeds = SplitMix64(seed: seed)
        let space = PatternSpace()
        printRates(space, &seeds)
        printRefusals(space, &seeds)
        printSpeeds(space, &seeds)
    }

    private func printRates(_ space: PatternSpace, _ seeds: inout SplitMix64) {
        let methods: [DecodeRate.Method] = [
            .init(.points), .init(.swept), .init(.swept, curved: true), .init(.turn, tuning: Self.narrow),
            .init(.turn, curved: true), .init(.turn),
        ]
        row(
            ["patterns", "sigma", "spacing", "points", "swept", "spline + swept", "turn at 0.45, guessing"]
                + ["spline + turn", "**turn**", "refused", "goal"])
        row(Array(repeating: "---", count: 11))
        for population in PatternSpace.Population.allCases {
            for sigma in [0.06, 0.10, 0.14] {
                for spacing in [0.02, 0.10, 0.25, 0.50, 0.65, 0.80] {
                    let cell = DecodeRate.Cell(population, sigma: sigma, spacing: spacing)
                    let rates = measure(cell, methods, space, &seeds)
                    let turn = rates[5]
                    row(
                        Self.name(cell) + rates.map { $0.percentText(\.right) }
                            + [turn.percentText(\.refused), Self.verdict(on: turn, in: cell)])
                }
            }
        }
    }

    private func printRefusals(_ space: PatternSpace, _ seeds: inout SplitMix64) {
        Swift.print()
        row(["patterns", "sigma", "spacing", "turn: correct", "refused", "wrong", "guessing: wrong"])
        row(Array(repeating: "---", count: 7))
        for population in PatternSpace.Population.allCases {
            for sigma in [0, 0.06] {
                for spacing in [0.50, 0.65, 0.69, 0.72, 0.75, 0.80, 0.90, 1.00, 1.25, 1.60] {
                    let cell = DecodeRate.Cell(population, sigma: sigma, spacing: spacing)
                    let rates = measure(cell, [.init(.turn), .init(.turn, tuning: Self.guessing)], space, &seeds)
                    row(
                        Self.name(cell) + [
                            rates[0].percentText(\.right), rates[0].percentText(\.refused),
                            rates[0].percentText(\.wrong),
                            rates[1].percentText(\.wrong),
                        ])
                }
            }
        }
    }

    /// Every pattern at many speeds on a panel of 125 Hz and a pitch of 30 mm.
    private func printSpeeds(_ space: PatternSpace, _ seeds: inout SplitMix64) {
        Swift.print()
        row(["mm/s", "spacing", "patterns", "correct", "refused", "wrong"])
        row(Array(repeating: "---", count: 6))
        for speed in [50, 100, 200, 500, 1_000, 1_500, 2_000] {
            let spacing = Double(speed) / 125 / 30
            let rate = DecodeRate.exhaust(spacing: spacing, of: space, seed: seeds.next())
            let rounded = (spacing * 1_000).rounded() / 1_000
            row(["\(speed)", "\(rounded)"] + [rate.strokes, rate.right, rate.refused, rate.wrong].map { "\($0)" })
        }
    }

    private func measure(
        _ cell: DecodeRate.Cell, _ methods: [DecodeRate.Method], _ space: PatternSpace, _ seeds: inout SplitMix64
    ) -> [DecodeRate] {
        DecodeRate.measure(cell, methods, strokes: strokes, of: space, seed: seeds.next())
    }

    private static func verdict(on rate: DecodeRate, in cell: DecodeRate.Cell) -> String {
        guard let goal = goals.first(where: { $0.cell == cell }) else { return "" }
        return rate.percent(rate.right) >= goal.percent ? "≥ \(goal.percent): met" : "≥ \(goal.percent): **missed**"
    }

    private static func name(_ cell: DecodeRate.Cell) -> [String] {
        [cell.population.rawValue, "\(cell.sigma)", "\(cell.spacing)"]
    }

    private func row(_ cells: [String]) {
        Swift.print("| " + cells.joined(separator: " | ") + " |")
    }
}

extension DecodeRate {
    /// A part of the strokes in percent with two decimals, rounded down, so that 100.00 means all.
    fileprivate func percentText(_ part: KeyPath<DecodeRate, Int>) -> String {
        let hundredths = self[keyPath: part] * 10_000 / strokes
        let rest = hundredths % 100
        return "\(hundredths / 100)." + (rest < 10 ? "0" : "") + "\(rest)"
    }
}
