import Glibc
import TouchDevice

/// Replies of an event node to the ioctls of linux/input.h, as in drivers/input/evdev.c.
enum IoctlAnswer: Equatable, Sendable {
    /// Success with these bytes for the caller's buffer; `result` is what the call returns.
    case bytes([UInt8], result: Int32)
    /// Success without data.
    case done
    case failed(errno: Int32)
}

/// A request as packed into the number of an ioctl (asm-generic/ioctl.h).
struct IoctlRequest: Equatable, Sendable {
    /// The subsystem, 0x45 ("E") for event nodes.
    let kind: UInt8
    /// The request within the subsystem.
    let number: UInt8
    /// Size of the caller's buffer in bytes.
    let size: Int

    init(_ request: UInt) {
        kind = UInt8(truncatingIfNeeded: request >> 8)
        number = UInt8(truncatingIfNeeded: request)
        size = Int(request >> 16 & 0x3fff)
    }

    /// Whether the argument is a number itself rather than an address (EVIOCGRAB, EVIOCREVOKE).
    var passesValue: Bool { number == 0x90 || number == 0x91 }
}

extension PanelState {
    /// Replies to an ioctl on the panel's event node, given the content of the caller's buffer.
    func answer(_ request: IoctlRequest, argument: [UInt8]) -> IoctlAnswer {
        guard request.kind == UInt8(ascii: "E") else { return .failed(errno: ENOTTY) }
        switch request.number {
        case 0x01: return .bytes(Self.words([0x010001]), result: 0)
        case 0x02:
            return .bytes(
                description.numbers.list.flatMap { [UInt8(truncatingIfNeeded: $0), UInt8($0 >> 8)] }, result: 0)
        case 0x03: return .failed(errno: ENOSYS)
        case 0x06: return sized(Array(description.name.utf8) + [0], request)
        case 0x07, 0x08: return .failed(errno: ENOENT)
        case 0x09: return sized(Self.bitmap(description.properties, count: 0x20), request)
        case 0x0a: return slotAnswer(request, argument)
        case 0x18: return sized(Self.bitmap(pressedKeys, count: 0x300), request)
        case 0x19, 0x1a, 0x1b: return sized(Self.bitmap([], count: 0x20), request)
        case 0x20...0x3f: return codesAnswer(UInt16(request.number - 0x20), request)
        case 0x40...0x7f:
            let code = UInt16(request.number - 0x40)
            guard var axis = description.axes[code] else { return .failed(errno: EINVAL) }
            // udev has already moved the fuzz of these into properties, see udevProperties.
            if DeviceDescription.axesWithNoise.contains(code) { axis.fuzz = 0 }
            return .bytes(Self.words([value(ofAxis: code)] + axis.numbers), result: 0)
        case 0x84: return .bytes(Self.words([0]), result: 0)
        case 0x90, 0x91: return .done
        case 0xa0:
            // Timestamps are always of CLOCK_MONOTONIC; a request for another clock fails.
            return Array(argument.prefix(4)) == Self.words([1]) ? .done : .failed(errno: EINVAL)
        default: return .failed(errno: EINVAL)
        }
    }

    private func codesAnswer(_ type: UInt16, _ request: IoctlRequest) -> IoctlAnswer {
        // Bits of the code space of each type: KEY_CNT, REL_CNT, ABS_CNT and so on.
        let sizes: [UInt16: Int] = [
            0: 0x20, 1: 0x300, 2: 0x10, 3: 0x40, 4: 8, 5: 0x20, 0x11: 0x10, 0x12: 8, 0x15: 0x80,
        ]
        guard let count = sizes[type] else { return .failed(errno: EINVAL) }
        let codes = description.complete.codes
        let bits = type == 0 ? Set(codes.filter { !$0.value.isEmpty }.keys) : codes[type] ?? []
        return sized(Self.bitmap(bits, count: count), request)
    }

    private func slotAnswer(_ request: IoctlRequest, _ argument: [UInt8]) -> IoctlAnswer {
        guard description.slotCount != nil, argument.count >= 4, request.size >= 4 else {
            return .failed(errno: EINVAL)
        }
        let code = UInt16(argument[0]) | UInt16(argument[1]) << 8
        guard InputCode.isPerSlot(code), argument[2] == 0, argument[3] == 0 else {
            return .failed(errno: EINVAL)
        }
        return .bytes(Array(argument.prefix(4)) + Self.words(slotValues(ofAxis: code)), result: 0)
    }

    /// Replies of variable size return how much of the buffer they filled.
    private func sized(_ bytes: [UInt8], _ request: IoctlRequest) -> IoctlAnswer {
        let part = Array(bytes.prefix(request.size))
        return .bytes(part, result: Int32(part.count))
    }

    private static func words(_ numbers: [Int32]) -> [UInt8] {
        numbers.flatMap { number in (0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * $0)) } }
    }

    /// The bitmap as the kernel keeps it: whole longs.
    private static func bitmap(_ bits: Set<UInt16>, count: Int) -> [UInt8] {
        var bytes = [UInt8](repeating: 0, count: (count + 63) / 64 * 8)
        for bit in bits where Int(bit) < count { bytes[Int(bit) / 8] |= 1 << (bit % 8) }
        return bytes
    }
}
