package import TouchCore
internal import TouchInput

/// The fingers of the last seconds, for bug reports.
///
///     frame ──▶ of a secret? ──no──▶ one entry per contact, replacing the oldest
///                    └──yes──▶ nothing of the finger: one mark is there since the secret came on screen
///
/// Its memory is allocated once, on first use, and overwritten before it is freed.
package final class FrameRing {
    /// Room for one second: ten fingers at 200 Hz.
    ///
    /// With faster reports, the kept time is shorter.
    static let entriesPerSecond = 2_000
    /// Number of unplugged panels that are remembered.
    static let maxFormerPanels = 8

    /// One contact's change, or a mark that something was left out.
    fileprivate struct Entry {
        var time: Instant
        var contact: UInt64 = 0
        var device = DeviceID(0)
        /// Nil: something was left out.
        var phase: Phase?
        /// Whether it is the first of its frame.
        var isFirst = true
        /// Fractions of the panel's axes; a Float distinguishes 16 million steps.
        var x: Float = 0
        var y: Float = 0

        static let blank = Entry(time: Instant(microseconds: 0))
    }

    private var length: Interval
    private var room: Int
    private var entries: [Entry] = []
    /// Number of entries ever recorded, which is the number of the newest.
    private(set) var written = 0
    private var isInGap = false
    /// The fingers that are down, under numbers of its own: those of the panels count fingers on secrets, too.
    private var fingers: [(id: ContactID, number: UInt64)] = []
    private var lastFinger: UInt64 = 0
    private var panels: [Device] = []

    /// An empty ring, which keeps the fingers of the last `length`; zero: nothing.
    package init(keeping length: Interval) {
        self.length = length
        room = Self.room(for: length)
        entries.reserveCapacity(room)
    }

    deinit { wipe() }

    private static func room(for length: Interval) -> Int {
        Int((length.seconds * Double(entriesPerSecond)).rounded(.up))
    }

    /// How many bytes it takes when it is full.
    var bytes: Int { room * MemoryLayout<Entry>.stride }

    /// Changes how much is kept; the present content is deleted.
    package func keep(_ length: Interval) {
        guard length != self.length else { return }
        wipe()
        (self.length, room) = (length, Self.room(for: length))
        entries = []
        entries.reserveCapacity(room)
    }

    /// Records the description of a panel, for the lines about it.
    func add(_ device: Device) {
        panels.append(device)
        if panels.count > Self.maxFormerPanels { panels.removeFirst() }
    }

    /// A secret comes on screen: marked now, so that the mark does not tell when it is first touched.
    func beginGap(at time: Instant) {
        guard !isInGap else { return }
        isInGap = true
        if room > 0 { append(Entry(time: time)) }
        // They are part of the secret until they lift.
        fingers.removeAll(keepingCapacity: true)
    }

    /// Records a frame without the contacts that belong to a secret.
    func record(_ frame: borrowing Frame, isSecret: (ContactID) -> Bool) {
        guard room > 0 else { return }
        var isFirst = true
        for index in frame.contacts.indices {
            let id = frame.contacts[index].id
            guard !isSecret(id), let place = frame.contacts[index].place else { continue }
            let phase = frame.contacts[index].phase
            // A finger that was down beside a secret is part of it, so a gap ends when a new finger lands.
            if phase == .began { isInGap = false }
            append(
                Entry(
                    time: frame.time, contact: number(of: id, isOver: phase.isFinal), device: frame.device,
                    phase: phase,
                    isFirst: isFirst, x: Float(place.x), y: Float(place.y)))
            isFirst = false
        }
    }

    private func number(of id: ContactID, isOver: Bool) -> UInt64 {
        // In debug builds, an iterator would allocate.
        var index = 0
        while index < fingers.count, fingers[index].id != id { index += 1 }
        if index == fingers.count {
            lastFinger += 1
            fingers.append((id, lastFinger))
        }
        return isOver ? fingers.remove(at: index).number : fingers[index].number
    }

    private func append(_ entry: Entry) {
        if entries.count < room { entries.append(entry) } else { entries[written % room] = entry }
        written += 1
    }

    private func wipe() {
        for index in entries.indices { entries[index] = .blank }
        entries.removeAll(keepingCapacity: true)
        written = 0
    }

    // MARK: - Reading

    /// The number of the oldest entry that is still kept and not too old; without one, that of the next entry.
    private var oldest: Int {
        guard let newest = entries.isEmpty ? nil : entry(written - 1).time else { return written }
        let first = written - entries.count
        let start = newest.advanced(by: .microseconds(-length.microseconds))
        return (first..<written).first { entry($0).time >= start } ?? written
    }

    private func entry(_ number: Int) -> Entry { entries[number % room] }

    /// The lines about the panels: the beginning of a recording.
    package var panelLines: String { panels.map { FingerLines.line(of: $0) }.joined() }

    /// The lines of some frames in the form of `touchd --dump=json`; omitted parts are lines of type `gap`.
    ///
    /// - Parameters:
    ///   - start: the number of the first entry; entries no longer kept are skipped.
    ///   - count: how many entries, at least; a frame is not split.
    /// - Returns: the lines, and the number to continue with; nil after the last one.
    package func lines(from start: Int, count: Int) -> (text: String, next: Int?) {
        var number = max(start, oldest)
        let end = written
        let last = lastEntries()
        var text = ""
        var taken = 0
        while number < end, taken < count {
            if entry(number).phase == nil {
                text += gap(number, last)
                (number, taken) = (number + 1, taken + 1)
                continue
            }
            var contacts: [Contact] = []
            let first = entry(number)
            repeat {
                contacts.append(entry(number).told)
                (number, taken) = (number + 1, taken + 1)
            } while number < end && !entry(number).isFirst
            text += Self.line(first.device, first.time, contacts)
        }
        return (text, number < end ? number : nil)
    }

    /// The last entry of each contact.
    private func lastEntries() -> [UInt64: Int] {
        var last: [UInt64: Int] = [:]
        for number in (written - entries.count)..<written where entry(number).phase != nil {
            last[entry(number).contact] = number
        }
        return last
    }

    /// A gap ends the contacts that do not appear after it: they continued as part of the secret.
    private func gap(_ number: Int, _ last: [UInt64: Int]) -> String {
        let time = entry(number).time
        let before = (oldest..<number).filter { entry($0).phase == nil }.last ?? -1
        let lost = last.values.filter { $0 < number && $0 > before && entry($0).phase?.isFinal == false }.sorted()
        let ends = lost.map { place in
            var contact = entry(place).told
            contact.phase = .cancelled
            return Self.line(entry(place).device, time, [contact])
        }
        return ends.joined() + "{\"type\":\"gap\",\"time_us\":\(time.microseconds)}\n"
    }

    private static func line(_ device: DeviceID, _ time: Instant, _ contacts: [Contact]) -> String {
        FingerLines.line(of: Frame(device: device, time: time, provenance: .unknown, contacts: contacts))
    }
}

extension FrameRing.Entry {
    /// The contact's position in percent of the panel's axes.
    fileprivate var told: Contact {
        Contact(
            id: ContactID(contact), phase: phase ?? .cancelled, position: Point(x: Double(x) * 100, y: Double(y) * 100))
    }
}
