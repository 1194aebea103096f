package import TouchConfiguration
package import TouchCore
package import TouchDevice
internal import TouchInput

/// The administrator's settings for each panel: the section that matches it, over `[view]`.
package struct PanelWishes {
    private var configuration: Configuration
    /// Rotations set while the daemon runs, by the panel's name.
    package var turned: [String: Rotation] = [:]
    /// Calibrations that people made and kept.
    var stored: [StoredCalibration] = []

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Applies another configuration; rotations set since the start stay.
    package mutating func follow(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// The panel's name: that of its section, or else of its port, or else of the driver.
    package func name(of device: Device) -> String {
        sectionName(of: device) ?? device.facts.path ?? device.name
    }

    /// The name of the section that matches it.
    func sectionName(of device: Device) -> String? { section(for: device)?.section.name }

    /// What its section matches it by, and what is doubted about it, for people.
    func reason(for device: Device) -> String {
        guard size(of: device) == nil, let doubt = device.sizeDoubt else { return match(of: device) }
        return "\(match(of: device)); \(doubt)"
    }

    /// Its size: that of the configuration, or else of the panel; nil if unknown.
    func size(of device: Device) -> PanelSize? { section(for: device)?.section.size ?? device.size }

    private func match(of device: Device) -> String {
        guard let (section, trait) = section(for: device) else { return "a touchscreen; no [panel] section matches it" }
        let words: [PanelSection.Match.Trait: String] = [
            .path: "match-path", .numbers: "match-id", .serial: "match-serial", .phys: "match-phys",
            .name: "match-name", .capability: "a touchscreen",
        ]
        return "[panel \(section.name)] by \(words[trait] ?? "")"
    }

    /// Where its touches go and how they are filtered.
    ///
    /// - Parameters:
    ///   - view: the whole view.
    ///   - rotation: of panels without a rotation of their own.
    func view(for device: Device, view: Size, rotation: Rotation) -> PanelView {
        var wish = configured(for: device, view: view, rotation: rotation)
        if let own = calibration(of: device, wish.rotation) { wish.calibration = own }
        return wish
    }

    /// The calibration without a stored one: that of the configuration, or else udev's.
    func base(of device: Device) -> Transform {
        let base = section(for: device)?.section.calibration ?? device.calibration
        return base.isProper ? base : .identity
    }

    /// The stored calibration of a panel with that rotation, if the calibration it replaced is still the present one.
    private func calibration(of device: Device, _ rotation: Rotation) -> Transform? {
        let (name, base) = (name(of: device), base(of: device))
        return stored.first { $0.panel == name && $0.rotation == rotation && $0.replaces == base }?.matrix
    }

    /// The log's lines about stored calibrations that are not in effect.
    func calibrationDoubts(about device: Device, _ wish: PanelView) -> [String] {
        let (name, base) = (name(of: device), base(of: device))
        let own = stored.filter { $0.panel == name }
        guard let exact = own.first(where: { $0.rotation == wish.rotation }) else {
            return own.map { "calibration of \(name) not used: it was made with rotate=\($0.rotation.rawValue)" }
        }
        // The exported matrix is the stored one itself: it is applied once, by udev or by touchd.
        guard exact.replaces != base, !exact.matrix.isNearly(base) else { return [] }
        return [
            "calibration of \(name) not used: LIBINPUT_CALIBRATION_MATRIX changed since it was made "
                + "(calibrate again, or remove it with touchctl calibrate --reset)"
        ]
    }

    private func configured(for device: Device, view: Size, rotation: Rotation) -> PanelView {
        guard let section = section(for: device)?.section else {
            var wish = PanelView(view: view, rotation: turned[name(of: device)] ?? rotation)
            wish.refusal = configuration.refusal(of: device)
            return wish
        }
        var wish = PanelView(view: view, calibration: section.calibration, size: section.size)
        if let part = section.part { (wish.view, wish.origin) = (part.size, part.origin) }
        switch section.rotation {
        case .fixed(let own)?: wish.rotation = own
        case .console?: wish.rotation = DisplayOutput.console() ?? rotation
        case .output?: wish.rotation = turn(of: section, view: wish.view) ?? rotation
        case nil: wish.rotation = rotation
        }
        if let turned = turned[section.name] { wish.rotation = turned }
        wish.filters = section.filters
        wish.maximumSpeed = section.maximumSpeed
        wish.refusal = configuration.refusal(of: device)
        return wish
    }

    private func section(for device: Device) -> (section: PanelSection, trait: PanelSection.Match.Trait)? {
        configuration.section(for: device.facts)
    }

    /// A panel's rotation according to its display in sysfs; nil if unknown.
    ///
    /// Where only the shapes of mode and view differ, both directions are equally likely: a quarter turn is assumed.
    private func turn(of section: PanelSection, view: Size) -> Rotation? {
        guard let name = section.output else { return nil }
        switch DisplayOutput(named: name).turn(for: view, console: DisplayOutput.console()) {
        case .told(let rotation), .shown(let rotation): return rotation
        case .unknownQuarter: return .quarter
        case .unknown: return nil
        }
    }

    /// The log's line about a panel's rotation; nil if there is none.
    func doubt(about device: Device, view: Size) -> String? {
        guard let section = section(for: device)?.section, case .output? = section.rotation,
            let name = section.output, turned[section.name] == nil
        else { return nil }
        let view = section.part?.size ?? view
        let whose = "[panel \(section.name)] rotate=output"
        switch DisplayOutput(named: name).turn(for: view, console: DisplayOutput.console()) {
        case .told, .shown: return nil
        case .unknownQuarter:
            return "\(whose): \(name) is on its side, sysfs does not say which; using 90, but 270 may be right"
        case .unknown: return "\(whose): sysfs has no mode of \(name); using [view] rotate="
        }
    }
}

extension Transform {
    /// Whether two maps are equal but for the rounding of a matrix in text form.
    fileprivate func isNearly(_ other: Transform) -> Bool {
        zip([a, b, c, d, e, f], [other.a, other.b, other.c, other.d, other.e, other.f]).allSatisfy {
            abs($0 - $1) < 1e-5
        }
    }
}
