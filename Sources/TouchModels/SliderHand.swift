internal import TouchCore

/// How a finger drives the thumb on a ``Track``: shared by ``Slider`` and ``StepSlider``.
struct SliderHand: Sendable {
    /// Effect of a tap beside the thumb (`tapOnTrack`).
    enum TapOnTrack: String, CaseIterable, Sendable {
        /// The thumb jumps to the finger.
        case jump
        /// The thumb moves one page toward the finger.
        case page
        /// No effect: only the thumb can be touched.
        case ignore
    }

    enum Grip: Sendable {
        /// The thumb, which follows it.
        case thumb(landing: Point, start: Double)
        /// The line, before its jump.
        case line(landing: Point)
        /// The line, after its jump.
        case spent

        var way: InputWay {
            switch self {
            case .thumb: .drag
            case .line, .spent: .tap
            }
        }

        var followed: Grip {
            switch self {
            case .thumb: self
            case .line, .spent: .spent
            }
        }

        var word: String {
            switch self {
            case .thumb: "thumb"
            case .line, .spent: "track"
            }
        }
    }

    static let settings = Track.settings + ["grab", "tapOnTrack", "input", "onCancel"]

    let track: Track
    let grab: Grab
    let tapOnTrack: TapOnTrack
    let input: InputChoice
    let onCancel: CancelRule

    init(_ settings: Settings, size: Size, defaults: Track.Defaults) throws(SettingError) {
        track = try Track(settings, size: size, defaults: defaults)
        grab = try settings.word("grab") ?? .keepOffset
        tapOnTrack = try settings.word("tapOnTrack") ?? .jump
        input = try settings.word("input") ?? .both
        onCancel = try settings.word("onCancel") ?? .keep
        if input == .tap && tapOnTrack == .ignore {
            throw .impossible(key: "tapOnTrack", reason: "with input tap something must come of a tap")
        }
    }

    /// What a finger that lands there holds, if anything.
    func grip(at position: Point, thumbAt fraction: Double) -> Grip? {
        let hitsThumb = track.hitsThumb(position, at: fraction)
        if input.takesDrags && hitsThumb { return .thumb(landing: position, start: fraction) }
        guard input.takesTaps, tapOnTrack != .ignore, hitsThumb || track.hitsLine(position) else { return nil }
        return .line(landing: position)
    }

    func begin(_ grip: Grip, at time: Instant, _ events: inout Events) {
        events.add("began", .start, at: time)
        events.set("grabbed", .word(grip.word))
    }

    /// The place of the thumb when the finger is at `position`, as a fraction of the way; nil if the line already had
    /// its jump.
    func fraction(for grip: Grip, at position: Point, from fraction: Double, page: Double) -> Double? {
        switch grip {
        case .thumb(let landing, let start):
            return grab == .center
                ? track.fraction(at: position) : track.fraction(at: position, from: landing, start: start)
        case .line:
            let finger = track.fraction(at: position)
            return tapOnTrack == .page ? min(max(finger, fraction - page), fraction + page) : finger
        case .spent: return nil
        }
    }

    func layout(thumbAt fraction: Double) -> [LayoutPart] {
        [
            LayoutPart("track", .rect(track.line)),
            LayoutPart("thumb", .rect(track.thumb(at: fraction))),
        ]
    }
}
