import Glibc
import Testing
import TestSupport

/// Who has nothing to do sleeps until there is something, also while a finger rests on the panel.
@Suite struct IdleTests {
    /// How often the threads of a process went to sleep of their own accord, and so were woken.
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

    /// Waits for so many seconds without a wake-up.
    private static func expectSleep(of process: Int32, seconds: UInt32) throws {
        // A page that the machine took away costs one, which no program can help; a timer costs one every time.
        var counts: [Int] = []
        while counts.last != 0, counts.count < 8 {
            let before = try wakeUps(of: process)
            sleep(seconds)
            counts.append(try wakeUps(of: process) - before)
        }
        #expect(counts.last == 0, "wake-ups in each \(seconds) s: \(counts)")
    }

    @Test func `nothing wakes a daemon that has nothing to do`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            try line.draw("down 1 640,400")
            try screen.event("began")
            try Self.expectSleep(of: #require(line.daemon).process, seconds: 1)
        }
    }

    @Test(arguments: ["text", "json", "debug-events", "evtest"])
    func `nothing wakes a dump while nothing happens`(format: String) throws {
        try withLine { line in
            let dump = try line.launch("touchd", ["--dump=\(format)", "/dev/input/event20"])
            _ = try dump.output.next()
            try line.draw("down 1 640,400")
            try Self.expectSleep(of: dump.process, seconds: 3)
            dump.send(SIGINT)
            #expect(try dump.end() == 0)
        }
    }
}
