package import TouchConfiguration
package import TouchCore
internal import TouchInput
internal import TouchVault

/// Which panels' fingers may unlock, enroll and solve captchas.
///
/// Three levels: a panel has to have an allowed provenance, which follows from sysfs alone; if panels are pinned, it
/// has to be one of them, at its port; and programs that forward what they read from a real panel may be named by
/// vendor and product, which is only as safe as `/dev/uinput`: a program that may open it can claim the same numbers.
package struct PanelTrust {
    private let provenance: Set<Provenance>
    private let pins: Set<String>
    private let emitters: Set<Configuration.PanelNumbers>

    /// Starts with the administrator's policy.
    package init(_ input: Configuration.Input) {
        provenance = input.allowedProvenance
        pins = Set(input.pinnedPanels)
        emitters = Set(input.allowedEmitters)
    }

    /// The provenances of panels that can count.
    package var possible: Set<Provenance> { emitters.isEmpty ? provenance : provenance.union([.virtual, .uhid]) }

    /// Whether a panel counts.
    func trusts(_ device: Device) -> Bool {
        guard provenance.contains(device.provenance) || isEmitter(device) else { return false }
        return pins.isEmpty || !pins.isDisjoint(with: Self.names(of: device))
    }

    /// All names by which a panel may be pinned: product and port, port alone, serial numbers.
    private static func names(of device: Device) -> [String] {
        let facts = device.facts
        return [pin(of: device)] + (facts.path.map { ["path:\($0)"] } ?? []) + facts.serials.map { "serial:\($0)" }
    }

    /// The name by which a panel is pinned.
    static func pin(of device: Device) -> String { Fingerprint.text(of: device.identity) }

    private func isEmitter(_ device: Device) -> Bool {
        switch device.provenance {
        case .virtual, .uhid:
            emitters.contains(.init(vendor: device.numbers.vendor, product: device.numbers.product))
        case .physical, .remote, .unknown: false
        }
    }
}
