package import TouchCore

/// Recorded events of a panel with their times.
package struct Recording: Equatable, Sendable {
    /// The frames, in order.
    package let frames: [Frame]
    /// Whether the file ended within an event or frame, which is left out.
    package let isCut: Bool
    /// The position axes of the recorded panel, by code; empty if unknown.
    package let axes: [UInt16: AxisDescription]

    /// Events up to and including a report.
    package struct Frame: Equatable, Sendable {
        /// Time since the first event of the recording.
        package let offset: Interval
        /// The events, the report last.
        package let events: [KernelEvent]

        /// A frame from its parts.
        package init(offset: Interval, events: [KernelEvent]) {
            self.offset = offset
            self.events = events
        }
    }

    /// A recording from its frames.
    package init(frames: [Frame], isCut: Bool = false, axes: [UInt16: AxisDescription] = [:]) {
        self.frames = frames
        self.isCut = isCut
        self.axes = axes
    }

    /// The same on a panel with other axes: every position at the same fraction of the axis.
    package func fitted(to description: PanelDescription) -> Recording {
        let changes = axes.filter { code, axis in
            guard let own = description.axes[code] else { return false }
            return (own.minimum, own.maximum) != (axis.minimum, axis.maximum) && axis.span > 0
        }
        guard !changes.isEmpty else { return self }
        let fitted = frames.map { frame in
            let events = frame.events.map { event in
                guard event.type == EventType.absolute, let from = changes[event.code],
                    let to = description.axes[event.code]
                else { return event }
                let part = (Double(event.value) - Double(from.minimum)) / from.span
                return KernelEvent(type: event.type, code: event.code, value: to.unit(at: part))
            }
            return Frame(offset: frame.offset, events: events)
        }
        return Recording(frames: fitted, isCut: isCut, axes: description.axes)
    }

    /// All events of all frames.
    package var eventCount: Int { frames.reduce(0) { $0 + $1.events.count } }

    /// Plays the frames into a panel, with the time of writing as timestamp.
    ///
    /// Returns when readers have read them all.
    ///
    /// - Parameters:
    ///   - speed: 1 is the recording's own pace, 10 ten times as fast, 0 as fast as the readers read.
    ///   - loss: events that readers lose; nil: none.
    package func play(on panel: VirtualPanel, speed: Double, loss: Loss? = nil) throws(PanelError) {
        let start = Instant.now
        var loss = loss
        for frame in frames {
            if speed > 0 { sleep(until: start.advanced(by: Interval(seconds: frame.offset.seconds / speed))) }
            try panel.write(frame.events, heard: loss?.pass(frame.events))
        }
        if let rest = loss?.end(), !rest.isEmpty { try panel.write([], heard: rest) }
        panel.drain()
    }
}
