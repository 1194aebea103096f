extension JSONWriter {
    /// Most bytes of a number to the thousandth.
    private static let longestThousandths = 24
    /// Most bytes of a whole number.
    fileprivate static let longestWhole = 20

    /// Writes a member with a real number to the thousandth; see ``value(thousandths:)``.
    package mutating func member(_ key: StaticString, thousandths value: Double?) {
        guard let value else { return }
        self.key(key)
        self.value(thousandths: value)
    }

    /// Writes a member with a whole number.
    package mutating func member(_ key: StaticString, whole value: Int64) {
        self.key(key)
        unsafe append(upTo: Self.longestWhole) { pen in unsafe pen.write(value) }
    }

    /// Writes a real number to the thousandth, without needless zeros: 12.0, 12.5, 12.125.
    ///
    /// - Precondition: it is finite; JSON has no word for the others.
    package mutating func value(thousandths value: Double) {
        let needsComma = needsComma
        unsafe append(upTo: 1 + Self.longestThousandths) { pen in
            if needsComma { unsafe pen.write(UInt8(ascii: ",")) }
            unsafe pen.write(thousandths: value)
        }
    }

    /// Writes what most messages of a busy panel are, with one look at the buffer: `head`, a number, `middle`, the value of `x`
    /// and the member `y` of a place to the thousandth, and `tail`.
    ///
    /// - Parameters:
    ///   - head: text up to and with the key of the number.
    ///   - number: a whole number that was spelled before.
    ///   - middle: text behind that; with a place up to and with the key of `x`.
    ///   - place: the values of `x` and `y`, finite; nil: there are no such members.
    ///   - tail: text behind that.
    package mutating func write(
        head: [UInt8], _ number: WholeText, middle: [UInt8], place: (x: Double, y: Double)?, tail: StaticString
    ) {
        let length =
            head.count + middle.count + tail.utf8CodeUnitCount + Self.longestWhole + 5 + 2 * Self.longestThousandths
        unsafe append(upTo: length) { pen in
            unsafe head.withUnsafeBufferPointer { unsafe pen.write($0) }
            unsafe pen.write(number)
            unsafe middle.withUnsafeBufferPointer { unsafe pen.write($0) }
            if let place {
                unsafe pen.write(thousandths: place.x)
                unsafe pen.write(member: UInt8(ascii: "y"), thousandths: place.y)
            }
            tail.withUTF8Buffer { unsafe pen.write($0) }
        }
    }

    @inline(__always)
    private mutating func append(upTo length: Int, _ body: (inout Pen) -> Void) {
        bytes.append(addingCapacity: length) { room in
            unsafe room.withUnsafeMutableBufferPointer { room, count in
                guard let start = room.baseAddress else { preconditionFailure("room that was asked for is there") }
                var pen = unsafe Pen(at: start + count)
                unsafe body(&pen)
                unsafe count = pen.place - start
            }
        }
    }
}

/// A whole number, spelled once to be written often.
package struct WholeText: Sendable {
    fileprivate private(set) var text = InlineArray<20, UInt8>(repeating: 0)
    fileprivate let count: Int

    /// Spells a number.
    package init(_ number: Int64) {
        var room = text.mutableSpan
        count = unsafe room.withUnsafeMutableBufferPointer { room in
            guard let start = room.baseAddress else { preconditionFailure("an array of twenty bytes has a place") }
            var pen = unsafe Pen(at: start)
            unsafe pen.write(number)
            return unsafe pen.place - start
        }
    }
}

extension UInt64 {
    /// How many digits it has, from ten on.
    fileprivate var digitCount: Int {
        // Places need no division for that, moments a few.
        var (digits, rest) = (2, self)
        while rest >= 1_000_000 {
            digits += 4
            rest /= 10_000
        }
        if rest >= 100_000 { return digits + 4 }
        if rest >= 10_000 { return digits + 3 }
        if rest >= 1_000 { return digits + 2 }
        return rest >= 100 ? digits + 1 : digits
    }
}

/// Writes into room that is known to be there.
@unsafe private struct Pen {
    /// Where the next byte goes.
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

    /// Writes a number that was spelled before; there has to be room for the longest.
    mutating func write(_ number: WholeText) {
        // All of it, since a length that is known is one instruction or two.
        unsafe UnsafeMutableRawPointer(place).storeBytes(of: number.text, as: InlineArray<20, UInt8>.self)
        unsafe place += number.count
    }

    mutating func write(_ number: Int64) {
        if number < 0 { unsafe write(UInt8(ascii: "-")) }
        unsafe write(number.magnitude)
    }

    /// Writes a member that others go before, such as `,"x":12.5`.
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
        let thousandths = Int64(value * 1_000 + (value < 0 ? -0.5 : 0.5))
        if thousandths < 0 { unsafe write(UInt8(ascii: "-")) }
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        unsafe write(whole)
        let (tenth, rest) = part.quotientAndRemainder(dividingBy: 100)
        unsafe place[0] = UInt8(ascii: ".")
        unsafe place[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: tenth)
        unsafe place += 2
        if rest == 0 { return }
        unsafe write(digit: rest / 10)
        if rest % 10 != 0 { unsafe write(digit: rest % 10) }
    }

    /// So large, a Double has hardly a thousandth.
    @inline(never)
    private mutating func write(large value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        for byte in value.description.utf8 { unsafe write(byte) }
    }

    private mutating func write(digit: UInt64) { unsafe write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

    private mutating func write(_ number: UInt64) {
        if number < 10 { return unsafe write(digit: number) }
        let digits = number.digitCount
        unsafe place += digits
        var (rest, back) = (number, unsafe place)
        // Two digits a division.
        while rest >= 10 {
            let pair = rest % 100
            rest /= 100
            unsafe back -= 2
            unsafe back[0] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair / 10)
            unsafe back[1] = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: pair % 10)
        }
        if digits % 2 == 1 {
            unsafe back -= 1
            unsafe back.pointee = UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: rest)
        }
    }
}
