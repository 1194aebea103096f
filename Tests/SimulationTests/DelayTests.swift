import EventLoop
import SeededNumbers
import Simulation
import TestSupport
import Testing
import TouchCore
import TouchDevice

/// Two readers of panels that report the same: one is stopped repeatedly.
@Suite(.showsLogs) struct DelayTests {
    /// Number of frames: `make nightly` asks for a million.
    private static let frames = effort("TOUCHD_FRAMES", usual: 2_000)

    /// Filters that wait, and how many times fewer frames they are given.
    private static let cases = [
        ("", 1), ("spike-window=30ms", 4), ("smooth-cutoff=2\nmin-life=20ms\ndebounce=30ms", 4),
    ]

    @Test(arguments: cases)
    func `the same frames give the same contacts however late they are read, and those of the kernel in silence`(
        filters: String, part: Int
    ) throws {
        let frames = Self.frames / part
        let folder = try TemporaryFolder()
        func kiosk() throws -> Kiosk {
            try Kiosk {
                $0.description = try DeviceDescription(evemu: PanelFile.tenContacts(hasToolType: true))
                ($0.keepsFrames, $0.logLevel) = (true, .error)
                if !filters.isEmpty { $0.access += "\n[panel it]\n\(filters)" }
            }
        }
        let (prompt, late) = (try kiosk(), try kiosk())
        var random = SplitMix64(seed: 16)
        var model = SlotModel(extent: 2_500)
        var (done, seen, silences) = (0, 0, 0)
        while done < frames {
            // Two milliseconds apart: at most 0.3 s are not read for so long.
            let count = min(Int.random(in: 1...150, using: &random), frames - done)
            let path = try folder.write(Self.recording(of: &model, count, &random), to: "random.events")
            done += count
            let play = "play \(path) losing \(done)"
            try prompt.draw(play)
            if Int.random(in: 0..<4, using: &random) > 0 {
                try late.whileStopped { try late.draw(play) }
            } else {
                try late.draw(play)
            }
            if Int.random(in: 0..<20, using: &random) == 0 || done == frames {
                silences += 1
                for kiosk in [prompt, late] { try kiosk.advance(by: .seconds(2)) }
                let fingers = model.fingers.map { Self.place(Double($0.x) / 4_095, Double($0.y) / 2_559) }
                // Filters change what the kernel has.
                let present = prompt.frames.present.values.map { Self.place($0.place?.x ?? -1, $0.place?.y ?? -1) }
                if filters.isEmpty { #expect(present.sorted() == fingers.sorted(), "after \(done)") }
            }
            seen += prompt.frames.frames.count
            let difference = zip(prompt.frames.frames, late.frames.frames).first { $0 != $1 }
            #expect(
                prompt.frames.frames.count == late.frames.frames.count && difference == nil,
                "before \(done): \(difference as Any)")
            for kiosk in [prompt, late] {
                #expect(kiosk.frames.oddities.isEmpty)
                kiosk.frames.clear()
            }
        }
        #expect(silences > 0 && seen > frames / 4)
    }

    private static func recording(of model: inout SlotModel, _ count: Int, _ random: inout SplitMix64) -> String {
        var text = ""
        for number in 0..<count {
            model.step(&random)
            let time = "0.\(String(1_000_000 + number * 2_000).dropFirst())"
            for event in model.takeEvents() {
                text += "E: \(time) \(String(event.type, radix: 16)) \(String(event.code, radix: 16)) \(event.value)\n"
            }
        }
        return text
    }

    private static func place(_ x: Double, _ y: Double) -> String {
        "\(Int((x * 10_000).rounded())),\(Int((y * 10_000).rounded()))"
    }
}
