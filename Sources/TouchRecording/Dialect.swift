/// The forms in which a dump is written and a recording is read.
public enum Dialect: String, Hashable, Sendable, CaseIterable {
    /// touchd's own, for people: fingers.
    case text
    /// touchd's own, for programs, one JSON object a line: fingers (live) or events (converted).
    case json
    /// The format of evemu-record, version 1.3: events.
    case evemu
    /// The YAML of `libinput record`, file version 1: events.
    case record
    /// The lines of `libinput debug-events`: fingers as libinput reports them.
    case debugEvents = "debug-events"
    /// The lines of evtest: events.
    case evtest

    /// Whether it holds the kernel's events as they are, so that nothing is lost from one such form to another.
    public var isRaw: Bool {
        switch self {
        case .evemu, .record, .evtest: true
        case .text, .json, .debugEvents: false
        }
    }
}
