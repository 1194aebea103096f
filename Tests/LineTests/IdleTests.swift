import Glibc
import Testing

/// Who has nothing to do sleeps until there is something, also while a finger rests on the panel.
@Suite struct IdleTests {
    /// How often the threads of a process went to sleep of their own accord, and so were woken.
    private static func wakeUps(of process: Int32) throws -> Int {
        var total = 0
        let folder = "/proc/\(process)/task"
        for thread in Folder.names(in: folder) {
            let status = String(decoding: try Folder.bytes(of: "\(folder)/\(thread)/status"), as: UTF8.self)
            let line = try #require(status.split(separator: "\n").first { $0.hasPrefix("voluntary_ctxt_switches:") })
            total += try #require(line.split(separator: "\t").last.flatMap { Int($0) })
        }
        return total
    }

    @Test func `nothing wakes a daemon that has nothing to do`() throws {
        try withLine { line in
            let screen = try line.present(Widgets.pattern())
            try line.draw("down 1 640,400")
            try screen.event("began")
            let process = try #require(line.daemon).process
            // A page that the machine took away costs one, which no program can help; a timer costs one every time.
            var counts: [Int] = []
            while counts.last != 0, counts.count < 8 {
                let before = try Self.wakeUps(of: process)
                sleep(1)
                counts.append(try Self.wakeUps(of: process) - before)
            }
            #expect(counts.last == 0, "wake-ups in each second: \(counts)")
        }
    }
}
