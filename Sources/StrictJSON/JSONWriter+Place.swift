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

    /// Writes what most messages of a busy panel are, with one look at the buffer: `head`, a number, the members `x` and `y`
    /// of a place to the thousandth, and `tail`.
    ///
    /// - Parameters:
    ///   - head: text up to and with the key of the number.
    ///   - number: a whole number that was spelled before.
    ///   - place: the values of `x` and `y`, finite; nil: there are no such members.
    ///   - tail: text behind that.
    package mutating func write(
        head: [UInt8], _ number: WholeText, place: (x: Double, y: Double)?, tail: StaticString
    ) {
        let length = head.count + tail.utf8CodeUnitCount + Self.longestWhole + 2 * (5 + Self.longestThousandths)
        unsafe append(upTo: length) { pen in
            unsafe head.withUnsafeBufferPointer { unsafe pen.write($0) }
            unsafe number.withBytes { unsafe pen.write($0) }
            if let place {
                unsafe pen.write(member: UInt8(ascii: "x"), thousandths: place.x)
                unsafe pen.write(member: UInt8(ascii: "y"), thousandths: place.y)
            }
            tail.withUTF8Buffer { unsafe pen.write($0) }
        }
    }

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
    private var text = InlineArray<20, UInt8>(repeating: 0)
    private let count: Int

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

    fileprivate func withBytes(_ body: (UnsafeBufferPointer<UInt8>) -> Void) {
        unsafe text.span.extracting(first: count).withUnsafeBufferPointer { unsafe body($0) }
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

    mutating func write(_ number: Int64) {
        if number < 0 { unsafe write(UInt8(ascii: "-")) }
        unsafe write(number.magnitude)
    }

    /// Writes a member that others go before, such as `,"x":12.5`.
    mutating func write(member name: UInt8, thousandths value: Double) {
        unsafe write(UInt8(ascii: ","))
        unsafe write(UInt8(ascii: "\""))
        unsafe write(name)
        unsafe write(UInt8(ascii: "\""))
        unsafe write(UInt8(ascii: ":"))
        unsafe write(thousandths: value)
    }

    mutating func write(thousandths value: Double) {
        precondition(value.isFinite, "JSON has no number for \(value)")
        // So large, a Double has hardly a thousandth.
        guard value.magnitude < 1e12 else {
            for byte in value.description.utf8 { unsafe write(byte) }
            return
        }
        let thousandths = Int64(value * 1_000 + (value < 0 ? -0.5 : 0.5))
        if thousandths < 0 { unsafe write(UInt8(ascii: "-")) }
        let (whole, part) = thousandths.magnitude.quotientAndRemainder(dividingBy: 1_000)
        unsafe write(whole)
        unsafe write(UInt8(ascii: "."))
        unsafe write(digit: part / 100)
        if part % 100 == 0 { return }
        unsafe write(digit: part / 10 % 10)
        if part % 10 != 0 { unsafe write(digit: part % 10) }
    }

    private mutating func write(digit: UInt64) { unsafe write(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: digit)) }

    private mutating func write(_ number: UInt64) {
        if number < 10 { return unsafe write(digit: number) }
        var digits = 2
        var bound: UInt64 = 100
        while digits < JSONWriter.longestWhole, number >= bound {
            digits += 1
            bound &*= 10
        }
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
