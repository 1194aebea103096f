import System
import CShims
import EventLoop
import Glibc
import Testing
import TouchCore

/// Two connected sockets for a test.
struct Pair: ~Copyable {
    let near: Descriptor
    let far: Descriptor

    init() throws {
        var numbers: [Int32] = [-1, -1]
        guard unsafe cshims_stream_pair(&numbers) == 0 else { throw SystemError.last("socketpair") }
        near = Descriptor(owning: numbers[0])
        far = Descriptor(owning: numbers[1])
    }

    func write(_ text: StaticString) {
        unsafe Glibc.write(far.number, text.utf8Start, text.utf8CodeUnitCount)
    }
}

@Suite(.timeLimit(.minutes(10))) struct SourceTests {
    private let loop: EventLoop

    init() throws { loop = try EventLoop() }

    @Test func `a closed peer is reported as hang-up even without interest`() throws {
        let pair = try Pair()
        var seen: Readiness = []
        let watch = try loop.watch(pair.near.number, for: []) { readiness in
            seen = readiness
            loop.exit()
        }
        shutdown(pair.far.number, Int32(SHUT_RDWR))
        try loop.run()
        #expect(seen.contains(.hangUp))
        watch.cancel()
    }

    @Test func `interest can be changed from inside the handler`() throws {
        let pair = try Pair()
        var seen: [Readiness] = []
        var watch: Watch?
        watch = try loop.watch(pair.near.number, for: .output) { readiness in
            seen.append(readiness)
            watch?.interest = .input
            if seen.count == 2 { loop.exit() }
        }
        pair.write("x")
        try loop.run()
        #expect(seen == [.output, .input])
        watch?.cancel()
    }

    @Test func `a watch can cancel itself inside its handler`() throws {
        let pair = try Pair()
        var calls = 0
        var watch: Watch?
        watch = try loop.watch(pair.near.number, for: .input) { _ in
            calls += 1
            watch?.cancel()
            watch = nil
        }
        pair.write("x")
        #expect(try loop.runRound(timeout: .zero))
        #expect(try !loop.runRound(timeout: .zero))
        #expect(calls == 1)
    }

    @Test func `a released watch is not called`() throws {
        let pair = try Pair()
        do {
            _ = try loop.watch(pair.near.number, for: .input) { _ in Issue.record("called") }
        }
        pair.write("x")
        #expect(try !loop.runRound(timeout: .zero))
    }

    @Test func `the important one of two ready descriptors runs first`() throws {
        let plain = try Pair()
        let important = try Pair()
        var order: [String] = []
        let first = try loop.watch(plain.near.number, for: .input) { _ in
            order.append("plain")
            loop.exit()
        }
        let importantNear = important.near.number
        let second = try loop.watch(importantNear, for: .input, priority: .important) { _ in
            order.append("important")
            var byte: UInt8 = 0
            unsafe read(importantNear, &byte, 1)
        }
        plain.write("x")
        important.write("x")
        try loop.run()
        #expect(order == ["important", "plain"])
        first.cancel()
        second.cancel()
    }

    @Test func `a plain file cannot be watched, and the error names the call`() throws {
        let file = unsafe Descriptor(owning: open("/proc/self/exe", O_RDONLY))
        let number = file.number
        let error = #expect(throws: SystemError.self) { try loop.watch(number, for: .input) { _ in } }
        #expect(error?.description == "sd_event_add_io: Operation not permitted")
    }
}
