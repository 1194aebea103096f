struct HiddenNumber {
    let name: String
    /// The number, 0 or more.
    let value: Double
    let forms: [NumberForm]
}

/// The place where the piece belongs, or could belong, on an axis on which that is secret.
struct HiddenPlace {
    let axis: String
    /// The place, in pixels of the picture.
    let place: Double
    /// Public facts about the axis.
    let known: Known

    /// The lengths of picture and piece, in pixels of the picture, and the place of the picture in the view.
    struct Known {
        /// Of the picture.
        let side: Double
        /// Of the piece.
        let piece: Double
        /// Where the picture begins in the widget, in pixels of the view.
        let inset: Double
        /// Where the widget begins in the view.
        let origin: Double
        /// Pixels of the view per pixel of the picture.
        let scale: Double

        /// Another place where the piece could belong, each equally likely.
        func another() -> Double { Double(Int.random(in: 0...Int(side - piece))) }
    }

    /// The place in every form in which a front end or a program could receive it.
    var numbers: [HiddenNumber] {
        let inWidget = known.inset + place * known.scale
        let part = place / max(known.side - known.piece, 1)
        let pixels = [
            ("", place), (" of the center", place + known.piece / 2), (" in the widget", inWidget),
            (" in the view", known.origin + inWidget), (" in percent", part * 100), (" in 255ths", part * 255),
            (" in 65535ths", part * 65_535),
        ]
        let parts = [(" as a part of the way", part), (" as a part of the side", place / known.side)]
        return pixels.map { HiddenNumber(name: axis + $0.0, value: $0.1, forms: NumberForm.all) }
            + parts.map { HiddenNumber(name: axis + $0.0, value: $0.1, forms: NumberForm.ofFraction) }
    }
}
