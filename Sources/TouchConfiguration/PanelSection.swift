public import TouchCore

/// `[panel NAME]`: what holds for the panels that it matches.
public struct PanelSection: Hashable, Sendable {
    /// The panel's name for front ends and people; the same after every plug.
    public var name: String
    /// Which panels it is for; all of these have to fit.
    public var match = Match()
    /// Whether its touches are heard at all.
    public var isUsed = true
    /// How far the panel is turned clockwise behind the picture; nil: as in `[view]`.
    public var rotation: PanelRotation?
    /// The display that it lies on, as the kernel names its connector.
    public var output: String?
    /// The part of the view that it covers; nil: all of it.
    public var part: Rect?
    /// Used instead of the size that the panel tells.
    public var size: PanelSize?
    /// Used instead of udev's calibration.
    public var calibration: Transform?
    /// How fast fingers are, in m/s.
    public var maximumSpeed = 10.0
    /// What is done to its contacts.
    public var filters = FilterSettings()

    /// A section that matches every panel and changes nothing.
    public init(name: String) {
        self.name = name
    }

    /// How a panel's picture is turned.
    public enum PanelRotation: Hashable, Sendable {
        /// So far.
        case fixed(Rotation)
        /// As the kernel turns its console, which goes by the orientation that the display's driver tells.
        case console
        /// As sysfs tells of the connector ``PanelSection/output``.
        case output
    }

    /// What a panel has to be; nil: anything.
    public struct Match: Hashable, Sendable {
        /// udev's `ID_PATH`: where it is plugged in.
        public var path: String?
        /// Vendor and product.
        public var numbers: Numbers?
        /// The serial number, the device's own or udev's `ID_SERIAL_SHORT`.
        public var serial: String?
        /// Where the driver says it is plugged in.
        public var phys: String?
        /// What the driver calls it.
        public var name: String?

        /// Anything.
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

/// What tells one panel from another; never its event number, which changes from start to start.
public struct PanelFacts: Hashable, Sendable {
    /// udev's `ID_PATH`; nil if udev tells none.
    public var path: String?
    /// Vendor and product.
    public var numbers: PanelSection.Match.Numbers
    /// The serial numbers it may be known by.
    public var serials: [String]
    /// Where the driver says it is plugged in.
    public var phys: String
    /// What the driver calls it.
    public var name: String

    /// Makes the facts.
    public init(
        path: String?, numbers: PanelSection.Match.Numbers, serials: [String], phys: String, name: String
    ) {
        (self.path, self.numbers, self.serials, self.phys, self.name) = (path, numbers, serials, phys, name)
    }
}

extension PanelSection.Match {
    /// What a panel is matched by, the most telling first.
    public enum Trait: Int, Hashable, Comparable, Sendable, CaseIterable {
        /// Where it is plugged in.
        case path
        /// Vendor and product.
        case numbers
        /// The serial number.
        case serial
        /// Where the driver says it is plugged in.
        case phys
        /// What the driver calls it.
        case name
        /// That it is a touchscreen.
        case capability

        /// Orders by how specific they are.
        public static func < (left: Trait, right: Trait) -> Bool { left.rawValue < right.rawValue }
    }

    /// The most telling trait by which a panel fits; nil if it does not.
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
    /// The section for a panel: the one that fits by the most telling trait, of equals the first.
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
