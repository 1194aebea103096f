import Glibc
package import TouchCore

@testable import TouchInput

/// A panel without a node, its frames, and their receiver.
///
/// Events are words: `slot=0 id=5 x=100 y=200 tool=2 major=7 distance=1`, `X= Y= touch=` for a single-touch panel,
/// `end` for the end of a finger of a panel without slots, `drop` for lost events, `/` for the end of a frame, which comes 10 ms after the previous one, `sync=1` for the end
/// of a frame made by the kernel, `@500` for a time in milliseconds.
final class Bench: SeatSink {
    private(set) var frames: [Frame] = []
    private(set) var notices: [Notice.Code] = []
    /// Ignored landings: the reason, and the place in thousandths of the panel if it is known.
    private(set) var unheard: [String] = []
    private(set) var lives = Lives()
    private(set) var slots: Int?
    let panel: Panel
    private var time: Int64 = 10_000
    /// Whether frames are kept; otherwise only the lives of contacts.
    var keepsFrames = true

    /// - Parameters:
    ///   - slots: nil: a single touch panel.
    ///   - fuzz: of its coordinates.
    ///   - wish: where its touches go; each axis has 1,001 units, 200 × 100 mm.
    init(
        slots: Int32? = 10, fuzz: Int32 = 0, hasBreadth: Bool = false,
        wish: PanelView = PanelView(view: Size(width: 1_000, height: 1_000))
    ) {
        panel = Panel.made(slots: slots, fuzz: fuzz, hasBreadth: hasBreadth, wish: wish)
    }

    func deviceAdded(_ device: Device) { slots = device.slots }
    func deviceRemoved(_ id: DeviceID) {}
    func notice(_ notice: Notice) { notices.append(notice.code) }
    func unheard(_ reason: Unheard, at place: UnitPoint, of panel: DeviceID, time: Instant) {
        let places = place.x.isFinite ? " \(Int((place.x * 1_000).rounded())),\(Int((place.y * 1_000).rounded()))" : ""
        unheard.append(reason.rawValue + places)
    }

    func frame(_ frame: borrowing Frame) {
        lives.record(frame.contacts)
        if keepsFrames { frames.append(copy frame) }
    }

    /// What a seat reads from a recording of one panel.
    static func reading(_ recording: DeviceRecording) -> Bench {
        let bench = Bench()
        let view = PanelView(view: Size(width: 1_000, height: 1_000))
        RecordedSeat([recording], view: { _ in view }, sink: bench).play([recording])
        return bench
    }

    func play(_ text: String) {
        for event in Self.events(text, from: &time) { panel.feed(event, to: self) }
    }

    /// The events that words say, from a time on; that of the next one is left.
    static func events(_ text: String, from time: inout Int64) -> [InputEvent] {
        text.split(separator: " ").compactMap { word in
            if word.hasPrefix("@") {
                time = (Int64(word.dropFirst()) ?? 0) * 1_000
                return nil
            }
            defer { if word == "/" { time += 10_000 } }
            let event = event(word)
            return InputEvent(microseconds: time, type: event.type, code: event.code, value: event.value)
        }
    }

    func send(_ event: (type: UInt16, code: UInt16, value: Int32)) {
        panel.feed(InputEvent(microseconds: time, type: event.type, code: event.code, value: event.value), to: self)
    }

    /// Ends a frame; the next one comes this many microseconds later.
    func endFrame(then later: Int64 = 8_000) {
        send((0, 0, 0))
        time += later
    }

    private static func event(_ word: Substring) -> (type: UInt16, code: UInt16, value: Int32) {
        let codes: [Substring: (UInt16, UInt16)] = [
            "slot": (3, 0x2f), "id": (3, 0x39), "x": (3, 0x35), "y": (3, 0x36), "tool": (3, 0x37), "major": (3, 0x30),
            "distance": (3, 0x3b),
            "X": (3, 0), "Y": (3, 1), "touch": (1, 0x14a), "/": (0, 0), "sync": (0, 0),
            "drop": (0, 3), "end": (0, 2),
        ]
        let parts = word.split(separator: "=")
        guard let (type, code) = codes[parts[0]] else { preconditionFailure("no event is called \(word)") }
        return (type, code, parts.count > 1 ? Int32(parts[1]) ?? 0 : 0)
    }

    /// Each frame as changes and places of its contacts: `1b 100, 2m 300`.
    var story: [String] {
        frames.map { frame in
            frame.contacts.map { "\($0.id.number)\($0.phase.word.prefix(1)) \(Int($0.position.x.rounded()))" }
                .joined(separator: ", ")
        }
    }

    /// The times of the frames, in milliseconds.
    var times: [Int64] { frames.map { $0.time.microseconds / 1_000 } }
}

extension Panel {
    /// A panel of 200 × 100 mm without a node; each axis has 1,001 units.
    static func made(
        id: UInt32 = 1, slots: Int32? = 10, fuzz: Int32 = 0, hasBreadth: Bool = false,
        wish: PanelView = PanelView(view: Size(width: 100, height: 100)), ids: ContactIDs = ContactIDs()
    ) -> Panel {
        let axis = Axis(minimum: 0, maximum: 1_000, fuzz: fuzz)
        var device = Device(
            id: DeviceID(id), name: "bench", node: "/dev/input/event\(id)", sysname: "event\(id)",
            numbers: .init(bus: 0, vendor: 0, product: 0, version: 0), phys: "", uniq: "",
            origin: Origin(provenance: .virtual), size: PanelSize(width: 200, height: 100), x: axis, y: axis,
            slots: slots.map(Int.init), fingersAtStart: 0, calibration: .identity, seat: "seat0", properties: [])
        device.breadthUnit = hasBreadth ? 1 : nil
        var description = DeviceDescription(name: "bench")
        if let slots {
            description.axes[InputCode.slot] = Axis(minimum: 0, maximum: slots - 1)
            for code in [InputCode.positionX, InputCode.positionY] { description.axes[code] = axis }
        } else {
            for code in [InputCode.x, InputCode.y] { description.axes[code] = axis }
        }
        return Panel(device: device, description: description, wish: wish, ids: ids)
    }
}

/// Writes events to a pipe that is read in place of a node.
func writeAsKernel(_ events: [InputEvent], to pipe: Int32) {
    let words = events.flatMap { event in
        let content = Int64(event.type) | Int64(event.code) << 16 | Int64(event.value) << 32
        return [event.microseconds / 1_000_000, event.microseconds % 1_000_000, content]
    }
    precondition(unsafe write(pipe, words, words.count * 8) == words.count * 8)
}

/// Follows contacts from landing to end and finds violations.
struct Lives {
    /// The first few violations, as text.
    private(set) var oddities: [String] = []
    private var alive: Set<ContactID> = []
    private var begun: Set<ContactID> = []

    var left: Int { alive.count }

    mutating func record(_ change: ContactChange) {
        let isPossible =
            switch change {
            // Filters may let an older contact through later, but never one that has ended.
            case .began(let id, _): begun.insert(id).inserted && alive.insert(id).inserted
            case .moved(let id, _): alive.contains(id)
            case .ended(let id), .cancelled(let id): alive.remove(id) != nil
            }
        if !isPossible, oddities.count < 5 { oddities.append("\(change)") }
    }

    mutating func record(_ contacts: [Contact]) { for contact in contacts { record(ContactChange(contact)) } }
}

/// Contacts are named by their numbers in tables of tests.
extension ContactID: ExpressibleByIntegerLiteral {
    /// The contact with that number.
    package init(integerLiteral value: UInt64) { self.init(value) }
}
