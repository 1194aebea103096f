// How many synthetic pattern strokes each method decodes correctly, as a table for Benchmarks/strokes.md.
//
//     swift run -c release touchstrokes SEED [STROKES]
//
// SEED is hexadecimal; STROKES is the number of strokes per row, 100000 by default.
private import SyntheticStrokes

let arguments = CommandLine.arguments.dropFirst()
guard let seed = arguments.first.flatMap({ UInt64($0, radix: 16) }),
    let strokes = arguments.count > 1 ? arguments.last.flatMap({ Int($0) }) : 100_000, strokes > 0
else {
    fatalError("usage: touchstrokes SEED [STROKES]")
}
StrokeTable(strokes: strokes, seed: seed).print()
