import TouchCore

/// The state of one slot, and the record of its finger from landing to lifting.
extension TouchDecoder {
    enum Hearing { case silent, landing, heard, palm, hovering, heldSinceStart, givenUp }
    enum Ending { case none, lift, palm, replacement, stuck }

    /// From the first to the last of some slots.
    struct SlotRange {
        var first: Int
        var last: Int

        mutating func add(_ index: Int) { (first, last) = (min(first, index), max(last, index)) }
    }

    static let empty: Int32 = -1
    static let unknown: Int32 = -2
    /// A finger whose tracking id was lost.
    static let someone: Int32 = .max

    struct Slot {
        /// The slot's number, which its finger keeps in whatever slot it is found after lost events.
        var name: Int32
        var id: Int32
        var hearing = Hearing.silent
        /// How the finger that was reported before this frame ended in it.
        var ending = Ending.none
        var isDirty = false
        var x: Int32?
        var y: Int32?
        var tool: Int32 = 0
        var breadth: Int32?
        /// Above 0 while its finger hovers.
        var distance: Int32 = 0
        /// The last reported place, in raw units.
        var told: (x: Int32, y: Int32) = (0, 0)
        /// The finger as last reported; only while it is ``Hearing/heard``.
        var contact = Contact(id: ContactID(0), phase: .cancelled, position: .zero)
        /// When it was last reported.
        var time = Instant.zero
        /// Whether the owner of the decoder cancelled its contact: it is ignored until it lands again.
        var isCancelled = false

        init(name: Int32, id: Int32 = TouchDecoder.empty, x: Int32? = nil, y: Int32? = nil, breadth: Int32? = nil) {
            (self.name, self.id, self.x, self.y, self.breadth) = (name, id, x, y, breadth)
        }

        /// Whether only the place may have changed in this frame, the usual case.
        var isPlain: Bool { hearing == .heard && ending == .none && tool != InputCode.palm && distance <= 0 }

        /// Whether its finger has a contact that has not ended.
        var hasContact: Bool { hearing == .heard && !isCancelled }

        /// Whether a reported finger moves.
        ///
        /// It drags an ellipse of half the fuzz behind it; within the ellipse it has not moved.
        @inline(__always)
        mutating func moves(beyond margin: (x: Double, y: Double)) -> Bool {
            isDirty = false
            let told = self.told
            guard let x, let y, x != told.x || y != told.y else { return false }
            guard margin.x > 0, margin.y > 0 else {
                self.told = (x, y)
                return true
            }
            let (dx, dy) = (Double(x) - Double(told.x), Double(y) - Double(told.y))
            let reach = (dx * dx / (margin.x * margin.x) + dy * dy / (margin.y * margin.y)).squareRoot()
            guard reach >= 1 else { return false }
            self.told = (Int32(Double(x) - dx / reach), Int32(Double(y) - dy / reach))
            return self.told != told
        }

        /// Reports its finger; returns whether the place is on the panel.
        mutating func report(
            _ phase: Phase, at place: UnitPoint, _ time: Instant, _ mapping: borrowing ViewMapping
        ) -> Bool {
            let target = mapping.place(place)
            self.time = time
            contact.phase = phase
            (contact.place, contact.position, contact.millimeters) = (place, target.position, target.millimeters)
            if let breadth, contact.size != .seen { contact.size = breadth > 0 ? .seen : .zero }
            return target.isOnPanel
        }

        @inline(__always)
        mutating func set(_ value: Int32, of code: UInt16) {
            switch code {
            case InputCode.positionX: x = value
            case InputCode.positionY: y = value
            case InputCode.toolType: tool = value
            case InputCode.touchMajor: breadth = value
            case InputCode.distance: distance = value
            default: return
            }
            isDirty = true
        }
    }
}
