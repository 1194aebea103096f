extension DeviceDescription {
    /// How many fingers libinput tells apart; nil for a panel that names one finger only.
    var fingerCount: Int? {
        isProtocolA ? SlotTracker.slots : axes[InputCode.positionX] == nil ? nil : slotCount
    }
}
