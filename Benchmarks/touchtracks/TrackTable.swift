internal import SyntheticTracks
internal import TouchJudge

/// The table of `Benchmarks/tracks.md`.
struct TrackTable {
    let tracks: Int

    func print() {
        Swift.print("| tracks | of | accepted | of these flagged | refused as |\n|---|---:|---:|---:|---|")
        for kind in SyntheticPanel.kinds {
            row("human-shaped, \(kind.words)", .people(tracks, on: kind, seed: TrackSeed.checking))
        }
        row("human-shaped, all by one judge", .crowd(tracks, seed: TrackSeed.checking))
        for kind in ForgedTrack.allCases {
            row("\(kind.words)", .forged(kind, tracks, seed: TrackSeed.checking))
        }
        for kind in CopiedTrack.allCases {
            row("copy of an accepted track\(kind.words)", .replayed(tracks, as: kind, seed: TrackSeed.checking))
        }
    }

    private func row(_ name: String, _ rate: TrackRate) {
        let flaws = rate.flaws.sorted { $0.value > $1.value }.map { "\($0.key.rawValue) \($0.value)" }
        let (accepted, flagged) = (
            percent(rate.accepted, of: rate.tracks), rate.accepted == 0 ? "" : percent(rate.flagged, of: rate.accepted)
        )
        Swift.print("| \(name) | \(rate.tracks) | \(accepted) | \(flagged) | \(flaws.joined(separator: ", ")) |")
    }

    /// To a hundredth, without Foundation.
    private func percent(_ part: Int, of whole: Int) -> String {
        let hundredths = Int((10_000 * Double(part) / Double(whole)).rounded())
        let rest = hundredths % 100
        return "\(hundredths / 100).\(rest < 10 ? "0" : "")\(rest) %"
    }
}

extension SyntheticPanel.Reporting {
    fileprivate var words: String {
        switch self {
        case .fixed(let hertz): "\(hertz) Hz"
        case .onChange(let hertz): "reports on change, at most \(hertz) Hz"
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
        case .eased: "eased"
        case .bezier: "eased Bézier curve"
        case .minimumJerk: "minimum-jerk without a correction"
        case .overshot: "eased beyond the gap and back"
        }
    }
}

extension CopiedTrack {
    fileprivate var words: String {
        switch self {
        case .verbatim: ""
        case .noisy: ", up to 1 pixel off"
        case .turned: ", rotated by any angle"
        case .sized: ", half to twice as large"
        case .stretched: ", 0.6 to 1.6 times as long"
        case .mirrored: ", mirrored"
        case .disguised: ", rotated, scaled, stretched, on another raster, reports up to 1 ms late"
        case .disguisedNoisy: ", all that and up to 1 pixel off"
        }
    }
}
