import TouchCore

/// Contacts that all move in every frame, to load and measure a reader.
struct Flood {
    /// Frames in which every contact moves; landing and lifting are additional frames.
    let frames: Int
    /// Number of contacts.
    let fingers: Int
    /// Frames per second; 0 is as fast as the readers read.
    let rate: Double

    /// Contacts of a flood use numbers that no drawing uses.
    private static let firstFinger = 1000
    /// A contact moves back and forth over this many device units.
    private static let swing = 64

    /// Writes all frames, waits until they are read, and returns their number and the time as text.
    func run(on panel: VirtualPanel) throws(PanelError) -> String {
        let start = Instant.now
        try panel.apply(try changes(at: 0, panel.description) { .down(finger: $0, $1) })
        for frame in 1...frames {
            if rate > 0 { sleep(until: start.advanced(by: Interval(seconds: Double(frame) / rate))) }
            try panel.apply(try changes(at: frame, panel.description) { .move(finger: $0, $1) })
        }
        try panel.apply((0..<fingers).map { .up(finger: Self.firstFinger + $0) })
        panel.drain()
        return "\(frames + 2) frames \(Instant.now.since(start).microseconds) us"
    }

    private func changes(
        at frame: Int, _ panel: PanelDescription, _ change: (Int, PanelPosition) -> FingerChange
    ) throws(PanelError) -> [FingerChange] {
        guard let (x, y) = panel.positionAxes else { throw .noPositionAxes }
        let phase = frame % (2 * Self.swing)
        let shift = Int32(phase < Self.swing ? phase : 2 * Self.swing - phase)
        return (0..<fingers).map { index in
            let part = (Double(index) + 0.5) / Double(fingers)
            let position = PanelPosition(x: x.unit(at: part) &+ shift, y: y.unit(at: part) &+ shift)
            return change(Self.firstFinger + index, position)
        }
    }
}
