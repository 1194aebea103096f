import StrictJSON
package import TouchCore

/// Writes frames as the lines of a trace (docs/trace.md).
package struct TraceLines: Sendable {
    /// The lines so far.
    package private(set) var text: String
    private var count = 0
    private let scale: (x: Double, y: Double)

    /// Maximum number of frames; an hour of one finger.
    static let maxFrames = 400_000

    /// Begins a trace in a view, for frames in percent of it.
    init(about: String, view: Size) {
        text = Self.header(about: about, view: view)
        scale = (view.width / 100, view.height / 100)
    }

    mutating func record(_ frame: borrowing Frame) {
        guard count < Self.maxFrames else { return }
        count += 1
        text += Self.line(of: frame, scale: scale)
    }

    /// The first line of a trace.
    package static func header(about: String, view: Size) -> String {
        JSONWriter.line { json in
            json.member("trace", 1)
            json.member("about", about)
            json.array("view") { json in
                json.value(view.width)
                json.value(view.height)
            }
        }
    }

    /// The line of a frame.
    package static func line(of frame: borrowing Frame, scale: (x: Double, y: Double) = (1, 1)) -> String {
        let frame = copy frame
        return JSONWriter.line { json in
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
        }
    }
}
