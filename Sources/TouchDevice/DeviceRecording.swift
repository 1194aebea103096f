/// A device and its recorded events.
public struct DeviceRecording: Hashable, Sendable {
    /// The event node, `/dev/input/event5`; nil if the recording does not name it.
    public var node: String?
    /// The device; nil if the recording has only events.
    public var description: DeviceDescription?
    /// Its udev properties, in the recording's order.
    public var udev: [Device.Property]
    /// Its events, in order.
    public var events: [InputEvent]

    /// Makes a recording.
    public init(
        node: String? = nil, description: DeviceDescription? = nil, udev: [Device.Property] = [],
        events: [InputEvent] = []
    ) {
        (self.node, self.description, self.udev, self.events) = (node, description, udev, events)
    }

    /// The last part of its node, `event5`; a made-up name if there is no node.
    public var sysname: String {
        node.flatMap { $0.split(separator: "/").last }.map(String.init) ?? "event0"
    }

    /// The events, frame by frame; the last frame may be incomplete.
    public var frames: [ArraySlice<InputEvent>] {
        var frames: [ArraySlice<InputEvent>] = []
        var start = events.startIndex
        for index in events.indices where events[index].isFrameEnd || index == events.endIndex - 1 {
            frames.append(events[start...index])
            start = index + 1
        }
        return frames
    }
}

extension DeviceRecording {
    /// The frames of several devices in the order of their last timestamps; those of one device keep their order.
    public static func merged(_ devices: [DeviceRecording]) -> [(device: Int, events: ArraySlice<InputEvent>)] {
        if devices.count == 1 { return devices[0].frames.map { (0, $0) } }
        var queues = devices.map { $0.frames[...] }
        var merged: [(device: Int, events: ArraySlice<InputEvent>)] = []
        while true {
            var next: (device: Int, time: Int64)?
            for (index, queue) in queues.enumerated() {
                guard let time = queue.first?.last?.microseconds, time < next?.time ?? .max else { continue }
                next = (index, time)
            }
            guard let next, let frame = queues[next.device].popFirst() else { return merged }
            merged.append((next.device, frame))
        }
    }
}
