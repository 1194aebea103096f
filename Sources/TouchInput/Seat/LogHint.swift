import TouchCore

/// What can be read from libinput's log and from nothing else.
///
/// The sentences are those of libinput 1.22 and libevdev 1.13 and have been the same for ten years; a test with the real
/// libraries fails when they change.
struct LogHint: Hashable {
    /// What happened.
    enum Kind: Hashable {
        /// The kernel dropped reports (SYN_DROPPED).
        case lostReports
        /// It did so often, and libinput will not tell of further times for ``LogHint/silence``.
        case silentLosses
        /// Another finger is in a slot without a lift in between; nil: in a slot that is not told.
        case replacedFinger(slot: Int32?)
    }

    /// How the log names the panel.
    private enum Subject: Hashable {
        case sysname(Substring)
        case name(Substring)
    }

    /// How long libinput keeps quiet after five losses (syn_drop_limit in its evdev.c).
    static let silence = Interval.seconds(30)

    let kind: Kind
    private let subject: Subject

    /// Reads one line; nil if it tells nothing of this.
    ///
    /// - Parameter previous: what the line before it told: a limit is told of behind what it limits.
    init?(_ line: Substring, after previous: LogHint? = nil) {
        // event5  - Panel: SYN_DROPPED event - some input events have been lost.
        // event5  - Panel: kernel bug: driver sent multiple touch down for the same slot
        let sysname = line.prefix { $0 != " " }
        if line.mentions("SYN_DROPPED") {
            self.init(.lostReports, .sysname(sysname))
        } else if line.mentions("multiple touch down") {
            self.init(.replacedFinger(slot: nil), .sysname(sysname))
        } else if line.mentions("log rate limit exceeded") {
            guard let previous, previous.kind == .lostReports else { return nil }
            self.init(.silentLosses, previous.subject)
        } else {
            self.init(doubleID: line)
        }
    }

    private init(_ kind: Kind, _ subject: Subject) {
        (self.kind, self.subject) = (kind, subject)
    }

    /// libevdev: BUG: Device "Panel" received a double tracking ID 46 in slot 0.
    private init?(doubleID line: Substring) {
        guard let start = line.firstRange(of: "Device \""), let middle = line.firstRange(of: "\" received a double"),
            start.upperBound <= middle.lowerBound
        else { return nil }
        let words = line[middle.upperBound...].split { $0 == " " || $0 == "." }
        guard words.count >= 6, words[0] == "tracking", words[1] == "ID", let id = Int32(words[2]), id >= 0,
            let slot = Int32(words[5])
        else { return nil }
        self.init(.replacedFinger(slot: slot), .name(line[start.upperBound..<middle.lowerBound]))
    }

    /// Whether it is about that panel; names need not be unique, then it is about each of that name.
    func concerns(_ device: Device) -> Bool {
        switch subject {
        case .sysname(let sysname): device.sysname == sysname
        case .name(let name): device.name == name
        }
    }
}

extension Substring {
    /// Where a text stands first.
    fileprivate func firstRange(of text: String) -> Range<Index>? {
        var start = startIndex
        while start < endIndex {
            if self[start...].hasPrefix(text) { return start..<index(start, offsetBy: text.count) }
            formIndex(after: &start)
        }
        return nil
    }
}
