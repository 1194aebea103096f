/// A recording in evemu's format: a device, what it did, or both.
///
///     # EVEMU 1.3
///     N: EP0430M09
///     I: 0018 0000 0000 0000                      bus vendor product version, hexadecimal
///     P: 02 00 00 00 00 00 00 00                  properties, a bitmap
///     B: 01 00 04 00 00 00 00 00 00               event type, 8 bytes of the bitmap of its codes
///     A: 35 0 1279 0 0 0                          code (hexadecimal), minimum maximum fuzz flat resolution
///     E: 0.000001 0003 0039 0045                  seconds, type and code (hexadecimal), value (decimal)
///
/// Versions 1.0 to 1.3, with or without their header; anything after `#` is a comment, but not in a name. The format is
/// that of evemu-record(1); newer minor versions are read as 1.3 and remarked on.
public struct Evemu: Hashable, Sendable {
    /// The device, if the recording describes one.
    public var device: EvemuDescription?
    /// What it did, in order.
    public var events: [EvemuEvent]
    /// The first line that could not be read; everything before it was.
    public var problem: EvemuError?
    /// What was read in spite of a doubt.
    public var remarks: [String]

    /// Makes a recording.
    public init(device: EvemuDescription? = nil, events: [EvemuEvent] = []) {
        (self.device, self.events, problem, remarks) = (device, events, nil, [])
    }

    /// Reads a recording from the bytes of a file; never fails as a whole, see ``problem``.
    public init(reading bytes: [UInt8]) {
        var reader = EvemuReader()
        do throws(EvemuError) {
            try reader.read(bytes)
        } catch {
            reader.recording.problem = error
        }
        self = reader.recording
    }
}

/// One input event of a recording.
public struct EvemuEvent: Hashable, Sendable {
    /// When, in microseconds of the recording's own clock.
    public var microseconds: Int64
    /// The event type, `EV_…` of linux/input-event-codes.h.
    public var type: UInt16
    /// The code within the type.
    public var code: UInt16
    /// The value.
    public var value: Int32

    /// Makes an event.
    public init(microseconds: Int64, type: UInt16, code: UInt16, value: Int32) {
        (self.microseconds, self.type, self.code, self.value) = (microseconds, type, code, value)
    }

    /// Whether it closes a frame (SYN_REPORT).
    public var isFrameEnd: Bool { type == 0 && code == 0 }
}
