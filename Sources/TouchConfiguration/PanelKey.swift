internal import TouchDevice
internal import TouchCore

/// One key of `[panel NAME]` sections.
package struct PanelKey: Sendable {
    /// The prefix of the section's title.
    static let title = "panel "

    /// The name before the equals sign.
    package let name: String
    /// The allowed values, for error messages.
    package let allowed: String
    /// Reads a value; returns nil if it is not allowed.
    let read: @Sendable (String, inout PanelSection) -> Void?

    /// The name in a section's title, `panel NAME`; nil for another section or an invalid name.
    static func panel(of section: String) -> String? {
        section.hasPrefix(title) ? Grammar.name(String(section.dropFirst(title.count))) : nil
    }

    /// All keys, in the order of the documented file.
    package static let all = matching + places + filters

    private static let matching = [
        key("match-path", allowed: "udev's ID_PATH", \.match.path, Grammar.text),
        key("match-id", allowed: "VENDOR:PRODUCT, four hexadecimal digits each", \.match.numbers, Grammar.numbers),
        key("match-serial", allowed: "a serial number", \.match.serial, Grammar.text),
        key("match-phys", allowed: "the driver's phys", \.match.phys, Grammar.text),
        key("match-name", allowed: "the driver's device name", \.match.name, Grammar.text),
        PanelKey(name: "use", allowed: "yes or no") { text, it in
            Grammar.flag(text).map { it.isUsed = $0 }
        },
        PanelKey(name: "absolute-mouse", allowed: "yes or no") { text, it in
            Grammar.flag(text).map { it.isAbsoluteMouse = $0 }
        },
    ]

    private static let places = [
        PanelKey(name: "rotate", allowed: "0, 90, 180, 270, console or output") { text, it in
            if text == "console" { return it.rotation = .console }
            if text == "output" { return it.rotation = .output }
            let known = ["0": Rotation.none, "90": .quarter, "180": .half, "270": .threeQuarters]
            return known[text].map { it.rotation = .fixed($0) }
        },
        key("output", allowed: "a connector as the kernel names it, such as HDMI-A-1", \.output, Grammar.name),
        key("view", allowed: "WIDTHxHEIGHT+X+Y in pixels of the view", \.part, Grammar.part),
        PanelKey(
            name: "size",
            allowed: "WIDTHxHEIGHT in whole millimeters, each from \(Grammar.words(PanelSize.plausibleSides))"
        ) { text, it in
            Grammar.extent(text, in: PanelSize.plausibleSides).map {
                it.size = PanelSize(width: $0.width, height: $0.height)
            }
        },
        key(
            "calibration", allowed: "six numbers of an invertible matrix, as in LIBINPUT_CALIBRATION_MATRIX",
            \.calibration, Grammar.matrix),
    ]

    private static let filters = [
        PanelKey(name: "max-speed", allowed: "meters per second from \(Grammar.words(speeds))") { text, it in
            Grammar.decimal(text, in: speeds).map { it.maximumSpeed = $0 }
        },
        millimeters("edge-zone", \.edgeZone),
        PanelKey(name: "dead-zones", allowed: "a list of X1:Y1:X2:Y2 in percent of the panel, at most 16") { text, it in
            Grammar.zones(text).map { it.filters.deadZones = $0 }
        },
        time("min-life", max: 200, \.minimumLife),
        millimeters("min-size", \.minimumSize),
        time("debounce", max: 200, \.debounce),
        time("spike-window", max: 100, \.spikeWindow),
        PanelKey(name: "smooth-cutoff", allowed: "0 (off) or Hertz from \(Grammar.words(cutoffs))") { text, it in
            guard let cutoff = Grammar.decimal(text, in: 0...cutoffs.upperBound),
                cutoff == 0 || cutoffs.contains(cutoff)
            else { return nil }
            let speed = it.filters.smoothing?.speedCoefficient ?? standardCoefficient
            it.filters.smoothing = cutoff > 0 ? .init(minimumCutoff: cutoff, speedCoefficient: speed) : nil
        },
        // Read after smooth-cutoff wherever it is written, as it follows it in this list.
        PanelKey(name: "smooth-speed", allowed: "Hertz per mm/s from \(Grammar.words(coefficients))") { text, it in
            Grammar.decimal(text, in: coefficients).map { it.filters.smoothing?.speedCoefficient = $0 }
        },
    ]

    /// The key that another one requires.
    static func need(of name: String, _ text: String) -> String? {
        switch (name, text) {
        case ("smooth-speed", _): "smooth-cutoff"
        case ("rotate", "output"): "output"
        default: nil
        }
    }

    /// At 100 mm/s it raises a cutoff of 1 Hz to 6 Hz, and so reduces the delay from 159 ms to 27 ms.
    private static let standardCoefficient = 0.05

    private static let speeds = 1.0...100.0
    private static let cutoffs = 0.1...100.0
    private static let coefficients = 0.0...10.0

    private static func key<Value>(
        _ name: String, allowed: String, _ property: any WritableKeyPath<PanelSection, Value?> & Sendable,
        _ read: @escaping @Sendable (String) -> Value?
    ) -> PanelKey {
        PanelKey(name: name, allowed: allowed) { text, it in read(text).map { it[keyPath: property] = $0 } }
    }

    private static func millimeters(
        _ name: String, _ property: any WritableKeyPath<FilterSettings, Double> & Sendable
    ) -> PanelKey {
        let range = 0.0...50.0
        return PanelKey(name: name, allowed: "millimeters from \(Grammar.words(range))") { text, it in
            Grammar.decimal(text, in: range).map { it.filters[keyPath: property] = $0 }
        }
    }

    private static func time(
        _ name: String, max: Int64, _ property: any WritableKeyPath<FilterSettings, Interval> & Sendable
    ) -> PanelKey {
        let range = Interval.seconds(0)...Interval.milliseconds(max)
        return PanelKey(name: name, allowed: "a duration from \(Grammar.words(range))") { text, it in
            Grammar.duration(text, in: range).map { it.filters[keyPath: property] = $0 }
        }
    }
}
