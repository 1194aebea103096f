import TouchCore

extension DeviceDescription {
    /// The size of one unit of ABS_MT_TOUCH_MAJOR, in mm; nil if it has no such axis, or nothing says its unit.
    ///
    /// The kernel documents breadths in units of the surface; some drivers give them their own resolution.
    var breadthUnit: Double? {
        guard let own = axes[InputCode.touchMajor], let (x, y) = positionAxes,
            PanelSize(x: x, y: y)?.isPlausible != false
        else { return nil }
        let resolution = own.resolution > 0 ? own.resolution : x.resolution
        return resolution > 0 ? 1 / Double(resolution) : nil
    }

    /// Number of fingers libinput can distinguish; nil for a single-touch panel.
    var fingerCount: Int? {
        isProtocolA ? SlotTracker.slots : axes[InputCode.positionX] == nil ? nil : slotCount
    }

    /// The same with the fuzz of positions that udev has moved to properties, for libinput to use.
    package func withFuzz(of properties: [Device.Property]) -> DeviceDescription {
        var description = self
        for property in properties where property.name.hasPrefix("LIBINPUT_FUZZ_") {
            guard let code = UInt16(property.name.dropFirst(14), radix: 16), let fuzz = Int32(property.value) else {
                continue
            }
            description.axes[code]?.fuzz = fuzz
        }
        return description
    }
}
