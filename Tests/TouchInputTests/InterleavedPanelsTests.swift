import Testing
import TouchCore

@testable import TouchInput

/// Two panels that report in turn, against each of them alone.
struct InterleavedPanelsTests {
    /// What a panel was told, at its time.
    private struct Step {
        let panel: Int
        let time: Instant
        let report: TouchReport
    }

    /// What a receiver saw, without the numbers that both panels share.
    private struct Sight: Equatable {
        var time: Int64
        var contacts: [String]
    }

    private static func panel(_ index: Int) -> Panel {
        let size = PanelSize(width: 256, height: 160)
        let device = Device(
            id: DeviceID(UInt32(index + 1)), name: "panel", node: "/dev/input/event\(index)", sysname: "event\(index)",
            numbers: .init(bus: 0, vendor: 0, product: 0, version: 0), phys: "", uniq: "",
            origin: Origin(provenance: .virtual), size: size, x: Axis(minimum: 0, maximum: 4_095),
            y: Axis(minimum: 0, maximum: 2_559), slots: 5, fingersAtStart: 0, calibration: .identity, seat: "seat0",
            properties: [])
        var wish = PanelView(view: Size(width: 640, height: 800), rotation: index == 0 ? .none : .half)
        wish.origin = Point(x: 640 * Double(index), y: 0)
        if index == 1 { wish.filters.debounce = .milliseconds(20) }
        return Panel(device: device, wish: wish)
    }

    /// Plays steps and answers what was seen of each panel.
    private static func play(_ steps: [Step]) -> [[Sight]] {
        let panels = [panel(0), panel(1)]
        var frames: [Frame] = []
        let assembler = FrameAssembler(
            deliver: {
                frames.append(
                    Frame(
                        device: $0.device, time: $0.time, provenance: $0.provenance, contacts: $0.contacts))
            },
            foundOffPanel: { _ in })
        for step in steps {
            let panel = panels[step.panel]
            panel.take(step.report, at: step.time) { assembler.take($0, of: panel, at: $1) }
        }
        for panel in panels {
            panel.endRound { assembler.take($0, of: panel, at: $1) }
            panel.tick(until: Instant(microseconds: .max / 2)) { assembler.take($0, of: panel, at: $1) }
        }
        assembler.closeFrame()
        return panels.map { panel in
            var names: [ContactID: Int] = [:]
            return frames.filter { $0.device == panel.device.id }.map { frame in
                Sight(
                    time: frame.time.microseconds,
                    contacts: frame.contacts.map { contact in
                        let name = names[contact.id] ?? names.count
                        names[contact.id] = name
                        return "\(name) \(contact.phase) \(contact.position) \(contact.millimetres as Any)"
                    })
            }
        }
    }

    @Test(arguments: 0..<50)
    func `two panels interleaved are two separate runs`(seed: Int) {
        var random = SplitMix(state: UInt64(seed))
        var steps: [Step] = []
        var time = Instant(microseconds: 1_000_000)
        var down: [Set<Int32>] = [[], []]
        var last: [Instant?] = [nil, nil]
        for _ in 0..<400 {
            let (panel, slot) = (Int.random(in: 0...1, using: &random), Int32.random(in: 0..<5, using: &random))
            // Often at the very same moment as the other one, never twice at the same moment itself.
            if last[panel] == time || Bool.random(using: &random) {
                time = time.advanced(by: .milliseconds(.random(in: 1...9, using: &random)))
            }
            last[panel] = time
            let place = UnitPoint(x: .random(in: 0...1, using: &random), y: .random(in: 0...1, using: &random))
            let report: TouchReport
            if !down[panel].contains(slot) {
                report = .down(slot: slot, place)
                down[panel].insert(slot)
            } else if Int.random(in: 0..<6, using: &random) == 0 {
                report = Bool.random(using: &random) ? .up(slot: slot) : .cancel(slot: slot)
                down[panel].remove(slot)
            } else {
                report = .motion(slot: slot, place)
            }
            steps.append(Step(panel: panel, time: time, report: report))
        }
        let together = Self.play(steps)
        #expect(together.allSatisfy { !$0.isEmpty })
        for panel in 0...1 {
            let alone = Self.play(steps.filter { $0.panel == panel })[panel]
            #expect(together[panel].flatMap(\.contacts) == alone.flatMap(\.contacts))
        }
    }
}
