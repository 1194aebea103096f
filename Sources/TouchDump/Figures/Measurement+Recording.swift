import TouchCore
package import TouchDevice
import TouchInput

extension Measurement {
    /// The figures of a recording.
    package static func read(_ devices: [DeviceRecording]) -> [Measurement] {
        let collector = TouchCollector()
        let view = PanelView(view: Size(width: 100, height: 100))
        RecordedSeat(devices, view: { _ in view }, sink: collector).play(devices) { collector.end() }
        return collector.panels.map {
            Measurement(device: $0.device, statistics: $0.statistics, watched: $0.statistics.duration)
        }
    }
}
