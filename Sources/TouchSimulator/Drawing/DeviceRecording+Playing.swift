import System
package import TouchCore
package import TouchDevice
package import TouchRecording

extension RecordingFile {
    /// Reads a file in any dialect.
    package init(path: String) throws(PanelError) {
        let file = try PanelError.wrap { () throws(SystemError) in
            try WholeFile(path, .given, maxBytes: Self.maxBytes)
        }
        self.init(reading: file.bytes)
    }

    /// Its first device, with complete frames only; a file may end within an event or frame.
    package func playable(from path: String) throws(PanelError) -> DeviceRecording {
        if let problem, !isCut { throw .unreadable(path: path, reason: "\(problem)") }
        var device = devices.first ?? DeviceRecording()
        device.events.removeLast(device.events.reversed().prefix { !$0.isFrameEnd }.count)
        return device
    }
}

extension DeviceRecording {
    /// Its frames, with the time of each since the first event.
    package var timedFrames: [(offset: Interval, events: [InputEvent])] {
        let start = events.first?.microseconds ?? 0
        return frames.map { (.microseconds(($0.last?.microseconds ?? start) - start), Array($0)) }
    }

    /// The same on another panel: every position at the same fraction of the axis.
    package func fitted(to panel: DeviceDescription) -> DeviceRecording {
        var fitted = self
        let codes = [InputCode.x, InputCode.y, InputCode.positionX, InputCode.positionY]
        for (index, event) in events.enumerated() where event.type == InputCode.absolute && codes.contains(event.code) {
            guard let from = description?.axes[event.code], let to = panel.axes[event.code],
                (from.minimum, from.maximum) != (to.minimum, to.maximum), from.isProper
            else { continue }
            fitted.events[index].value = to.unit(
                at: Double(event.value) - Double(from.minimum), of: Double(from.steps))
        }
        return fitted
    }

    /// Plays the frames into a panel, with the time of writing as timestamp, until readers have read them all.
    ///
    /// A speed of 1 is the recording's own, 10 ten times as fast, 0 as fast as the readers read.
    func play(on panel: VirtualPanel, speed: Double, loss: Loss? = nil) throws(PanelError) {
        let start = Instant.now
        var loss = loss
        for (offset, events) in timedFrames {
            if speed > 0 {
                RunningThread.sleep(until: start.advanced(by: Interval(seconds: offset.seconds / speed)))
            }
            try panel.write(events, heard: loss?.pass(events))
        }
        if let rest = loss?.end(), !rest.isEmpty { try panel.write([], heard: rest) }
        panel.drain()
    }
}
