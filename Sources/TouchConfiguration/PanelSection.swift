public import TouchCore

/// `[panel NAME]`: settings of the panels that it matches.
public struct PanelSection: Hashable, Sendable {
    /// The panel's name for front ends and people; unchanged after replugging.
    public var name: String
    /// Which panels it applies to; all conditions must match.
    public var match = Match()
    /// Whether its touches are used at all.
    public var isUsed = true
    /// How far the panel is turned clockwise behind the picture; nil: as in `[view]`.
    public var rotation: PanelRotation?
    /// The display that it lies on, by the kernel's name of its connector.
    public var output: String?
    /// The part of the view that it covers; nil: all of it.
    public var part: Rect?
    /// Overrides the size reported by the panel.
    public var size: PanelSize?
    /// Overrides udev's calibration.
    public var calibration: Transform?
    /// Maximum speed of a finger, in m/s.
    public var maximumSpeed = 10.0
    /// Filters applied to its contacts.
    public var filters = FilterSettings()

    /// A section that matches every panel and changes nothing.
    public init(name: String) {
        self.name = name
    }

    /// The rotation of a panel's picture.
    public enum PanelRotation: Hashable, Sendable {
        /// A fixed rotation.
        case fixed(Rotation)
        /// The kernel's rotation of its console, which follows the orientation reported by the display's driver.
        case console
        /// The rotation reported in sysfs for the connector ``PanelSection/output``.
        case output
    }

    /// The conditions of a section; nil: any value.
    public struct Match: Hashable, Sendable {
        /// udev's `ID_PATH`: its port.
        public var path: String?
        /// Vendor and product.
        public var numbers: Numbers?
        /// The serial number, the device's own or udev's `ID_SERIAL_SHORT`.
        public var serial: String?
        /// The physical location reported by the driver.
        public var phys: String?
        /// The name set by the driver.
        public var name: String?

        /// Matches every panel.
        public init() {}

        /// Vendor and product, as `lsusb` writes them.
        public struct Numbers: Hashable, Sendable {
            /// The maker.
            public var vendor: UInt16
            /// The maker's number of the product.
            public var product: UInt16

            /// Makes the numbers.
            public init(vendor: UInt16, product: UInt16) {
                (self.vendor, self.product) = (vendor, product)
            }
        }
    }
}

/// The identity of a panel; never its event number, which changes from start to start.
public struct PanelFacts: Hashable, Sendable {
    /// udev's `ID_PATH`; nil if there is none.
    public var path: String?
    /// Vendor and product.
    public var numbers: PanelSection.Match.Numbers
    /// Its possible serial numbers.
    public var serials: [String]
    /// The physical location reported by the driver.
    public var phys: String
    /// The name set by the driver.
    public var name: String

    /// Makes the facts.
    public init(
        path: String?, numbers: PanelSection.Match.Numbers, serials: [String], phys: String, name: String
    ) {
        (self.path, self.numbers, self.serials, self.phys, self.name) = (path, numbers, serials, phys, name)
    }
}

extension PanelSection.Match {
    /// The keys by which a panel is matched, the most specific first.
    public enum Trait: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// Its port.
        case path
        /// Vendor and product.
        case numbers
        /// The serial number.
        case serial
        /// The physical location reported by the driver.
        case phys
        /// The name set by the driver.
        case name
        /// Being a touchscreen.
        case capability

        /// Orders from most to least specific.
        public static func < (left: Trait, right: Trait) -> Bool { left.rawValue < right.rawValue }
    }

    /// The most specific matching key; nil if the section does not match.
    public func trait(of facts: PanelFacts) -> Trait? {
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
    public func section(for facts: PanelFacts) -> (section: PanelSection, trait: PanelSection.Match.Trait)? {
        var best: (section: PanelSection, trait: PanelSection.Match.Trait)?
        for section in panels {
            guard let trait = section.match.trait(of: facts) else { continue }
            if let known = best, known.trait <= trait { continue }
            best = (section, trait)
        }
        return best
    }
}
