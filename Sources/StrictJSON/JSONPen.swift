extension JSONWriter {
    /// Writes with a pen, at most a given number of bytes, with one check of the buffer.
    @inline(__always)
    mutating func append(upTo length: Int, _ body: (inout Pen) -> Void) {
        #if compiler(>=6.3)
            bytes.append(addingCapacity: length) { room in
                unsafe room.withUnsafeMutableBufferPointer { room, count in
                    guard let start = room.baseAddress else { preconditionFailure("room that was asked for is there") }
                    var pen = unsafe Pen(at: start + count)
                    unsafe body(&pen)
                    unsafe count = pen.place - start
                }
            }
        #else
            // Swift 6.2 cannot append to an array without initialization: one copy more.
            unsafe withUnsafeTemporaryAllocation(of: UInt8.self, capacity: length) { room in
                guard let start = room.baseAddress else { preconditionFailure("room that was asked for is there") }
                var pen = unsafe Pen(at: start)
                unsafe body(&pen)
                unsafe bytes.append(contentsOf: UnsafeBufferPointer(start: start, count: pen.place - start))
            }
        #endif
    }
}

@unsafe struct Pen {
    private(set) var place: UnsafeMutablePointer<UInt8>

    init(at place: UnsafeMutablePointer<UInt8>) {
        unsafe self.place = unsafe place
    }

    mutating func write(_ byte: UInt8) {
        unsafe place.pointee = byte
        unsafe place += 1
    }

    mutating func write(_ bytes: UnsafeBufferPointer<UInt8>) {
        guard let start = bytes.baseAddress else { return }
        unsafe place.update(from: start, count: bytes.count)
        unsafe place += bytes.count
    }

    /// Writes a text that was prepared before; there must be room for the longest.
    mutating func write(_ text: ShortText) {
        // All its bytes, since a constant length is an instruction or two.
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: text.bytes, as: InlineArray<32, UInt8>.self)
        unsafe place += text.count
    }

    mutating func write(_ number: Int64) {
        if number < 0 { unsafe write(UInt8(ascii: "-")) }
        unsafe write(number.magnitude)
    }

    /// Writes a member that is not the first, such as `,"x":12.5`.
    mutating func write(member name: UInt8, thousandths value: Double) {
        unsafe place[0] = UInt8(ascii: ",")
        unsafe place[1] = UInt8(ascii: "\"")
        unsafe place[2] = name
        unsafe place[3] = UInt8(ascii: "\"")
        unsafe place[4] = UInt8(ascii: ":")
        unsafe place += 5
        unsafe write(thousandths: value)
    }

    mutating func write(thousandths value: Double) {
        guard value.magnitude < 1e12 else { return unsafe write(large: value) }
        let thousandths = Int64(value.magnitude * 1_000 + 0.5).magnitude
        if value < 0, thousandths > 0 { unsafe write(UInt8(ascii: "-")) }
        // Five digits and the three decimals; the leading zeros are left out.
        let (high, low) = thousandths.quotientAndRemainder(dividingBy: 100_000_000)
        if high > 0 { unsafe write(high) }
        let digits = low.eightDigits
        let zeros = high > 0 ? 0 : min(digits.leadingZeros, 4)
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: (digits >> (8 * zeros)).littleEndian, as: UInt64.self)
        unsafe place += 5 &- zeros
        // All decimals, and then as many as there are.
        let part = UInt32(truncatingIfNeeded: digits >> 40)
        unsafe UnsafeMutableRawPointer(place).storeBytes(
            of: (part << 8 | UInt32(UInt8(ascii: "."))).littleEndian, as: UInt32.self)
        unsafe place += part & 0x0f_0f00 == 0 ? 2 : part & 0x0f_0000 == 0 ? 3 : 4
    }

    /// At this size, a Double has hardly a thousandth.
    @inline(never)
    private mutating func write(large value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        for byte in value.description.utf8 { unsafe write(byte) }
    }

    private mutating func write(digit: UInt64) { unsafe write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

    mutating func write(_ number: UInt64) {
        // Positions have up to four digits.
        if number < 10_000 {
            let (high, low) = number.quotientAndRemainder(dividingBy: 100)
            if high >= 10 { unsafe write(digit: high / 10) }
            if high > 0 { unsafe write(digit: high % 10) }
            if number >= 10 { unsafe write(digit: low / 10) }
            return unsafe write(digit: low % 10)
        }
        if number >= 100_000_000 {
            let (high, low) = number.quotientAndRemainder(dividingBy: 100_000_000)
            unsafe write(high)
            unsafe UnsafeMutableRawPointer(place).storeBytes(of: low.eightDigits.littleEndian, as: UInt64.self)
            return unsafe place += 8
        }
        // Five to eight: the leading zeros are left out.
        let digits = number.eightDigits
        let zeros = digits.leadingZeros
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: (digits >> (8 * zeros)).littleEndian, as: UInt64.self)
        unsafe place += 8 - zeros
    }
}

/// A text of at most 32 bytes, prepared once to be written often.
package struct ShortText: Sendable {
    fileprivate let bytes: InlineArray<32, UInt8>
    fileprivate let count: Int

    /// Prepares a text.
    package init(_ text: some Collection<UInt8>) {
        precondition(text.count <= 32, "a text of \(text.count) bytes")
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        for (index, byte) in text.enumerated() { bytes[index] = byte }
        (self.bytes, count) = (bytes, text.count)
    }

    /// Formats a number.
    package init(_ number: Int64) {
        var bytes = InlineArray<32, UInt8>(repeating: 0)
        var room = bytes.mutableSpan
        count = unsafe room.withUnsafeMutableBufferPointer { room in
            guard let start = room.baseAddress else { preconditionFailure("an array of 32 bytes has a place") }
            var pen = unsafe Pen(at: start)
            unsafe pen.write(number)
            return unsafe pen.place - start
        }
        self.bytes = bytes
    }
}

extension UInt64 {
    /// The digits of a number below 10⁸, with leading zeros, the first in the lowest byte: halved three times, all parts at
    /// once, with multiplications instead of divisions.
    fileprivate var eightDigits: UInt64 {
        let fours = (self / 10_000) | ((self % 10_000) << 32)
        let hundreds = ((fours &* 10_486) >> 20) & 0x0000_007f_0000_007f
        let twos = hundreds | ((fours &- hundreds &* 100) << 16)
        let tens = ((twos &* 103) >> 10) & 0x000f_000f_000f_000f
        return tens | ((twos &- tens &* 10) << 8) | 0x3030_3030_3030_3030
    }
    /// How many of eight digits are zeros before the first other one.
    fileprivate var leadingZeros: Int { (self & 0x0f0f_0f0f_0f0f_0f0f).trailingZeroBitCount / 8 }
}
