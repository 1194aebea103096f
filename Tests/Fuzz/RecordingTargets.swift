import RecordingWriters
import TouchCore
import TouchInput
import TouchRecording

extension FuzzTarget {
    /// Recordings in each dialect: read, written in every form, read again, and played.
    static var recordings: [FuzzTarget] {
        Dialect.allCases.map { dialect in
            FuzzTarget(dialect.rawValue) { bytes in
                let file = RecordingFile(reading: bytes, as: dialect)
                for device in file.devices {
                    require(device.events.allSatisfy { $0.microseconds >= 0 }, "a stamp before the beginning")
                }
                rewrite(file.devices)
                play(file.devices)
            }
        }
    }

    /// Lossless forms preserve timestamps and events.
    private static func rewrite(_ devices: [DeviceRecording]) {
        for dialect in [Dialect.json, .record] {
            let again = RecordingFile(reading: Array(dialect.text(of: devices).utf8), as: dialect)
            switch again.problem {
            case nil, .unfinishedFrame: break
            case let problem?: fatalError("\(dialect) is not read again: \(problem)")
            }
            require(again.devices.map(\.events) == devices.map(\.events), "\(dialect) loses events")
        }
        for dialect in [Dialect.evemu, .evtest] {
            _ = RecordingFile(reading: Array(dialect.text(of: devices).utf8), as: dialect)
        }
    }

    private static func play(_ devices: [DeviceRecording]) {
        let lives = ContactLives()
        let seat = RecordedSeat(
            devices, view: { _ in PanelView(view: Size(width: 1280, height: 800)) }, sink: lives)
        seat.play(devices)
        require(lives.alive.isEmpty, "\(lives.alive.count) contacts never end")
    }
}

/// Checks that every contact has exactly one beginning and one end.
private final class ContactLives: SeatSink {
    private(set) var alive: Set<ContactID> = []

    func deviceAdded(_ device: Device) {}
    func deviceRemoved(_ id: DeviceID) {}
    func notice(_ notice: Notice) {}

    func frame(_ frame: borrowing Frame) {
        for contact in frame.contacts {
            switch contact.phase {
            case .began: require(alive.insert(contact.id).inserted, "a contact begins twice")
            case .moved: require(alive.contains(contact.id), "a contact moves before or after its life")
            case .ended, .cancelled: require(alive.remove(contact.id) != nil, "a contact ends twice")
            }
        }
    }
}
