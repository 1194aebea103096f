import Testing
import TouchDevice

@testable import TouchSimulator

@Suite struct IoctlAnswersTests {
    let state = PanelState(description: Panels.small)

    /// The number of an ioctl, as composed by the macros of asm-generic/ioctl.h.
    static func read(_ number: UInt8, size: Int) -> IoctlRequest {
        IoctlRequest(UInt(2) << 30 | UInt(size) << 16 | UInt(0x45) << 8 | UInt(number))
    }

    @Test func `a request is decoded as the kernel encodes it`() {
        // EVIOCGMTSLOTS(1028)
        let request = IoctlRequest(0x8404_450a)
        #expect(request.kind == 0x45 && request.number == 0x0a && request.size == 1028)
    }

    @Test(
        arguments: [
            (0x01, 4, [1, 0, 1, 0], 0),
            (0x02, 8, [3, 0, 0x34, 0x12, 0x78, 0x56, 1, 0], 0),
            (0x06, 3, [0x73, 0x6d, 0x61], 3), (0x06, 255, [0x73, 0x6d, 0x61, 0x6c, 0x6c, 0], 6),
            (0x09, 8, [2, 0, 0, 0, 0, 0, 0, 0], 8), (0x09, 1, [2], 1),
            (0x20, 4, [0b1011, 0, 0, 0], 4),
            (0x23, 8, [3, 0, 0, 0, 0, 0x80, 0x60, 2], 8),
            (0x21, 43, [UInt8](repeating: 0, count: 41) + [4, 0], 43),
            (0x22, 2, [0, 0], 2),
            (0x75, 24, [0, 0, 0, 0, 0, 0, 0, 0, 0xe8, 3, 0, 0, 0, 0, 0, 0, 0, 0, 0, 0, 10, 0, 0, 0], 0),
        ] as [(UInt8, Int, [UInt8], Int32)])
    func `the node replies from the description`(number: UInt8, size: Int, bytes: [UInt8], result: Int32) {
        let answer = state.answer(Self.read(number, size: size), argument: [UInt8](repeating: 0, count: size))
        #expect(answer == .bytes(bytes, result: result))
    }

    @Test(
        arguments: [
            (0x07, [], 2), (0x08, [], 2), (0x03, [], 38), (0x42, [], 22), (0x0a, [0x35], 22), (0x0a, [0, 0, 0, 0], 22),
            (0xa0, [0, 0, 0, 0], 22), (0x92, [], 22), (0xff, [], 22), (0x34, [], 22),
        ] as [(UInt8, [UInt8], Int32)])
    func `capabilities that the panel lacks fail as in the kernel`(number: UInt8, argument: [UInt8], errno: Int32) {
        #expect(state.answer(Self.read(number, size: 8), argument: argument) == .failed(errno: errno))
    }

    @Test func `other subsystems are rejected`() {
        #expect(state.answer(IoctlRequest(0x5401), argument: []) == .failed(errno: 25))
    }

    @Test func `the slots have the present contacts`() throws {
        var state = state
        _ = try state.frame([.down(finger: 0, Panels.at(1, 1)), .down(finger: 1, Panels.at(300, 2))])
        let answer = state.answer(Self.read(0x0a, size: 1028), argument: [0x35, 0, 0, 0])
        #expect(answer == .bytes([0x35, 0, 0, 0, 1, 0, 0, 0, 44, 1, 0, 0], result: 0))
    }

    @Test func `the clock of the timestamps can be set`() {
        #expect(state.answer(Self.read(0xa0, size: 4), argument: [1, 0, 0, 0]) == .done)
    }

    @Test(arguments: Panels.names) func `no reply is longer than its buffer`(name: String) throws {
        let state = PanelState(description: try Panels.description(name))
        for number in UInt8.min...UInt8.max {
            for size in [0, 1, 3, 4, 8, 24, 64, 1028] {
                let argument = [UInt8](repeating: 0, count: size)
                guard case .bytes(let bytes, _) = state.answer(Self.read(number, size: size), argument: argument),
                    ![0x01, 0x02, 0x0a, 0x84].contains(number), !(0x40...0x7f).contains(number)
                else { continue }
                #expect(bytes.count <= size)
            }
        }
    }
}
