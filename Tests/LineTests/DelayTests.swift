import Glibc
import SeededNumbers
import StrictJSON
import Synchronization
import TestSupport
import Testing

/// Two readers of one panel, through real libinput: one is stopped repeatedly.
@Suite struct DelayTests {
    /// Number of frames: `make nightly` asks for a million.
    private static let frames = unsafe getenv("TOUCHD_FRAMES").flatMap { unsafe Int(String(cString: $0)) } ?? 4_000
    /// In pieces, so that a million lines need not be kept.
    private static let piece = 4_000
    /// The most pieces that are played again because the panel was silent in between.
    private static let mostRepeated = 20

    @Test func `the same frames give the same contacts however late they are read, and those of the kernel in silence`()
        throws
    {
        var setup = Line.Setup(startsDaemon: false)
        let folder = try TemporaryFolder()
        setup.description = try folder.write(PanelFile.tenContacts(hasToolType: true), to: "panel.desc")
        try withLine(setup) { line in
            var random = SplitMix64(seed: 16)
            var model = SlotModel(extent: 2_500)
            var (start, repeated) = (0, 0)
            while start < Self.frames {
                let (prompt, late) = (try line.dump(), try line.dump())
                let path = try line.folder.write(Self.recording(of: &model, &random), to: "random.events")
                let stops = Stops(of: late, seed: UInt64(start))
                try line.draw("play \(path) speed 0 losing \(start + 1)")
                stops.end()
                let expected = model.fingers.map { Self.place(Double($0.x) / 40.95, Double($0.y) / 25.59) }.sorted()
                let (first, second) = try (
                    Self.settle(line, prompt, at: expected), Self.settle(line, late, at: expected)
                )
                model.clear()
                let clear = try line.folder.write(Self.text(model.takeEvents()), to: "clear.events")
                try line.draw("play \(clear) speed 0")
                if try max(Self.longestPause(first), Self.longestPause(second)) >= Self.silence {
                    repeated += 1
                    try #require(repeated <= Self.mostRepeated, "the simulator was stopped too often")
                    continue
                }
                #expect(first.count > Self.piece / 2, "from \(start)")
                let difference = zip(first, second).first { $0 != $1 }
                #expect(first.count == second.count && difference == nil, "from \(start): \(difference as Any)")
                start += Self.piece
            }
        }
    }

    /// A silence in microseconds, with a margin.
    ///
    /// Only the prompt reader sees the kernel's state in it. The simulator causes none, unless it is stopped as well.
    private static let silence: Int64 = 900_000

    /// The longest time between two frames, in microseconds.
    private static func longestPause(_ frames: [String]) throws -> Int64 {
        let times = try frames.map { try JSONObject(parsing: $0)["time_us"]?.integerValue ?? 0 }
        return zip(times, times.dropFirst()).map { abs($1 - $0) }.max() ?? 0
    }

    private static func recording(of model: inout SlotModel, _ random: inout SplitMix64) -> String {
        var text = ""
        for _ in 0..<piece {
            model.step(&random)
            text += Self.text(model.takeEvents())
        }
        return text
    }

    private static func text(_ events: [SlotModel.Event]) -> String {
        events.map { "E: 0.000001 \(String($0.type, radix: 16)) \(String($0.code, radix: 16)) \($0.value)\n" }.joined()
    }

    /// Waits until the contacts of a dump are those, ends it, and returns its frames.
    private static func settle(_ line: Line, _ dump: Program, at expected: [String]) throws -> [String] {
        var (contacts, taken): ([Int64: String], Int) = ([:], 0)
        let isSettled = try Patience.until {
            for line in dump.output.all.dropFirst(taken) {
                taken += 1
                try follow(line, &contacts)
            }
            return contacts.values.sorted() == expected
        }
        #expect(isSettled, "\(contacts.values.sorted()), not \(expected)")
        // Contacts that are down are cancelled when the dump ends, at any time.
        let frames = dump.output.all.filter { $0.contains(#""type":"frame""#) }
        _ = try line.end(dump)
        return frames
    }

    private static func follow(_ line: String, _ contacts: inout [Int64: String]) throws {
        let object = try JSONObject(parsing: line)
        guard object["type"] == "frame" else { return }
        for contact in object["contacts"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
            guard let id = contact["id"]?.integerValue else { continue }
            let isOver = contact["phase"] == "ended" || contact["phase"] == "cancelled"
            contacts[id] = isOver ? nil : place(contact["x"]?.doubleValue ?? 0, contact["y"]?.doubleValue ?? 0)
        }
    }

    private static func place(_ x: Double, _ y: Double) -> String {
        "\(Int((x * 100).rounded())),\(Int((y * 100).rounded()))"
    }
}

/// Stops a program for up to 300 ms and continues it, repeatedly.
///
/// It runs between two stops, also on a busy machine: otherwise the simulator would wait for it until the panel seems
/// silent.
private final class Stops: Sendable {
    private let isOver = Atomic(false)
    private let hasEnded = Mailbox<Bool>("the last stop")

    init(of program: Program, seed: UInt64) {
        let process = program.process
        onThread { [self] in
            var random = SplitMix64(seed: seed)
            while !isOver.load(ordering: .relaxed) {
                kill(process, SIGSTOP)
                usleep(.random(in: 0...300_000, using: &random))
                let stopped = Self.processorTime(of: process)
                kill(process, SIGCONT)
                while Self.processorTime(of: process) == stopped, !isOver.load(ordering: .relaxed) { usleep(1_000) }
                usleep(.random(in: 0...40_000, using: &random))
            }
            hasEnded.put(true)
        }
    }

    /// Nanoseconds; nil: the process has ended.
    private static func processorTime(of process: pid_t) -> Int64? {
        var (clock, time) = (clockid_t(), timespec())
        guard unsafe clock_getcpuclockid(process, &clock) == 0, unsafe clock_gettime(clock, &time) == 0 else {
            return nil
        }
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    /// Returns when the program is no longer stopped.
    func end() {
        isOver.store(true, ordering: .relaxed)
        _ = try? hasEnded.next()
    }
}
