// How often touches that ignore the sequence on screen match it: the last rows of Benchmarks/attack.md.
//
//     swift run -c release touchgestures [TRIES] [SEED]
//
// TRIES is the number of random sequences played, 1000000 by default.
import SyntheticStrokes
import TouchCore
import TouchModels

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count <= 2, arguments.allSatisfy({ $0 ?? 0 > 0 }) else {
    fatalError("usage: touchgestures [TRIES] [SEED]")
}
GestureAttack(tries: Int(arguments.first.flatMap { $0 } ?? 1_000_000), seed: arguments.last.flatMap { $0 } ?? 7).print()
