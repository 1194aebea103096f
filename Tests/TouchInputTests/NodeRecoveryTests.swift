import Testing
import TouchCore

@testable import TouchInput

@Suite struct NodeRecoveryTests {
    private var recovery = NodeRecovery()
    private static func at(_ milliseconds: Int64) -> Instant { Instant(microseconds: milliseconds * 1_000) }

    /// Loses a node as soon as it is opened, until it is given up; when it was opened, in milliseconds.
    private mutating func loseForEver(from start: Int64) -> [Int64] {
        var opened: [Int64] = []
        var now = Self.at(start)
        while recovery.lose("/dev/input/event7", at: now), let deadline = recovery.deadline {
            now = deadline
            guard recovery.takeDue(at: now) == "/dev/input/event7" else { return [] }
            opened.append(now.microseconds / 1_000 - start)
        }
        return opened
    }

    @Test mutating func `each wait is twice the previous one, and tries are limited until it comes back`() {
        for start in [5, 0] as [Int64] {
            let opened = loseForEver(from: start)
            #expect(opened == [50, 150, 350, 750, 1_550, 3_150, 6_350, 12_750])
            #expect(recovery.deadline == nil)
        }
    }

    @Test(arguments: [(59_999, 100), (60_000, 50)] as [(Int64, Int64)])
    mutating func `a node that was read for a minute starts over`(lived: Int64, wait: Int64) {
        _ = recovery.lose("/dev/input/event7", at: Self.at(0))
        _ = recovery.takeDue(at: Self.at(50))
        _ = recovery.lose("/dev/input/event7", at: Self.at(50 + lived))
        #expect(recovery.deadline == Self.at(50 + lived + wait))
    }

    @Test mutating func `nothing is due early, twice, or for an unplugged panel`() {
        _ = recovery.lose("1", at: Self.at(0))
        _ = recovery.lose("2", at: Self.at(10))
        // Lost again while it waits: no change.
        _ = recovery.lose("1", at: Self.at(20))
        let due = [49, 50, 50].map { recovery.takeDue(at: Self.at($0)) }
        #expect(due == [nil, "1", nil])
        recovery.forget("2")
        let later = recovery.takeDue(at: Self.at(1_000))
        #expect(later == nil && recovery.deadline == nil)
    }

    @Test mutating func `a node that may not be opened is tried every second, however long`() {
        for second in Int64(0)..<1_000 {
            recovery.refuse("7", at: Self.at(second * 1_000))
            #expect(recovery.deadline == Self.at((second + 1) * 1_000))
            #expect(recovery.takeDue(at: Self.at((second + 1) * 1_000)) == "7")
            #expect(recovery.isRefused("7"))
        }
        recovery.find("7")
        #expect(!recovery.isRefused("7") && recovery.deadline == nil)
        // It is read, and revoked: the short waits of a lost node.
        _ = recovery.lose("7", at: Self.at(2_000_000))
        #expect(recovery.deadline == Self.at(2_000_050) && !recovery.isRefused("7"))
    }

    @Test mutating func `a replugged panel has lost nothing`() {
        for step in 0..<100 as Range<Int64> {
            let isTried = recovery.lose("1", at: Self.at(step))
            #expect(isTried && recovery.deadline == Self.at(step + 50))
            recovery.find("1")
            #expect(recovery.deadline == nil)
        }
    }

    @Test mutating func `the reopening waits for fingers on other panels, but not forever`() {
        _ = recovery.lose("1", at: Self.at(0))
        let due = ([50, 9_999] as [Int64]).map { time in
            _ = recovery.takeDue(at: Self.at(time))
            return recovery.postpone("1", at: Self.at(time)) ? recovery.deadline : nil
        }
        #expect(due == [Self.at(100), Self.at(10_049)])
        _ = recovery.takeDue(at: Self.at(10_049))
        let isLate = recovery.postpone("1", at: Self.at(10_049))
        #expect(!isLate && recovery.deadline == nil)
    }
}
