package import TouchDevice
package import TouchCore

/// `[panel NAME]`: settings of the panels that it matches.
package struct PanelSection: Hashable, Sendable {
    /// The panel's name for front ends and people; unchanged after replugging.
    package var name: String
    /// Which panels it applies to; all conditions must match.
    package var match = Match()
    /// Whether its touches are used at all.
    package var isUsed = true
    /// Whether a mouse that reports places is read as a panel of one finger.
    package var isAbsoluteMouse = false
    /// How far the panel is turned clockwise behind the picture; nil: as in `[view]`.
    package var rotation: PanelRotation?
    /// The display that it lies on, by the kernel's name of its connector.
    package var output: String?
    /// The part of the view that it covers; nil: all of it.
    package var part: Rect?
    /// Overrides the size reported by the panel.
    package var size: PanelSize?
    /// Overrides udev's calibration.
    package var calibration: Transform?
    /// Maximum speed of a finger, in m/s.
    package var maximumSpeed = 10.0
    /// Filters applied to its contacts.
    package var filters = FilterSettings()

    /// A section that matches every panel and changes nothing.
    package init(name: String) {
        self.name = name
    }

    /// The rotation of a panel's picture.
    package enum PanelRotation: Hashable, Sendable {
        case fixed(Rotation)
        /// The kernel's rotation of its console, which follows the orientation reported by the display's driver.
        case console
        /// The rotation reported in sysfs for the connector ``PanelSection/output``.
        case output
    }

    /// The conditions of a section; nil: any value.
    package struct Match: Hashable, Sendable {
        /// udev's `ID_PATH`: its port.
        package var path: String?
        var numbers: Configuration.PanelNumbers?
        /// The serial number, the device's own or udev's `ID_SERIAL_SHORT`.
        package var serial: String?
        var phys: String?
        var name: String?
    }
}

/// The identity of a panel; never its event number, which changes from start to start.
package struct PanelFacts: Hashable, Sendable {
    /// udev's `ID_PATH`; nil if there is none.
    package var path: String?
    var numbers: Configuration.PanelNumbers
    /// Its possible serial numbers.
    package var serials: [String]
    /// The physical location reported by the driver.
    var phys: String
    var name: String

    /// Those of a device; `property`: udev's properties by name.
    package init(
        name: String, numbers: Device.Numbers, phys: String, uniq: String, property: (String) -> String?
    ) {
        (path, self.phys, self.name) = (property("ID_PATH"), phys, name)
        self.numbers = .init(vendor: numbers.vendor, product: numbers.product)
        serials = [uniq, property("ID_SERIAL_SHORT") ?? ""].filter { !$0.isEmpty }
    }
}

extension Device {
    /// What distinguishes it from other panels.
    package var facts: PanelFacts {
        PanelFacts(name: name, numbers: numbers, phys: phys, uniq: uniq) { name in
            properties.first { $0.name == name }?.value
        }
    }
}

extension PanelSection.Match {
    /// The keys by which a panel is matched, the most specific first.
    package enum Trait: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// Its port.
        case path
        case numbers
        case serial
        case phys
        case name
        /// Being a touchscreen.
        case capability

        /// Orders from most to least specific.
        package static func < (left: Trait, right: Trait) -> Bool { left.rawValue < right.rawValue }
    }

    /// The most specific matching key; nil if the section does not match.
    package func trait(of facts: PanelFacts) -> Trait? {
        var fitting: [Trait] = []
        func check<Value: Equatable>(_ wanted: Value?, _ trait: Trait, _ fits: (Value) -> Bool) -> Bool {
            guard let wanted else { return true }
            fitting.append(trait)
            return fits(wanted)
        }
        guard check(path, .path, { $0 == facts.path }), check(numbers, .numbers, { $0 == facts.numbers }),
            check(serial, .serial, { facts.serials.contains($0) }), check(phys, .phys, { $0 == facts.phys }),
            check(name, .name, { $0 == facts.name })
        else { return nil }
        return fitting.min() ?? .capability
    }
}

extension Configuration {
    /// The section for a panel: the one with the most specific match, or the first of equal ones.
    package func section(for facts: PanelFacts) -> (section: PanelSection, trait: PanelSection.Match.Trait)? {
        var best: (section: PanelSection, trait: PanelSection.Match.Trait)?
        for section in panels {
            guard let trait = section.match.trait(of: facts) else { continue }
            if let known = best, known.trait <= trait { continue }
            best = (section, trait)
        }
        return best
    }

    /// Why a panel is not read; nil: it is.
    package func refusal(of device: Device) -> String? {
        let section = section(for: device.facts)?.section
        if let section, !section.isUsed { return "use=no in [panel \(section.name)]" }
        guard device.isAbsoluteMouse, section?.isAbsoluteMouse != true else { return nil }
        return
            "it is a mouse that reports places: BTN_LEFT, no BTN_TOUCH (absolute-mouse=yes in its [panel] section reads it)"
    }
}
