import EventLoop
import Glibc
import Testing
import TestSupport
import TouchCore

@testable import TouchInput

/// The mark of a touchd that has grabbed a panel, on a file in place of a node.
struct HoldMarkTests {
    private final class Seen {
        var marks: [Bool] = []
    }

    @Test func `watchers of the node see it marked, released and left behind without polling`() throws {
        let folder = try TemporaryFolder()
        let node = folder.path + "/event0"
        func opened() -> Int32 { unsafe open(node, O_RDWR | O_CREAT | O_CLOEXEC, 0o600) }
        let (holder, watcher) = (opened(), opened())
        defer { close(watcher) }
        let (mark, look) = (HoldMark(holder, of: node), HoldMark(watcher, of: node))
        let (loop, seen) = (try EventLoop(), Seen())
        let watch = try FileWatch(loop, path: node, for: .opened) { seen.marks.append(look.isSetElsewhere) }
        func settle() throws { while try loop.runRound(timeout: .zero) {} }

        mark.set(true)
        try settle()
        #expect(seen.marks.last == true)
        mark.set(false)
        try settle()
        #expect(seen.marks.last == false)
        mark.set(true)
        try settle()
        seen.marks = []
        // However a process ends, its files are closed.
        close(holder)
        try settle()
        #expect(!seen.marks.isEmpty && !look.isSetElsewhere)
        withExtendedLifetime(watch) {}
    }
}
