// How often touches that know nothing of the sequence on screen are taken for it: the last rows of Benchmarks/attack.md.
//
//     swift run -c release touchgestures [TRIES] [SEED]
//
// TRIES is how many random sequences are played, 1000000 if not given.
import SyntheticStrokes
import TouchCore
import TouchJudge
import TouchModels

let arguments = CommandLine.arguments.dropFirst().map { UInt64($0) }
guard arguments.count <= 2, arguments.allSatisfy({ $0 ?? 0 > 0 }) else {
    fatalError("usage: touchgestures [TRIES] [SEED]")
}
GestureAttack(tries: Int(arguments.first.flatMap { $0 } ?? 1_000_000), seed: arguments.last.flatMap { $0 } ?? 7).print()
