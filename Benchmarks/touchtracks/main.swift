// How synthetic tracks are judged, as the table of Benchmarks/tracks.md.
//
//     swift run -c release touchtracks [TRACKS [SEED]]
//
// TRACKS is the number of tracks of each kind, 100000 by default; SEED a number, by default a new one. Fails if more than one
// in ten thousand tracks of a hand is rejected, or a forged one accepted.
private import Glibc
private import SyntheticTracks
private import TouchModels

let arguments = CommandLine.arguments.dropFirst()
guard arguments.count <= 2, let tracks = arguments.first.map({ Int($0) }) ?? 100_000, tracks > 0,
    let seed = arguments.count < 2 ? UInt64.random(in: 0 ... .max) : arguments.last.flatMap({ UInt64($0) })
else {
    fatalError("usage: touchtracks [TRACKS [SEED]]")
}
private var hasFailed = false

@MainActor private func row(_ name: String, _ rate: TrackRate, mayBeRejected allowed: ClosedRange<Int>) {
    let flaws = rate.flaws.sorted { ($1.value, $0.key.rawValue) < ($0.value, $1.key.rawValue) }
    let words = flaws.map { "\($0.key.rawValue) \($0.value)" }.joined(separator: ", ")
    print("| \(name) | \(rate.tracks) | \(rate.rejected) | \(words) |")
    if !allowed.contains(rate.rejected) { hasFailed = true }
}

print("Seed \(seed).\n\n| tracks | of | rejected | as |\n|---|---:|---:|---|")
for hand in Hand.allCases {
    row("hand: \(hand.words)", TrackRate(hand, tracks, seed: seed), mayBeRejected: 0...tracks / 10_000)
}
for kind in ForgedTrack.allCases {
    row("forged: \(kind.words)", TrackRate(kind, tracks, seed: seed), mayBeRejected: tracks...tracks)
}
if hasFailed {
    print("\nA hand is rejected too often, or a forged track is accepted.")
    exit(1)
}

extension Hand {
    fileprivate var words: String {
        switch self {
        case .submovements: "a long movement and corrections"
        case .sigmaLognormal: "sigma-lognormal strokes"
        case .quickReach: "one reach in 0.25 to 0.5 s, with bow and wander"
        case .slowReach: "one reach in 0.5 to 1 s, with bow and wander"
        case .flick: "one flick without noise"
        case .tremor: "a reach with a tremor of 4 to 6 Hz and 2 to 5 mm"
        case .pushes: "pushes with pauses"
        }
    }
}

extension ForgedTrack {
    fileprivate var words: String {
        switch self {
        case .linear: "straight, constant speed, every 16 ms"
        case .linearUneven: "the same, uneven intervals"
        case .equalSteps: "the same, uneven intervals, equal steps"
        case .clockless: "ten reports without a clock"
        case .backJump: "minimum-jerk with a jump back"
        case .teleport: "one jump to the gap"
        }
    }
}
