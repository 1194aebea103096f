/// The forms in which a recording is written and read.
package enum Dialect: String, Hashable, Sendable, CaseIterable {
    /// touchd's own, for programs, one JSON object per line: fingers (live) or events (converted).
    case json
    /// The format of evemu-record, version 1.3: events.
    case evemu
    /// The YAML of `libinput record`, file version 1: events.
    case record
    /// The lines of evtest: events.
    case evtest
}
