import TouchCore

/// The fingers of a recording in libinput's form, without any repair; udev's calibration is not applied.
package enum RecordedReports {
    /// Plays a whole recording.
    package static func play(_ devices: [DeviceRecording], _ body: (LibinputNews) -> Void) {
        var seat = SeatSlots()
        let ids = ContactIDs()
        var decoders: [TouchDecoder?] = []
        for (index, device) in devices.enumerated() {
            guard let description = device.description?.withFuzz(of: device.udev), let axes = description.positionAxes
            else {
                decoders.append(nil)
                continue
            }
            decoders.append(TouchDecoder(description, ids: ids))
            body(
                .added(
                    LibinputNews.Appearance(
                        sysname: device.sysname, name: description.name, seat: "seat0", logicalSeat: "default",
                        group: index + 1, capabilities: "t",
                        size: PanelSize(x: axes.x, y: axes.y).map { ($0.width, $0.height) },
                        touchCount: description.fingerCount ?? 1, hasCalibration: true)))
        }
        let start = devices.compactMap { $0.events.first?.microseconds }.min() ?? 0
        for (index, events) in DeviceRecording.merged(devices) {
            guard let axes = devices[index].description?.positionAxes else { continue }
            let sysname = devices[index].sysname
            let isMultitouch = devices[index].description?.fingerCount != nil
            for event in events where decoders[index]?.feed(event) == true {
                guard let decoder = decoders[index], !decoder.frame.contacts.isEmpty else { continue }
                let time = event.microseconds - start
                for contact in decoder.frame.contacts {
                    let slot = decoder.slot(of: contact.id)
                    let numbers = seat.numbers(of: contact, in: slot?.name)
                    let touch = LibinputNews.Touch(
                        kind: .init(contact.phase), time: time, slots: (isMultitouch ? numbers.slot : -1, numbers.seat),
                        at: slot?.told, on: axes)
                    body(.touch(touch, of: sysname))
                }
                body(.touch(LibinputNews.Touch(kind: .frame, time: time), of: sysname))
            }
        }
    }
}

extension TouchDecoder {
    /// A decoder for which no finger is too fast; its view does not matter.
    init(_ description: DeviceDescription, ids: ContactIDs = ContactIDs()) {
        self.init(
            description, Frame(device: DeviceID(0), time: .zero, provenance: .unknown, contacts: []),
            mapping: ViewMapping(view: Size(width: 1, height: 1)), limit: SpeedLimit(speed: .infinity, size: nil),
            ids: ids)
    }
}

extension LibinputNews.Touch.Kind {
    fileprivate init(_ phase: Phase) {
        switch phase {
        case .began: self = .down
        case .moved: self = .motion
        case .ended: self = .up
        case .cancelled: self = .cancel
        }
    }
}

extension LibinputNews.Touch {
    fileprivate init(
        kind: Kind, time: Int64, slots: (Int32, Int32), at raw: (x: Int32, y: Int32)?, on axes: (x: Axis, y: Axis)
    ) {
        self.init(kind: kind, time: time, slots: slots)
        guard kind == .down || kind == .motion, let raw else { return }
        // libinput scales by units, not steps, and assumes one unit per millimeter without a resolution.
        func percent(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) * 100 / Double(axis.steps + 1)
        }
        func millimeters(_ value: Int32, _ axis: Axis) -> Double {
            Double(Int64(value) - Int64(axis.minimum)) / Double(axis.resolution > 0 ? axis.resolution : 1)
        }
        place = (
            (percent(raw.x, axes.x), percent(raw.y, axes.y)), (millimeters(raw.x, axes.x), millimeters(raw.y, axes.y))
        )
    }
}

/// libinput's numbers of the fingers of a seat: the lowest free number at landing.
private struct SeatSlots {
    private var taken: [(contact: ContactID, slot: Int32)?] = []

    /// - Parameter slot: that of a contact that has not ended.
    mutating func numbers(of contact: Contact, in slot: Int32?) -> (slot: Int32, seat: Int32) {
        let known = taken.firstIndex { $0?.contact == contact.id } ?? taken.firstIndex { $0 == nil } ?? taken.count
        if known == taken.count { taken.append(nil) }
        let slot = taken[known]?.slot ?? slot ?? -1
        taken[known] = contact.phase.isFinal ? nil : (contact.id, slot)
        return (slot, Int32(known))
    }
}
