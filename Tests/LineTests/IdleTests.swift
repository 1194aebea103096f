import Glibc
import Testing
import TestSupport

/// An idle program sleeps until there is an event.
@Suite struct IdleTests {
    /// Number of voluntary context switches of a process's threads, and so of its wake-ups.
    private static func wakeUps(of process: Int32) throws -> Int {
        var total = 0
        let folder = "/proc/\(process)/task"
        for thread in TemporaryFolder.names(in: folder) {
            let status = String(decoding: try TemporaryFolder.bytes(of: "\(folder)/\(thread)/status"), as: UTF8.self)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
            total += try #require(line.split(separator: "\t").last.flatMap { Int($0) })
        }
        return total
    }

    /// Waits for a number of seconds without a wake-up.
    private static func expectSleep(of process: Int32, seconds: UInt32) throws {
        // A page that the machine evicted costs one, which no program can prevent; a timer costs one every time.
        var counts: [Int] = []
        while counts.last != 0, counts.count < 8 {
            let before = try wakeUps(of: process)
            sleep(seconds)
            counts.append(try wakeUps(of: process) - before)
        }
        #expect(counts.last == 0, "wake-ups in each \(seconds) s: \(counts)")
    }

    @Test func `nothing wakes an idle daemon`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            try line.draw("down 1 640,400")
            try screen.event("began")
            try line.draw("up 1")
            try screen.event("cancelled", "too_short")
            try Self.expectSleep(of: #require(line.daemon).process, seconds: 1)
        }
    }

    @Test(arguments: [
        ("text", "tap 640,400"), ("json", "tap 640,400"), ("debug-events", "tap 640,400"),
        // It shows events and needs no ends.
        ("evtest", "down 1 640,400"),
    ])
    func `nothing wakes an idle dump`(format: String, command: String) throws {
        try withLine { line in
            let dump = try line.launch("touchd", ["--dump=\(format)", "/dev/input/event20"])
            _ = try dump.output.next()
            try line.draw(command)
            try Self.expectSleep(of: dump.process, seconds: 3)
            dump.send(SIGINT)
            #expect(try dump.end() == 0)
        }
    }
}
