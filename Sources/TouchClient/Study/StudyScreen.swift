internal import Arguments
internal import System
internal import Glibc
internal import StrictJSON
internal import TouchCore

/// Draws the widget of a study's screen.
protocol StudyDrawing {
    /// Sets the layout of its parts, and the frame of the widget, the origin of positions in events, in pixels of the
    /// view.
    mutating func place(_ layout: JSONObject, in frame: Rect)
    /// Handles an event.
    mutating func hear(_ event: JSONObject, _ name: String)
    /// Draws its present state.
    func draw(into terminal: inout TerminalPicture)
}

/// How a screen of a study ended.
enum StudyEnd {
    /// Its widget ended: with this event.
    case ended(JSONObject)
    case declined, left, expired
}

/// One screen of a study in the terminal: a widget, exit buttons, and the state of touches.
struct StudyScreen {
    /// A rectangle in fractions of the view.
    typealias Place = (x: Double, y: Double, width: Double, height: Double)

    let session: Session
    let prompts: JSONObject
    /// The number of the round, such as `2 / 6`.
    let heading: String
    /// What to do.
    let sentence: String

    private static let leave: Place = (0.88, 0.02, 0.1, 0.12)
    private static let decline: Place = (0.3, 0.88, 0.4, 0.1)
    /// Maximum time of a screen; the lifetime of a challenge.
    private static let patience = Interval.seconds(60)
    /// How long its end is shown.
    private static let pause = Interval.milliseconds(700)

    /// A widget at a place of the view.
    static func widget(_ id: String, _ kind: String, _ place: Place) -> JSONObject {
        [
            "id": .string(id), "kind": .string(kind), "unit": "fractions", "x": .real(place.x), "y": .real(place.y),
            "width": .real(place.width), "height": .real(place.height),
        ]
    }

    /// Shows a widget of that kind until an event of that name ends it, or an exit button is pressed.
    ///
    /// - Parameter settings: those of the kind.
    func show(
        _ kind: String, at place: Place, _ settings: JSON, _ drawing: inout some StudyDrawing, until last: String
    ) throws(CommandError) -> StudyEnd {
        var widget = Self.widget("study", kind, place)
        widget[kind] = settings
        let widgets: JSON = [
            .object(widget), .object(Self.widget("leave", "button", Self.leave)),
            .object(Self.widget("decline", "button", Self.decline)),
        ]
        var view = Size(width: 1, height: 1)
        var shown: TerminalPicture?
        var end: StudyEnd?
        let begin = Instant.now
        try session.stream("io.touchd.scene.Present", ["widgets": widgets], isPatient: false) { reply in
            if Instant.now.since(begin) > Self.patience { end = .expired }
            if reply["alive"] != nil { return end == nil }
            if let width = reply["viewWidth"]?.doubleValue, let height = reply["viewHeight"]?.doubleValue {
                view = Size(width: width, height: height)
            }
            if let parts = reply.partsInView["study"] { drawing.place(parts, in: Self.rect(place, of: view)) }
            if let event = reply["event"]?.objectValue, let name = event["name"]?.stringValue {
                switch event["widget"]?.stringValue {
                case "study":
                    drawing.hear(event, name)
                    if name == last { end = .ended(event) }
                case "leave" where name == "pressed": end = .left
                case "decline" where name == "pressed": end = .declined
                default: break
                }
            }
            let picture = picture(of: drawing, view)
            session.output(picture.text(after: shown))
            shown = picture
            return end == nil
        }
        guard let end else { throw .violation("the scene ended before the interaction") }
        if case .ended = end { usleep(UInt32(Self.pause.microseconds)) }
        return end
    }

    private func picture(of drawing: some StudyDrawing, _ view: Size) -> TerminalPicture {
        var picture = TerminalPicture(width: view.width, height: view.height)
        picture.write(heading, .quiet, x: view.width / 2, y: view.height * 0.03)
        picture.write(sentence, .ink, x: view.width / 2, y: view.height * 0.09, within: view.width * 0.72)
        Self.button("✕", Self.leave, in: &picture, view)
        Self.button(prompts["decline"]?.stringValue ?? "", Self.decline, in: &picture, view)
        drawing.draw(into: &picture)
        return picture
    }

    /// A button with its label, over the place of its widget.
    static func button(_ label: String, _ place: Place, in picture: inout TerminalPicture, _ view: Size) {
        let rect = rect(place, of: view)
        picture.fill(rect, .face)
        picture.write(label, .ink, x: (rect.minX + rect.maxX) / 2, y: (rect.minY + rect.maxY) / 2)
    }

    private static func rect(_ place: Place, of view: Size) -> Rect {
        Rect(
            x: place.x * view.width, y: place.y * view.height, width: place.width * view.width,
            height: place.height * view.height)
    }
}

extension JSONObject {
    /// The rectangle of a member, in pixels of the view.
    func rect(_ name: String) -> Rect? {
        guard let object = self[name]?.objectValue, let x = object["x"]?.doubleValue, let y = object["y"]?.doubleValue,
            let width = object["width"]?.doubleValue, let height = object["height"]?.doubleValue
        else { return nil }
        return Rect(x: x, y: y, width: width, height: height)
    }

    /// The position in an event, in pixels.
    var place: Point? {
        guard let x = self["x"]?.doubleValue, let y = self["y"]?.doubleValue else { return nil }
        return Point(x: x, y: y)
    }
}
