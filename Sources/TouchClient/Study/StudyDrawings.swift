internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import TouchPicture
internal import System

/// The picture of a captcha, its piece and its bar.
struct StudyCaptcha: StudyDrawing {
    private let picture: Raster
    private let piece: Raster
    private var parts: (picture: Rect, piece: Rect, bar: Rect?)?
    /// The corner of the widget, the origin of positions in events, in pixels of the view.
    private var corner = Point(x: 0, y: 0)
    private var color = TerminalPicture.Color.ink

    /// Reads the pictures in the reply of `io.touchd.captcha.Create`.
    init(_ made: JSONObject) throws(CommandError) {
        picture = try Self.raster(made, "picture")
        piece = try Self.raster(made, "piece")
    }

    private static func raster(_ made: JSONObject, _ name: String) throws(CommandError) -> Raster {
        let text = Array((made[name]?.objectValue?["png"]?.stringValue ?? "").utf8)
        guard let bytes = Base64.decode(text[...]),
            let raster = PNGReader.picture(of: Array(bytes))
        else { throw .violation("Create returned an invalid \(name)") }
        return raster
    }

    mutating func place(_ layout: JSONObject, in frame: Rect) {
        guard let picture = layout.rect("picture"), let piece = layout.rect("piece") else { return }
        parts = (picture, piece, layout.rect("bar"))
        corner = frame.origin
    }

    mutating func hear(_ event: JSONObject, _ name: String) {
        switch name {
        case "began": color = .accent
        case "moved":
            guard let place = event["captcha"]?.objectValue?.place else { return }
            parts?.piece.origin = Point(x: corner.x + place.x, y: corner.y + place.y)
        case "judged": color = event["judged"]?.objectValue?["passed"] == true ? .right : .wrong
        default: break
        }
    }

    func draw(into terminal: inout TerminalPicture) {
        guard let parts else { return }
        terminal.paint(picture, in: parts.picture)
        terminal.paint(piece, in: parts.piece)
        guard let bar = parts.bar else { return }
        terminal.fill(bar, .face)
        let knob = Rect(x: parts.piece.minX, y: bar.minY, width: parts.piece.size.width, height: bar.size.height)
        terminal.fill(knob, color)
    }
}

/// The steps of a gesture as symbols, and the number of touches so far.
struct StudyGesture: StudyDrawing {
    private let words: GestureWords
    private var frame = Rect(x: 0, y: 0, width: 1, height: 1)
    private var touches = 0
    private var color = TerminalPicture.Color.ink

    init(_ words: GestureWords) { self.words = words }

    mutating func place(_ layout: JSONObject, in frame: Rect) { self.frame = frame }

    mutating func hear(_ event: JSONObject, _ name: String) {
        switch name {
        case "began": (touches, color) = (0, .accent)
        case "touched": touches = Int(clamping: event["gesture"]?.objectValue?["count"]?.integerValue ?? 0)
        case "cancelled": (touches, color) = (0, .ink)
        case "judged": color = event["judged"]?.objectValue?["passed"] == true ? .right : .wrong
        default: break
        }
    }

    func draw(into terminal: inout TerminalPicture) {
        let middle = (x: frame.minX + frame.size.width / 2, y: frame.minY + frame.size.height / 2)
        terminal.fill(frame, .face)
        terminal.write(words.symbols, color, x: middle.x, y: middle.y)
        let below = frame.minY + frame.size.height * 0.75
        terminal.write("\(touches)/\(words.touches)", .ink, x: middle.x, y: below)
    }
}

/// A given pattern as the path to draw, and beside it the dots to draw it on.
struct StudyPattern: StudyDrawing {
    /// The dots in their order, counted from 0 row by row.
    let wanted: [Int]
    private(set) var dots: [Int] = []
    /// Number of drawings begun.
    private(set) var begun = 0
    private var places: [Point] = []
    private var tail: Point?
    private var corner = Point(x: 0, y: 0)
    private var color = TerminalPicture.Color.accent

    init(_ wanted: [Int]) { self.wanted = wanted }

    mutating func place(_ layout: JSONObject, in frame: Rect) {
        places = layout["dots"]?.arrayValue?.compactMap { $0.objectValue?.place } ?? []
        corner = frame.origin
    }

    mutating func hear(_ event: JSONObject, _ name: String) {
        switch name {
        case "began": (dots, tail, begun, color) = ([], nil, begun + 1, .accent)
        case "dot": dots.append(Int(clamping: event["pattern"]?.objectValue?["dot"]?.integerValue ?? -1))
        case "moved": tail = event["pattern"]?.objectValue?.place.map { Point(x: corner.x + $0.x, y: corner.y + $0.y) }
        case "completed": (tail, color) = (nil, dots == wanted ? .right : .wrong)
        case "too_short", "too_sparse": (tail, color) = (nil, .wrong)
        case "cleared", "cancelled": (dots, tail, color) = ([], nil, .accent)
        default: break
        }
    }

    func draw(into terminal: inout TerminalPicture) {
        guard places.count == 9 else { return }
        Self.draw(dots, color, on: places, tail: tail, into: &terminal)
        // The path to draw: the same dots at half the size, to the left.
        let (first, last) = (places[0], places[8])
        let left = corner.x - (last.x - first.x) * 0.75
        let path = places.map { place in
            Point(x: left + (place.x - first.x) / 2, y: (first.y + last.y) / 2 + (place.y - (first.y + last.y) / 2) / 2)
        }
        Self.draw(wanted, .ink, on: path, into: &terminal)
        for (number, dot) in wanted.enumerated() where path.indices.contains(dot) {
            terminal.write(" \(number + 1) ", number == 0 ? .right : .ink, x: path[dot].x, y: path[dot].y)
        }
    }

    /// Dots, and the line through some of them.
    private static func draw(
        _ line: [Int], _ color: TerminalPicture.Color, on places: [Point], tail: Point? = nil,
        into terminal: inout TerminalPicture
    ) {
        let corners = line.filter(places.indices.contains).map { places[$0] }
        for (from, to) in zip(corners, corners.dropFirst() + [tail].compactMap { $0 }) {
            terminal.line(color, from: (from.x, from.y), to: (to.x, to.y))
        }
        for (dot, place) in places.enumerated() {
            let isOn = line.contains(dot)
            terminal.write(isOn ? "(●)" : "○", isOn ? color : .quiet, x: place.x, y: place.y)
        }
    }
}
