import Testing
import TouchDevice

@testable import TouchSimulator

@Suite struct IoctlAnswersTests {
    let state = PanelState(description: Panels.small)

    /// The number of an ioctl, as composed by the macros of asm-generic/ioctl.h.
    static func read(_ number: UInt8, size: Int) -> IoctlRequest {
        IoctlRequest(UInt(2) << 30 | UInt(size) << 16 | UInt(0x45) << 8 | UInt(number))
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
