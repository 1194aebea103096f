import CReadTap
import Glibc
import Testing
import TouchDevice

@testable import TouchInput

struct ReadTapTests {
    /// A frame of a finger that moves.
    private static func frame(_ number: Int) -> [InputEvent] {
        [InputEvent.absolute(InputCode.positionX, Int32(number % 4096)), .report].map { event in
            var event = event
            event.microseconds = Int64(number) * 1_000_000
            return event
        }
    }

    private static func withTap(_ body: (_ tap: ReadTap, _ node: Int32, _ writer: Int32) -> Void) {
        var ends: [Int32] = [-1, -1]
        precondition(unsafe pipe(&ends) == 0 && fcntl(ends[0], F_SETFL, O_NONBLOCK) == 0)
        defer { for end in ends { close(end) } }
        guard let tap = ReadTap(ends[0]) else { preconditionFailure("64 nodes are open") }
        body(tap, ends[0], ends[1])
        tap.close()
    }

    @Test func `a panel can be read for any time: the last of half a million whole frames arrives`() {
        Self.withTap { tap, _, writer in
            var heard = 0
            // Like a daemon: stops at the end of a frame, and never asks beyond the last one.
            for number in 0..<250_000 {
                writeAsKernel(Self.frame(number), to: writer)
                guard tap.fill() else { break }
                while tap.nextStamp != nil, let event = tap.next() {
                    if event.type == InputCode.absolute, event.value == number % 4096 { heard += 1 }
                }
            }
            #expect(heard == 250_000)
        }
    }

    @Test func `what libinput reads is kept for us in order and libinput gets EAGAIN`() {
        Self.withTap { tap, node, writer in
            writeAsKernel(Self.frame(1), to: writer)
            #expect(tap.fill())
            writeAsKernel(Self.frame(2), to: writer)
            var buffer = [UInt8](repeating: 0, count: 4096)
            errno = 0
            #expect(unsafe read(node, &buffer, buffer.count) == -1)
            #expect(errno == EAGAIN)
            writeAsKernel(Self.frame(3), to: writer)
            #expect(tap.fill())
            var stamps: [Int64] = []
            while let event = tap.next() { stamps.append(event.microseconds / 1_000_000) }
            #expect(stamps == [1, 1, 2, 2, 3, 3])
        }
    }

    @Test func `a node that is not tapped is read as usual`() {
        Self.withTap { tap, node, writer in
            tap.close()
            writeAsKernel(Self.frame(1), to: writer)
            #expect(!tap.fill())
            var buffer = [UInt8](repeating: 0, count: 4096)
            #expect(unsafe read(node, &buffer, buffer.count) == 2 * MemoryLayout<cread_tap_event>.stride)
        }
    }

    @Test func `events that were taken are wiped except for the timestamp, whoever read them`() {
        Self.withTap { tap, node, writer in
            for number in 1...1_200 { writeAsKernel(Self.frame(number), to: writer) }
            // A pipe, unlike a node, returns partial events, too.
            var buffer = [UInt8](repeating: 0, count: 170 * MemoryLayout<cread_tap_event>.stride)
            _ = unsafe read(node, &buffer, buffer.count)
            #expect(buffer.allSatisfy { $0 == 0 })
            #expect(tap.fill())
            var sum = 0
            while let event = tap.next() { sum += Int(event.value) }
            #expect(sum == 1_200 * 1_201 / 2)
            let room = unsafe UnsafeBufferPointer(start: tap.tap.pointee.events, count: tap.tap.pointee.room)
            #expect(unsafe room.contains { $0.seconds == 1_200 })
            #expect(unsafe room.allSatisfy { $0.type == 0 && $0.code == 0 && $0.value == 0 })
        }
    }
}
