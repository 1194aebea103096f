extension DeviceDescription {
    /// Number of fingers libinput can distinguish; nil for a single-touch panel.
    var fingerCount: Int? {
        isProtocolA ? SlotTracker.slots : axes[InputCode.positionX] == nil ? nil : slotCount
    }
}
