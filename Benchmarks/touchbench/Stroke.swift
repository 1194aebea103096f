import TouchCore
import TouchModels

/// A widget of one kind and a finger that draws on it for ever.
struct Stroke {
    /// Width and height of the widget, in pixels; any model fits.
    static let size = Size(width: 400, height: 300)
    /// Samples of one gesture, landing and end included.
    static let samples = 500

    /// Where the finger lands.
    let start: Point

    /// Finds the place where a finger makes the model say most: a thumb, not the track beside it.
    ///
    /// - Returns: nil if it takes no finger anywhere.
    init?(on model: any Model) {
        let places = (0..<30).flatMap { row in (0..<40).map { Point(x: Double($0) * 10 + 5, y: Double(row) * 10 + 5) } }
        var best: (place: Point, events: Int)?
        for place in places where model.accepts(place) {
            let events = Stroke(start: place).events(from: model)
            if events > best?.events ?? -1 { best = (place, events) }
        }
        guard let best else { return nil }
        start = best.place
    }

    private init(start: Point) {
        self.start = start
    }

    /// How much a model says to one gesture.
    private func events(from model: any Model) -> Int {
        var (model, events) = (model, Events())
        for number in 0..<Self.samples {
            let time = Instant(microseconds: Int64(number) * 8_000)
            model.handle(contact(number), at: time, &events)
        }
        return events.list.count
    }

    /// A sample, counted from 0.
    func contact(_ sample: Int) -> Contact {
        Contact(id: ContactID(1), phase: phase(sample), position: position(sample))
    }

    /// What the finger does in a sample, counted from 0: it lands, moves every time, and is taken away.
    ///
    /// Taken away instead of lifted, because then every model waits for the next finger at once.
    func phase(_ sample: Int) -> Phase {
        switch sample % Self.samples {
        case 0: .began
        case Self.samples - 1: .cancelled
        default: .moved
        }
    }

    /// Where it is then; never twice in the same place in a row.
    func position(_ sample: Int) -> Point {
        let step = sample % Self.samples
        if step == 0 || step == Self.samples - 1 { return start }
        let (x, y) = (step * 7 % 790, step * 11 % 590)
        return Point(
            x: Double(x < 395 ? x : 790 - x) + 2.5,
            y: Double(y < 295 ? y : 590 - y) + 2.5)
    }

    /// One model of every kind, set up so that it says as much as it can.
    static var models: [(kind: String, model: any Model)] {
        get throws(SettingError) {
            var made: [(kind: String, model: any Model)] = []
            for type in ModelCatalog.all {
                made.append((type.kind, try type.init(settings: settings[type.kind] ?? [:], size: size)))
            }
            return made
        }
    }

    private static let settings: [String: Settings] = [
        PatternLock.kind: ["trail": .word("live")],
        SlideCaptcha.kind: ["targetX": .number(200), "targetY": .number(100)],
        TapGesture.kind: ["sequence": .word("h1")],
        "step_slider": ["nodes": .list([.word("a"), .word("b"), .word("c")])],
        "reorder_list": [
            "rowHeight": .number(60), "items": .list([.group(["id": .word("a")]), .group(["id": .word("b")])]),
        ],
    ]
}
