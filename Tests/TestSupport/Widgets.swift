package import StrictJSON

package enum Widgets {
    /// The default place of a pattern, as touchsim writes it.
    package static let area = "320,80,640,640"

    package static func pattern(
        _ id: String = "pad", x: Double = 320, y: Double = 80, width: Double = 640, height: Double = 640,
        settings: JSONObject = [:]
    ) -> JSON {
        [
            "id": .string(id), "kind": "pattern", "x": .real(x), "y": .real(y), "width": .real(width),
            "height": .real(height), "pattern": .object(settings),
        ]
    }

    /// A pattern that shows its dots and the free end of its line.
    package static func live(_ id: String = "pad") -> JSON { pattern(id, settings: ["trail": "live"]) }

    /// A pattern over the whole view that shows them.
    package static let whole = pattern("all", x: 0, y: 0, width: 1_280, height: 800, settings: ["trail": "live"])

    /// A pattern for a new drawing.
    package static func enrollment(_ id: String = "pad") -> JSON { pattern(id, settings: ["purpose": "enroll"]) }

    /// A button over the whole view.
    package static let button: JSON = [
        "id": "go", "kind": "button", "x": 0.0, "y": 0.0, "width": 1_280.0, "height": 800.0,
    ]

    /// A captcha of 400 × 300 pixels.
    package static func captcha(_ challenge: String, id: String = "puzzle", x: Double = 440, y: Double = 250) -> JSON {
        [
            "id": .string(id), "kind": "captcha", "x": .real(x), "y": .real(y), "width": 400.0, "height": 300.0,
            "captcha": ["challengeId": .string(challenge)],
        ]
    }

    /// A captcha of that size made by another caller.
    package static func captcha(request: String) -> JSON {
        var widget = captcha("").objectValue ?? [:]
        (widget["request"], widget["captcha"]) = (.string(request), nil)
        return .object(widget)
    }
}
