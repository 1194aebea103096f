import CLibinput

/// Events of libinput that came before something that only its log tells, in order.
///
/// The log speaks while libinput reads a frame. What it has queued by then is what happened before; taken out at that
/// moment, it keeps its order to the line. `libinput_get_event` only takes from a ring, so that is allowed there.
@safe final class EventQueue {
    /// An event, or what the log told.
    @unsafe enum Entry {
        case event(OpaquePointer)
        case hint(LogHint)
    }

    private var entries: [Entry] = unsafe []
    private var start = 0

    deinit {
        while let entry = unsafe next() {
            if case .event(let event) = unsafe entry { unsafe libinput_event_destroy(event) }
        }
    }

    /// Appends what the log told, behind the events that libinput has queued.
    func append(_ hint: LogHint, behindEventsOf libinput: OpaquePointer?) {
        while let libinput = unsafe libinput, let event = unsafe libinput_get_event(libinput) {
            unsafe entries.append(.event(event))
        }
        unsafe entries.append(.hint(hint))
    }

    /// Takes the next one, an event with its ownership; nil if there is none.
    func next() -> Entry? {
        guard unsafe start < entries.count else { return nil }
        defer {
            start += 1
            if unsafe start == entries.count {
                unsafe entries.removeAll(keepingCapacity: true)
                start = 0
            }
        }
        return unsafe entries[start]
    }
}
