internal import Glibc
internal import TouchConfiguration
internal import TouchCore
internal import TouchInput

/// What the administrator wants of each panel: the section that matches it, over what `[view]` says.
struct PanelWishes {
    private var configuration: Configuration
    /// Turns that were asked for while the daemon runs, by the panel's name.
    var turned: [String: Rotation] = [:]

    init(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// Goes by another configuration; turns that were asked for since the start stay.
    mutating func follow(_ configuration: Configuration) {
        self.configuration = configuration
    }

    /// The panel's name: that of its section, else where it is plugged in, else what the driver calls it.
    func name(of device: Device) -> String {
        section(for: device)?.section.name ?? device.facts.path ?? device.name
    }

    /// By what its section matches it, for people.
    func reason(for device: Device) -> String {
        guard let (section, trait) = section(for: device) else { return "a touchscreen; no [panel] section matches it" }
        let words: [PanelSection.Match.Trait: String] = [
            .path: "match-path", .numbers: "match-id", .serial: "match-serial", .phys: "match-phys",
            .name: "match-name", .capability: "being a touchscreen",
        ]
        return "[panel \(section.name)] by \(words[trait] ?? "")"
    }

    /// Where its touches go and what is done to them.
    ///
    /// - Parameters:
    ///   - view: the whole view.
    ///   - rotation: of panels for which nothing else is said.
    func view(for device: Device, view: Size, rotation: Rotation) -> PanelView {
        guard let section = section(for: device)?.section else {
            return PanelView(view: view, rotation: turned[name(of: device)] ?? rotation)
        }
        var wish = PanelView(view: view, calibration: section.calibration, size: section.size)
        if let part = section.part { (wish.view, wish.origin) = (part.size, part.origin) }
        switch section.rotation {
        case .fixed(let own)?: wish.rotation = own
        case .console?: wish.rotation = Self.consoleRotation() ?? rotation
        case nil: wish.rotation = rotation
        }
        if let turned = turned[section.name] { wish.rotation = turned }
        wish.filters = section.filters
        wish.maximumSpeed = section.maximumSpeed
        if !section.isUsed { wish.refusal = "use=no in [panel \(section.name)]" }
        return wish
    }

    private func section(for device: Device) -> (section: PanelSection, trait: PanelSection.Match.Trait)? {
        configuration.section(for: device.facts)
    }

    /// How the kernel turns its console: 0 to 3 quarter turns clockwise (linux/fb.h, FB_ROTATE_CW).
    ///
    /// Its first value follows the orientation that the display's driver tells (drm_fb_helper).
    static func consoleRotation(sysfs: String = "/sys") -> Rotation? {
        let file = unsafe open("\(sysfs)/class/graphics/fbcon/rotate", O_RDONLY | O_CLOEXEC)
        guard file >= 0 else { return nil }
        defer { close(file) }
        var digit: UInt8 = 0
        guard unsafe read(file, &digit, 1) == 1, digit >= 0x30 else { return nil }
        return Rotation(rawValue: Int(digit - 0x30) * 90)
    }
}

extension Device {
    /// What tells it from other panels.
    fileprivate var facts: PanelFacts {
        func property(_ name: String) -> String? { properties.first { $0.name == name }?.value }
        return PanelFacts(
            path: property("ID_PATH"), numbers: .init(vendor: numbers.vendor, product: numbers.product),
            serials: [uniq, property("ID_SERIAL_SHORT") ?? ""].filter { !$0.isEmpty }, phys: phys, name: name)
    }
}
