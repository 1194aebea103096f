package import RecordingWriters
package import TouchDevice

/// A recording read from a file, in any dialect, up to the first error, see ``problem``.
package struct RecordingFile: Hashable, Sendable {
    /// The devices in the file's order.
    package var devices: [DeviceRecording]
    /// The first error; everything before it was read.
    package var problem: RecordingError?
    /// Doubtful content that was read, and what the dialect cannot express.
    package var remarks: [String]

    /// Makes a recording.
    package init(devices: [DeviceRecording] = [], problem: RecordingError? = nil, remarks: [String] = []) {
        (self.devices, self.problem, self.remarks) = (devices, problem, remarks)
    }

    /// Maximum number of bytes that programs read: hours of ten fingers.
    package static let maxBytes = 64 << 20

    /// Reads a recording from the bytes of a file in a dialect, detected from its first lines if nil.
    package init(reading bytes: [UInt8], as dialect: Dialect? = nil) {
        let bytes = bytes.withoutByteOrderMark
        switch dialect ?? Dialect(of: bytes) {
        case .evemu: self = Self.read(bytes, with: EvemuReader())
        case .evtest: self = Self.read(bytes, with: EvtestReader())
        case .json: self = Self.read(bytes, with: JSONLinesReader())
        case .record: self = RecordReader.read(bytes)
        case nil: self.init(problem: .unknownDialect)
        }
    }

    /// Whether the file ends within an event or a frame.
    package var isCut: Bool {
        switch problem {
        case .cutOff, .unfinishedFrame: true
        default: false
        }
    }

    /// The first device, if the recording describes one.
    package var device: DeviceDescription? { devices.first?.description }

    /// The events of the first device.
    package var events: [InputEvent] { devices.first?.events ?? [] }

    private static func read(_ bytes: [UInt8], with reader: some LineReader) -> RecordingFile {
        var reader = reader
        var problem: RecordingError?
        do throws(RecordingError) {
            for line in Lines(bytes) { try reader.read(line) }
        } catch {
            problem = error
        }
        var file = reader.finish()
        file.problem = problem ?? file.problem
        return file
    }
}

protocol LineReader {
    mutating func read(_ line: Line) throws(RecordingError)
    /// The recording; called once, also after an error.
    mutating func finish() -> RecordingFile
}

extension [UInt8] {
    /// The same without a UTF-8 byte order mark.
    package var withoutByteOrderMark: [UInt8] { starts(with: [0xef, 0xbb, 0xbf]) ? Array(dropFirst(3)) : self }
}
