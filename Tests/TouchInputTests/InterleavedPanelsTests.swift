import SeededNumbers
import Testing
import TouchCore

@testable import TouchInput

/// Two panels that report alternately, compared with each alone.
struct InterleavedPanelsTests {
    /// A panel and what it reported: one frame of one slot.
    private typealias Step = (panel: Int, events: [InputEvent])

    private static func panel(_ index: Int, _ ids: ContactIDs) -> Panel {
        var wish = PanelView(view: Size(width: 640, height: 800), rotation: index == 0 ? .none : .half)
        wish.origin = Point(x: 640 * Double(index), y: 0)
        if index == 1 { wish.filters.debounce = .milliseconds(20) }
        return Panel.made(id: UInt32(index + 1), slots: 5, wish: wish, ids: ids)
    }

    /// Plays steps and returns what was seen of each panel, without the ids that both share.
    private static func play(_ steps: [Step]) -> [[String]] {
        let (ids, listener) = (ContactIDs(), Bench())
        let panels = [panel(0, ids), panel(1, ids)]
        for step in steps {
            for event in step.events { panels[step.panel].feed(event, to: listener) }
        }
        for panel in panels { panel.tick(until: Instant(microseconds: .max / 2), to: listener) }
        let frames = listener.frames
        return panels.map { panel in
            var names: [ContactID: Int] = [:]
            return frames.filter { $0.device == panel.device.id }.flatMap(\.contacts).map { contact in
                let name = names[contact.id] ?? names.count
                names[contact.id] = name
                return "\(name) \(contact.phase) \(contact.position) \(contact.millimeters as Any)"
            }
        }
    }

    @Test(arguments: 0..<50)
    func `two interleaved panels are two separate runs`(seed: Int) {
        var random = SplitMix64(seed: UInt64(seed))
        var steps: [Step] = []
        var time = Instant(microseconds: 1_000_000)
        var down: [Set<Int32>] = [[], []]
        var last: [Instant?] = [nil, nil]
        for _ in 0..<400 {
            let (panel, slot) = (Int.random(in: 0...1, using: &random), Int32.random(in: 0..<5, using: &random))
            // Often at the very same moment as the other panel, never twice at the same moment.
            if last[panel] == time || Bool.random(using: &random) {
                time = time.advanced(by: .milliseconds(.random(in: 1...9, using: &random)))
            }
            last[panel] = time
            var events: [InputEvent] = []
            func add(_ code: UInt16, _ value: Int32, type: UInt16 = InputCode.absolute) {
                events.append(InputEvent(microseconds: time.microseconds, type: type, code: code, value: value))
            }
            add(InputCode.slot, slot)
            if !down[panel].contains(slot) {
                add(InputCode.trackingID, .random(in: 0...65_535, using: &random))
                down[panel].insert(slot)
            }
            if Int.random(in: 0..<6, using: &random) == 0 {
                add(InputCode.trackingID, -1)
                down[panel].remove(slot)
            } else {
                add(InputCode.positionX, .random(in: 0...1_000, using: &random))
                add(InputCode.positionY, .random(in: 0...1_000, using: &random))
            }
            add(0, 0, type: InputCode.synchronization)
            steps.append((panel, events))
        }
        let together = Self.play(steps)
        #expect(together.allSatisfy { !$0.isEmpty })
        for panel in 0...1 {
            let alone = Self.play(steps.filter { $0.panel == panel })[panel]
            #expect(together[panel] == alone)
        }
    }
}
