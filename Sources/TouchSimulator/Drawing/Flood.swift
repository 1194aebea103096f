import System
import TouchCore
package import TouchDevice

/// Contacts that all move in every frame, to load and measure a reader.
package struct Flood {
    /// Frames in which every contact moves; landing and lifting are additional frames.
    let frames: Int
    let fingers: Int
    /// Frames per second; 0 is as fast as the readers read.
    let rate: Double

    /// A flood.
    package init(frames: Int, fingers: Int, rate: Double) {
        (self.frames, self.fingers, self.rate) = (frames, fingers, rate)
    }

    /// Contacts of a flood use numbers that no drawing uses.
    private static let firstFinger = 1000
    /// A contact moves back and forth over this many device units.
    private static let swing = 64

    /// Writes all frames, waits until they are read, and returns their number and the time as text.
    func run(on panel: VirtualPanel) throws(PanelError) -> String {
        let start = Instant.now
        for frame in 0..<frames + 2 {
            if rate > 0 {
                RunningThread.sleep(until: start.advanced(by: Interval(seconds: Double(min(frame, frames)) / rate)))
            }
            try panel.apply(try changes(at: frame, panel.description))
        }
        panel.drain()
        return "\(frames + 2) frames \(Instant.now.since(start).microseconds) us"
    }

    /// The changes of one of its frames: in the first the contacts land, in the last they lift.
    package func changes(at frame: Int, _ panel: DeviceDescription) throws(PanelError) -> [FingerChange] {
        if frame > frames { return (0..<fingers).map { .up(finger: Self.firstFinger + $0) } }
        guard let (x, y) = panel.claimedAxes else { throw .noPositionAxes }
        let phase = frame % (2 * Self.swing)
        let shift = Int32(phase < Self.swing ? phase : 2 * Self.swing - phase)
        return (0..<fingers).map { index in
            let part = (Double(index) + 0.5) / Double(fingers)
            let position = PanelPosition(x: x.unit(at: part) &+ shift, y: y.unit(at: part) &+ shift)
            let finger = Self.firstFinger + index
            return frame == 0 ? .down(finger: finger, position) : .move(finger: finger, position)
        }
    }
}
