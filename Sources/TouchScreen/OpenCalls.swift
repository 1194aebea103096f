package import StrictJSON
package import Varlink

/// Subscribed calls, until their peers disconnect, each with a note.
///
/// Ended calls are removed when a message is sent, and when there are twice as many calls as at the last check: a peer
/// that connects again and again cannot fill the memory.
package struct OpenCalls<Note> {
    private var entries: [(call: Call, note: Note)] = []
    private var lookAgain = 16
    /// The last message; its memory is reused.
    private var encoded = EncodedReply()

    package init() {}

    /// Whether no call is open, as far as is known.
    var isEmpty: Bool { entries.isEmpty }

    /// Adds a call.
    package mutating func add(_ call: Call, _ note: Note) {
        entries.append((call, note))
        if entries.count >= lookAgain { forgetEnded() }
    }

    /// Sends a message to all calls.
    mutating func send(_ message: JSONObject, _ delivery: Delivery = .mustDeliver) {
        send(delivery) { $0.members(of: message) }
    }

    /// Sends a message to the calls whose note matches; `body` writes its members, once for all, if there are any.
    package mutating func send(to fits: (Call, Note) -> Bool, _ body: (inout JSONWriter) -> Void) {
        forgetEnded()
        guard entries.contains(where: { fits($0.call, $0.note) }) else { return }
        encoded.encode(body)
        for entry in entries where fits(entry.call, entry.note) { entry.call.replyContinuing(encoded) }
    }

    /// Sends a message to all calls; `body` writes its members, once for all.
    mutating func send(_ delivery: Delivery, _ body: (inout JSONWriter) -> Void) {
        forgetEnded()
        guard !entries.isEmpty else { return }
        encoded.encode(body)
        for index in entries.indices { entries[index].call.replyContinuing(encoded, delivery) }
    }

    /// Returns all open calls and removes them.
    package mutating func takeAll() -> [Call] {
        forgetEnded()
        defer { entries = [] }
        return entries.map(\.call)
    }

    private mutating func forgetEnded() {
        // By index: in debug builds, an iterator allocates its elements.
        for index in entries.indices where !entries[index].call.isOpen {
            entries.removeAll { !$0.call.isOpen }
            break
        }
        lookAgain = max(16, entries.count * 2)
    }
}

extension OpenCalls<Void> {
    /// Adds a call without a note.
    package mutating func add(_ call: Call) { add(call, ()) }
}
