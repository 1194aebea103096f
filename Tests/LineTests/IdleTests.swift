import Glibc
import Testing
import TestSupport

@Suite(.showsLogs) struct IdleTests {
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

    /// Waits for a number of seconds in which none of some programs wakes up.
    private static func expectSleep(of programs: [Program], seconds: UInt32) throws {
        func wakeUps() throws -> Int { try programs.map { try Self.wakeUps(of: $0.process) }.reduce(0, +) }
        // A page that the machine evicted costs one, which no program can prevent; a timer costs one every time.
        var counts: [Int] = []
        while counts.last != 0, counts.count < 8 {
            let before = try wakeUps()
            sleep(seconds)
            counts.append(try wakeUps() - before)
        }
        #expect(counts.last == 0, "wake-ups in each \(seconds) s: \(counts)")
    }

    @Test func `nothing wakes an idle daemon`() throws {
        let line = try Line()
        let screen = try line.present(Widgets.pattern())
        try line.draw("down 1 640,400")
        try screen.event("began")
        try line.draw("up 1")
        try screen.event("cancelled", "too_short")
        try Self.expectSleep(of: [#require(line.daemon)], seconds: 1)
    }

    @Test(arguments: [
        (["text", "json", "debug-events"], "tap 640,400"),
        // It shows events and needs no ends.
        (["evtest"], "down 1 640,400"),
    ])
    func `nothing wakes an idle dump, which ends with status 0 when interrupted`(formats: [String], command: String)
        throws
    {
        let line = try Line()
        let dumps = try formats.map { try line.launch("touchd", ["--dump=\($0)", "/dev/input/event20"]) }
        for dump in dumps { _ = try dump.output.next() }
        try line.draw(command)
        try Self.expectSleep(of: dumps, seconds: 3)
        for dump in dumps {
            dump.send(SIGINT)
            #expect(try dump.end() == 0)
        }
    }
}
