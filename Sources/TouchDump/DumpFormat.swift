import TouchCore
package import TouchDevice
package import TouchInput
package import RecordingWriters

/// The forms in which a dump and a converted recording are written.
package enum DumpFormat: Hashable, Sendable, CaseIterable {
    /// touchd's own, for people: fingers.
    case text
    /// The lines of `libinput debug-events`: fingers as libinput reports them.
    case debugEvents
    /// A dialect that can be read again; a live dump of JSON lines has fingers instead of events.
    case recording(Dialect)

    /// All formats, in the order of the help text.
    package static let allCases: [Self] = [.text] + Dialect.allCases.map(Self.recording) + [.debugEvents]

    /// The name in options.
    package var name: String {
        switch self {
        case .text: "text"
        case .debugEvents: "debug-events"
        case .recording(let dialect): dialect.rawValue
        }
    }

    /// A whole recording in this form.
    package func text(of devices: [DeviceRecording]) -> String {
        switch self {
        case .recording(let dialect): return dialect.text(of: devices)
        case .debugEvents: return DebugLines.text(of: devices)
        case .text:
            var text = ""
            let printer = DumpPrinter(layout: TextLayout(), output: { text += $0 }, errors: { _ in })
            let seat = RecordedSeat(devices, view: { _ in .percent }, sink: printer)
            printer.beginTouches()
            seat.play(devices) { printer.end() }
            return withExtendedLifetime(printer) { text }
        }
    }
}

extension PanelView {
    /// Touches in percent of the panel.
    package static let percent = PanelView(view: Size(width: 100, height: 100))
}
