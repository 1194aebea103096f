import System
import EventLoop
import Glibc
import Testing
import TouchCore

/// The descriptor that a loop serves first.
@Suite(.timeLimit(.minutes(10))) struct FirstWatchTests {
    @Test(arguments: [0, 1, 3, 40])
    func `it is looked at again after its handler, before another one, but not forever`(count: Int) throws {
        let loop = try EventLoop()
        let panel = try Pair()
        let socket = try Pair()
        var order: [String] = []
        let near = panel.near.number
        let first = loop.watchFirst(near) {
            var byte: UInt8 = 0
            _ = unsafe read(near, &byte, 1)
            order.append("first")
        }
        let other = try loop.watch(socket.near.number, for: .input) { _ in order.append("other") }
        for _ in 0..<count { panel.write("x") }
        socket.write("x")
        try loop.runRound()
        #expect(order == Array(repeating: "first", count: min(count, 16)) + ["other"])
        withExtendedLifetime((first, other)) {}
    }

    @Test func `timers, deferred work and watches from its handler are served`() throws {
        let loop = try EventLoop()
        let panel = try Pair()
        let socket = try Pair()
        socket.write("x")
        var came: Set<String> = []
        func come(_ name: String) {
            came.insert(name)
            if came.count == 3 { loop.exit(7) }
        }
        let near = panel.near.number
        let timer = try loop.timer { come("timer") }
        var watch: Watch?
        let first = loop.watchFirst(near) {
            var byte: UInt8 = 0
            _ = unsafe read(near, &byte, 1)
            timer.arm(at: loop.now.advanced(by: .milliseconds(1)))
            loop.onceLater { come("later") }
            watch = try? loop.watch(socket.near.number, for: .input) { _ in
                come("watch")
                watch?.cancel()
            }
        }
        panel.write("x")
        #expect(try loop.run() == 7)
        #expect(came == ["timer", "later", "watch"])
        withExtendedLifetime(first) {}
    }

    @Test func `its handler can end the loop, and a loop without it continues as before`() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        pair.write("x")
        do {
            let first = loop.watchFirst(pair.near.number) {}
            #expect(try loop.runRound(timeout: .zero))
            withExtendedLifetime(first) {}
        }
        #expect(try !loop.runRound(timeout: .zero))
        let again = loop.watchFirst(pair.near.number) { loop.exit(3) }
        #expect(try loop.run() == 3)
        withExtendedLifetime(again) {}
    }

    @Test func `a round without events ends at its timeout`() throws {
        let loop = try EventLoop()
        let pair = try Pair()
        let first = loop.watchFirst(pair.near.number) {}
        #expect(try !loop.runRound(timeout: .microseconds(100)))
        withExtendedLifetime(first) {}
    }
}
