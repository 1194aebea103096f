import System

/// The messages about one picture, in the two kinds of bytes that are searched.
struct Transcript {
    /// The messages, without the text of their pictures; lower case.
    let text: IndexedBytes
    /// The files of the pictures, without their compressed pixels.
    let files: IndexedBytes
    /// All of it: the messages with the text of their pictures, and the files with their pixels.
    let everything: IndexedBytes

    private static let opening = Array(#""png":""#.utf8)

    init(_ messages: [[UInt8]]) {
        var (text, files, everything): ([UInt8], [UInt8], [UInt8]) = ([], [], [])
        for message in messages {
            everything += message
            var rest = message[...]
            while let found = rest.place(of: Self.opening) {
                let start = found + Self.opening.count
                let end = rest[start...].firstIndex(of: UInt8(ascii: "\"")) ?? rest.endIndex
                text += rest[..<start]
                let file = Base64.decode(rest[start..<end]) ?? []
                everything += file
                files += Self.visible(file)
                rest = rest[end...]
            }
            text += rest
        }
        self.text = IndexedBytes(text.map { (65...90).contains($0) ? $0 + 32 : $0 })
        (self.files, self.everything) = (IndexedBytes(files), IndexedBytes(everything))
    }

    /// The bytes of a PNG file that are not compressed pixels: signature, chunks, their lengths and checksums,
    /// trailing data; of compressed pixels, the first and the last 16 bytes, where something could be hidden.
    private static func visible(_ file: [UInt8]) -> [UInt8] {
        var (visible, place) = (Array(file.prefix(8)), 8)
        while place + 12 <= file.count {
            let length = file[place..<place + 4].reduce(0) { $0 << 8 | Int($1) }
            let end = min(place + 12 + length, file.count)
            let chunk = file[place..<end]
            if chunk.dropFirst(4).starts(with: Array("IDAT".utf8)), chunk.count > 64 {
                visible += chunk.prefix(8 + 16) + chunk.suffix(4 + 16)
            } else {
                visible += chunk
            }
            place = end
        }
        return visible + file[place...]
    }

    func holds(_ number: Double, _ form: NumberForm) -> Bool {
        guard let wanted = form.written(number) else { return false }
        switch form {
        case .bytes: return files.holds(wanted)
        case .base64:
            let small = wanted.map { (65...90).contains($0) ? $0 + 32 : $0 }
            return text.holds(small) || files.holds(wanted)
        case .integer, .rounded, .begun, .hexadecimal, .hexadecimalBytes:
            return text.holds(wanted, form.borders) || files.holds(wanted, form.borders)
        }
    }
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
    func holds(_ text: String) -> Bool { place(of: Array(text.utf8)) != nil }

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
