/// A configuration key as disclosed in a bug report.
package struct ToldKey: Hashable, Sendable {
    /// The section, without brackets.
    package let section: String
    /// The name before the equals sign.
    package let name: String
    /// The value, as it is or would be written; nil if it is private.
    package let value: String?
    /// Whether a file sets it.
    package let isSet: Bool
}

extension ConfigurationKey {
    /// Keys whose values may leave the machine.
    ///
    /// New keys are private until listed here. Paths, names of groups, pins and the issuer of tokens stay private.
    static let told: Set<String> = [
        "touchd seat", "touchd log-level", "log user-names", "view size", "view rotate", "input allow-provenance",
        "input allow-emitters", "input dark-screen", "input keep-frames", "unlock min-parts", "unlock scramble",
        "unlock timeout", "unlock schedule", "unlock forget-failures", "unlock strong-after", "unlock exclusive",
        "unlock vary-grid", "unlock trail", "captcha tolerance", "captcha lockout", "captcha timeout",
        "token unlock-lifetime", "token captcha-lifetime", "store results", "store hash-memory", "store hash-passes",
        "metrics prometheus-interval", "web port", "web policy", "fleet interval",
    ]
}

extension PanelKey {
    /// Keys of `[panel NAME]` whose values may leave the machine.
    static let told: Set<String> = Set(all.map(\.name)).subtracting(["match-serial"])
}

extension LoadedConfiguration {
    /// Every key in effect, for a bug report: with values only for those that may leave the machine.
    package var told: [ToldKey] {
        let fixed = ConfigurationKey.all.map { key in
            let value = values[key.path]
            let isTold = ConfigurationKey.told.contains(key.path)
            return ToldKey(
                section: key.section, name: key.name, value: isTold ? value ?? key.standard : nil, isSet: value != nil)
        }
        let panels = configuration.panels.flatMap { panel in
            PanelKey.all.compactMap { key -> ToldKey? in
                let section = PanelKey.title + panel.name
                guard let value = values["\(section) \(key.name)"] else { return nil }
                let isTold = PanelKey.told.contains(key.name)
                return ToldKey(section: section, name: key.name, value: isTold ? value : nil, isSet: true)
            }
        }
        return fixed + panels
    }
}
