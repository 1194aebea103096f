package import StrictJSON

/// A list of a reply, written while it is read: both are done in parts, so that touches need not wait for them.
package struct LongList {
    private var text = JSONWriter()
    /// Number of its elements.
    package private(set) var count = 0

    /// An empty list.
    package init() { text.beginArray() }

    /// Appends an element.
    package mutating func add(_ element: JSONObject) {
        text.value(element)
        count += 1
    }

    /// Ends the list, and writes it as the value of a member.
    package mutating func write(as key: StaticString, into reply: inout JSONWriter) {
        text.endArray()
        reply.key(key)
        reply.raw(text.bytes)
    }
}
