extension JSONWriter {
    /// Maximum number of bytes of a number with three decimals.
    private static let maxThousandths = 24
    /// Maximum number of bytes of an integer.
    private static let maxWhole = 20

    /// Writes a member with a real number with three decimals; see ``value(thousandths:)``.
    package mutating func member(_ key: StaticString, thousandths value: Double?) {
        guard let value else { return }
        self.key(key)
        self.value(thousandths: value)
    }

    /// Writes a member with a whole number.
    package mutating func member(_ key: StaticString, whole value: Int64) {
        self.key(key)
        unsafe append(upTo: Self.maxWhole) { pen in unsafe pen.write(value) }
    }

    /// A finite number with three decimals, without trailing zeros: 12.0, 12.5, 12.125.
    package mutating func value(thousandths value: Double) {
        let needsComma = needsComma
        unsafe append(upTo: 1 + Self.maxThousandths) { pen in
            if needsComma { unsafe pen.write(UInt8(ascii: ",")) }
            unsafe pen.write(thousandths: value)
        }
    }

    /// Appends a text verbatim, including its commas.
    package mutating func append(_ text: ShortText) {
        unsafe append(upTo: 32) { pen in unsafe pen.write(text) }
    }

    /// Writes a frequent message with one check of the buffer: `head` up to the key of a number, the number, `middle` up to
    /// the key of `x`, the value of `x` and the member `y` of a finite place with three decimals, `tail`.
    package mutating func write(
        head: [UInt8], _ number: ShortText, middle: ShortText, place: (x: Double, y: Double)?, tail: ShortText
    ) {
        unsafe append(upTo: head.count + 3 * 32 + 5 + 2 * Self.maxThousandths) { pen in
            unsafe head.withUnsafeBufferPointer { unsafe pen.write($0) }
            unsafe pen.write(number)
            unsafe pen.write(middle)
            if let place {
                unsafe pen.write(thousandths: place.x)
                unsafe pen.write(member: UInt8(ascii: "y"), thousandths: place.y)
            }
            unsafe pen.write(tail)
        }
    }
}
