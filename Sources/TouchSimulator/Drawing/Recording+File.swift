import TouchCore
import TouchDevice
import TouchRecording

extension Recording {
    /// Reads the events of the first device of a recording in any dialect.
    ///
    /// A file that ends within an event or frame is used up to its last complete frame, with `isCut` set.
    ///
    /// - Throws: when the file cannot be read, or a line is invalid in its dialect.
    package init(path: String) throws(PanelError) {
        try self.init(RecordingFile(reading: try contents(of: path)), path: path)
    }

    init(_ file: RecordingFile, path: String) throws(PanelError) {
        var isCut = false
        switch file.problem {
        case .none: break
        case .cutOff, .unfinishedFrame: isCut = true
        case .some(let problem): throw .unreadable(path: path, reason: "\(problem)")
        }
        let start = Instant(microseconds: file.events.first?.microseconds ?? 0)
        var frames: [Frame] = []
        var events: [KernelEvent] = []
        for event in file.events {
            events.append(KernelEvent(type: event.type, code: event.code, value: event.value))
            guard event.isFrameEnd else { continue }
            frames.append(Frame(offset: Instant(microseconds: event.microseconds).since(start), events: events))
            events = []
        }
        let places = [AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.positionX, AbsoluteCode.positionY]
        let axes = (file.device?.axes ?? [:]).filter { places.contains($0.key) }
        self.init(
            frames: frames, isCut: isCut,
            axes: axes.mapValues { AxisDescription($0.axis.minimum, $0.axis.maximum, resolution: $0.axis.resolution) })
    }
}
