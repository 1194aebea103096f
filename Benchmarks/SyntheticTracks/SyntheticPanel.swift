package import SeededNumbers

/// How a panel turns a way into reports.
package struct SyntheticPanel: Hashable, Sendable {
    /// When it reports.
    package enum Reporting: Hashable, Sendable {
        /// At this many hertz, also while nothing changes.
        case fixed(hertz: Int)
        /// At this many hertz at most, and only when a coordinate changed: what the kernel makes of most panels.
        case onChange(hertz: Int)
    }

    /// The kinds that acceptance is measured on.
    package static let kinds: [Reporting] = [
        .fixed(hertz: 60), .fixed(hertz: 90), .fixed(hertz: 120), .fixed(hertz: 240), .onChange(hertz: 125),
    ]

    let reporting: Reporting
    /// Size of one unit, in millimeters.
    let unit: Double
    /// Standard deviation of the sensor's own noise, in millimeters.
    let noise: Double
    /// Standard deviation of the time of a report, in microseconds.
    let jitter: Double
    /// How often a report is lost.
    let loss: Double

    /// Draws the panel of one person.
    package init(_ reporting: Reporting, using random: inout SplitMix64) {
        self.reporting = reporting
        unit = random.number(in: TrackRanges.unit)
        noise = random.number(in: TrackRanges.sensorNoise)
        jitter = random.number(in: TrackRanges.jitter)
        loss = random.number(in: TrackRanges.loss)
    }

    private var period: Double {
        switch reporting {
        case .fixed(let hertz), .onChange(let hertz): 1_000_000 / Double(hertz)
        }
    }

    /// The reports of a drag.
    func sample(_ drag: SyntheticDrag, using random: inout SplitMix64) -> SyntheticTrack {
        // The panel was not aligned with the landing: raster and clock begin anywhere.
        let offset = (x: random.unit() * unit, y: random.unit() * unit)
        var reports: [SyntheticTrack.Report] = []
        var time = 0.0
        while Int64(time) <= drag.duration {
            let finger = drag.place(time)
            let (noiseX, noiseY) = random.normal()
            let x = ((finger.x + noise * noiseX + offset.x) / unit).rounded() * unit
            let y = ((finger.y + noise * noiseY + offset.y) / unit).rounded() * unit
            let late = time == 0 ? 0 : max(random.normal().0 * jitter, -period / 2)
            let stamp = max(Int64(time + late), (reports.last?.microseconds ?? -1) + 1)
            time += period
            if case .onChange = reporting, let last = reports.last, last.x == x, last.y == y { continue }
            if !reports.isEmpty, random.unit() < loss { continue }
            reports.append(.init(microseconds: stamp, x: x, y: y))
        }
        let first = reports[0]
        for index in reports.indices {
            reports[index].x -= first.x
            reports[index].y -= first.y
        }
        let last = reports[reports.count - 1].microseconds
        return SyntheticTrack(reports: reports, liftMicroseconds: max(drag.duration, last))
    }
}
