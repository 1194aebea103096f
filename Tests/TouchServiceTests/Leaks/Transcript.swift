/// The messages about one picture without the files in them, of which TouchPictureTests proves that they are pixels.
struct Transcript {
    /// As they were sent.
    let text: IndexedBytes
    /// In lower case.
    private let small: IndexedBytes

    private static let opening = Array(#""png":""#.utf8)

    init(_ messages: [[UInt8]]) {
        var text: [UInt8] = []
        for message in messages {
            var rest = message[...]
            while let found = rest.place(of: Self.opening) {
                let start = found + Self.opening.count
                text += rest[..<start]
                rest = rest[(rest[start...].firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex)...]
            }
            text += rest
        }
        (self.text, small) = (IndexedBytes(text), IndexedBytes(Self.lowercased(text)))
    }

    /// Whether it contains a number in that form.
    func holds(_ number: Double, _ form: NumberForm) -> Bool {
        guard let wanted = form.written(number) else { return false }
        return small.holds(Self.lowercased(wanted), form.borders)
    }

    private static func lowercased(_ text: [UInt8]) -> [UInt8] { text.map { (65...90).contains($0) ? $0 + 32 : $0 } }
}

/// Bytes with an index by value, since thousands of numbers are searched for in the same bytes.
struct IndexedBytes {
    private let bytes: [UInt8]
    /// Positions sorted by value, and where those of each value begin.
    private var places: [Int32]
    private var starts = [Int](repeating: 0, count: 257)

    init(_ bytes: [UInt8]) {
        self.bytes = bytes
        places = [Int32](repeating: 0, count: bytes.count)
        for byte in bytes { starts[Int(byte) + 1] += 1 }
        for value in 0..<256 { starts[value + 1] += starts[value] }
        var next = starts
        for (place, byte) in bytes.enumerated() {
            places[next[Int(byte)]] = Int32(place)
            next[Int(byte)] += 1
        }
    }

    /// Whether it contains some bytes without neighbors that make them another number.
    func holds(_ wanted: [UInt8], _ borders: NumberForm.Borders = .none) -> Bool {
        guard let first = wanted.first else { return true }
        return places[starts[Int(first)]..<starts[Int(first) + 1]].contains { place in
            let (start, end) = (Int(place), Int(place) + wanted.count)
            return end <= bytes.count && bytes[start..<end].elementsEqual(wanted) && borders.allow(bytes, start, end)
        }
    }
}

extension ArraySlice<UInt8> {
    /// Whether it contains a text.
    func holds(_ text: String) -> Bool { place(of: Array(text.utf8)) != nil }

    /// The first position of some bytes.
    func place(of part: [UInt8]) -> Int? {
        guard let first = part.first else { return nil }
        var rest = self
        while let place = rest.firstIndex(of: first) {
            if self[place...].starts(with: part) { return place }
            rest = self[(place + 1)...]
        }
        return nil
    }
}
