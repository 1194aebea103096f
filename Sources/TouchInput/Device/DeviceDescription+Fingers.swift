extension DeviceDescription {
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
            description.axes[code]?.axis.fuzz = fuzz
        }
        return description
    }
}
