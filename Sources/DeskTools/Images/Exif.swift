/// The camera orientation of a picture: one of eight numbers, 1 for upright.
enum Exif {
    static let orientations = 1...8

    /// Whether rows and columns are exchanged.
    static func turns(_ orientation: Int) -> Bool { orientation > 4 }

    /// The orientation of a JPEG file, from the tag Orientation of its Exif part (Exif 2.3, 4.6.4); upright if it is
    /// missing or invalid.
    static func orientation(ofJPEG bytes: [UInt8]) -> Int { part(of: bytes).flatMap(orientation) ?? 1 }

    /// The TIFF structure within the first APP1 segment that has one.
    private static func part(of bytes: [UInt8]) -> ArraySlice<UInt8>? {
        var place = 2
        while place + 4 <= bytes.count, bytes[place] == 0xff {
            let (marker, length) = (bytes[place + 1], Int(bytes[place + 2]) << 8 | Int(bytes[place + 3]))
            // Metadata ends where the image data begin.
            guard marker != 0xda, length >= 2, place + 2 + length <= bytes.count else { return nil }
            let part = bytes[place + 4..<place + 2 + length]
            if marker == 0xe1, part.starts(with: Array("Exif\0\0".utf8)) { return part.dropFirst(6) }
            place += 2 + length
        }
        return nil
    }

    private static func orientation(in tiff: ArraySlice<UInt8>) -> Int? {
        let isLittle = tiff.starts(with: Array("II*\0".utf8))
        guard isLittle || tiff.starts(with: [0x4d, 0x4d, 0, 42]) else { return nil }
        func number(at offset: Int, bytes count: Int) -> Int? {
            guard offset >= 0, offset + count <= tiff.count else { return nil }
            let part = tiff[tiff.startIndex + offset..<tiff.startIndex + offset + count]
            return (isLittle ? Array(part.reversed()) : Array(part)).reduce(0) { $0 << 8 | Int($1) }
        }
        guard let directory = number(at: 4, bytes: 4), let count = number(at: directory, bytes: 2) else { return nil }
        for entry in 0..<count {
            let place = directory + 2 + 12 * entry
            guard let tag = number(at: place, bytes: 2) else { return nil }
            // One 16-bit number, stored in the entry itself.
            guard tag == 0x0112, number(at: place + 2, bytes: 2) == 3, number(at: place + 4, bytes: 4) == 1 else {
                continue
            }
            return number(at: place + 8, bytes: 2).flatMap { orientations.contains($0) ? $0 : nil }
        }
        return nil
    }
}
