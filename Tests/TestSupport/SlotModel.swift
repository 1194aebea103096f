package import SeededNumbers

/// A kernel's slots, and the events by which it reports them: only changes.
package struct SlotModel {
    /// An event without its timestamp.
    package typealias Event = (type: UInt16, code: UInt16, value: Int32)

    package struct Slot {
        package fileprivate(set) var id: Int32 = -1
        package fileprivate(set) var x: Int32 = 0
        package fileprivate(set) var y: Int32 = 0
        package fileprivate(set) var tool: Int32 = 0
        /// Whether the panel reported this finger as a palm at the end of any frame.
        fileprivate var wasPalm = false
    }

    private enum Code {
        static let slot: UInt16 = 0x2f
        static let positionX: UInt16 = 0x35
        static let positionY: UInt16 = 0x36
        static let toolType: UInt16 = 0x37
        static let trackingID: UInt16 = 0x39
    }

    private static let palm: Int32 = 2

    package private(set) var slots = Array(repeating: Slot(), count: 10)
    package private(set) var selected = 0
    /// Range of positions, in units.
    private let extent: Int32
    private var nextID: Int32 = 0
    private var events: [Event] = []

    /// Ten empty slots, with positions from 0 to `extent`.
    package init(extent: Int32 = 9) { self.extent = extent }

    /// The positions of the fingers that are down and were never reported as palms.
    package var fingers: [(x: Int32, y: Int32)] { slots.filter { $0.id >= 0 && !$0.wasPalm }.map { ($0.x, $0.y) } }

    package mutating func takeEvents() -> [Event] {
        defer { events.removeAll() }
        return events
    }

    /// A finger lands, without the end of a frame.
    package mutating func land(_ slot: Int, id: Int32, x: Int32, y: Int32) {
        set(slot, Code.trackingID, \.id, id)
        set(slot, Code.positionX, \.x, x)
        set(slot, Code.positionY, \.y, y)
    }

    /// One frame in which some slots change.
    package mutating func step(_ random: inout SplitMix64) {
        for _ in 0..<Int.random(in: 1...3, using: &random) {
            let slot = Int.random(in: 0..<10, using: &random)
            func place() -> Int32 { .random(in: 0...extent, using: &random) }
            let isDown = slots[slot].id >= 0
            switch Int.random(in: 0..<12, using: &random) {
            case 0..<5 where isDown:
                set(slot, Code.positionX, \.x, place())
                set(slot, Code.positionY, \.y, place())
            case 5..<7 where isDown: set(slot, Code.trackingID, \.id, -1)
            // Another finger, with and without a lift.
            case 7 where isDown:
                if Bool.random(using: &random) { set(slot, Code.trackingID, \.id, -1) }
                arrive(slot, x: place(), y: place())
            // A palm, which may lift as one, in the same frame or later.
            case 8 where isDown:
                set(slot, Code.toolType, \.tool, Self.palm)
                if Int.random(in: 0..<3, using: &random) == 0 { set(slot, Code.trackingID, \.id, -1) }
            case 0..<9 where !isDown: arrive(slot, x: place(), y: place())
            default: break
            }
        }
        events.append((0, 0, 0))
        for index in slots.indices where slots[index].id >= 0 && slots[index].tool == Self.palm {
            slots[index].wasPalm = true
        }
    }

    /// As the kernel's input_mt_report_slot_state: the tool follows the id.
    private mutating func arrive(_ slot: Int, x: Int32, y: Int32) {
        nextID = (nextID + 1) & 0xffff
        slots[slot].wasPalm = false
        set(slot, Code.trackingID, \.id, nextID)
        set(slot, Code.toolType, \.tool, 0)
        set(slot, Code.positionX, \.x, x)
        set(slot, Code.positionY, \.y, y)
    }

    private mutating func set(_ slot: Int, _ code: UInt16, _ path: WritableKeyPath<Slot, Int32>, _ value: Int32) {
        guard slots[slot][keyPath: path] != value else { return }
        if selected != slot {
            selected = slot
            events.append((3, Code.slot, Int32(slot)))
        }
        slots[slot][keyPath: path] = value
        events.append((3, code, value))
    }
}
