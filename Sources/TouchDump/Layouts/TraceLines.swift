import StrictJSON
package import TouchCore
import TouchInput

/// Writes frames as the lines of a trace (docs/trace.md).
package struct TraceLines: Sendable {
    /// The lines so far.
    package private(set) var text: String
    private var count = 0
    private let scale: (x: Double, y: Double)

    /// Maximum number of frames; an hour of one finger.
    package static let maxFrames = 400_000

    /// Begins a trace.
    ///
    /// - Parameters:
    ///   - about: its description.
    ///   - view: its view, in pixels.
    ///   - source: the view that frames are mapped to; the same if nil.
    package init(about: String, view: Size, source: Size? = nil) {
        text = Self.header(about: about, view: view)
        scale = (view.width / (source ?? view).width, view.height / (source ?? view).height)
    }

    /// Adds a frame.
    package mutating func record(_ frame: borrowing Frame) {
        guard count < Self.maxFrames else { return }
        count += 1
        text += Self.line(of: frame, scale: scale)
    }

    /// The first line of a trace.
    package static func header(about: String, view: Size) -> String {
        var json = JSONWriter()
        json.beginObject()
        json.member("trace", 1)
        json.member("about", about)
        json.array("view") { json in
            json.value(view.width)
            json.value(view.height)
        }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }

    /// The line of a frame.
    package static func line(of frame: borrowing Frame, scale: (x: Double, y: Double) = (1, 1)) -> String {
        let frame = copy frame
        var json = JSONWriter()
        json.beginObject()
        json.member("us", frame.time.microseconds)
        json.array("frame") { json in
            for contact in frame.contacts {
                json.beginArray()
                json.value(contact.id.number)
                json.value(contact.phase.word)
                json.value(contact.position.x * scale.x)
                json.value(contact.position.y * scale.y)
                json.endArray()
            }
        }
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
