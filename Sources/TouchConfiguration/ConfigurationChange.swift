/// A key whose value differs between two readings of the files.
package struct ConfigurationChange: Hashable, Sendable, CustomStringConvertible {
    /// The section, without brackets.
    package let section: String
    /// The name of the key.
    package let key: String
    /// The previous value, as written or as the default would be written.
    package let before: String
    /// The new value.
    package let after: String
    /// Whether it takes effect only after a restart of the daemon.
    package let needsRestart: Bool

    /// The section and the key, in the form of ``ConfigurationKey/path``.
    package var path: String { "\(section) \(key)" }

    /// `[view] rotate=0 -> 90`, with a note on when it takes effect.
    package var description: String {
        let program = ["web": " of touchd-web", "fleet": " of touchd-fleet"][section] ?? ""
        return "[\(section)] \(key)=\(before) -> \(after)" + (needsRestart ? " (after a restart\(program))" : "")
    }
}

extension ConfigurationKey {
    /// Keys that can change in a running daemon; the others are read once, at its start.
    ///
    /// A key belongs here when the daemon reads it on each use, or updates what depends on it (`Daemon.apply`).
    static let live: Set<String> = [
        "touchd session-users", "touchd log-level", "log user-names", "view size", "view rotate",
        "input allow-provenance", "input allow-emitters", "input pinned-panels", "input wake-guard",
        "input dark-screen", "input keep-frames", "access group-frontend", "access group-administrator",
        "access group-backend", "access group-operator", "access screen", "unlock min-parts", "unlock scramble",
        "unlock strong-after", "unlock timeout", "unlock vary-grid", "unlock trail", "captcha tolerance",
        "captcha timeout", "captcha pictures", "token issuer", "token unlock-lifetime", "token captcha-lifetime",
        "metrics prometheus-file", "metrics prometheus-interval",
    ]

    /// The name preceded by the section, as in ``live`` and ``LoadedConfiguration/values``.
    var path: String { "\(section) \(name)" }

    /// Whether two texts mean different values.
    fileprivate func differ(_ one: String, _ other: String) -> Bool {
        guard one != other else { return false }
        var (left, right) = (Configuration(), Configuration())
        // Both were read before, so neither is rejected.
        _ = read(one, &left)
        _ = read(other, &right)
        return left != right
    }
}

extension LoadedConfiguration {
    /// The changes in `next`, in the order of the documented file.
    package func changes(to next: LoadedConfiguration) -> [ConfigurationChange] {
        let settings = ConfigurationKey.all.compactMap { key -> ConfigurationChange? in
            let (before, after) = (text(of: key), next.text(of: key))
            guard key.differ(before, after) else { return nil }
            return ConfigurationChange(
                section: key.section, key: key.name, before: before, after: after,
                needsRestart: !ConfigurationKey.live.contains(key.path))
        }
        return settings + panelChanges(to: next)
    }

    /// The changes in `next` in sections of panels; a key that is not set is empty text.
    private func panelChanges(to next: LoadedConfiguration) -> [ConfigurationChange] {
        let names = configuration.panels.map(\.name)
        let fresh = next.configuration.panels.map(\.name).filter { !names.contains($0) }
        return (names + fresh).flatMap { name in
            PanelKey.all.compactMap { key in
                let path = "\(PanelKey.title)\(name) \(key.name)"
                let (before, after) = (values[path] ?? "", next.values[path] ?? "")
                guard before != after else { return nil }
                return ConfigurationChange(
                    section: PanelKey.title + name, key: key.name, before: before, after: after, needsRestart: false)
            }
        }
    }

    /// The result of a reload in a running daemon: the keys that need a restart keep their values.
    package func applying(_ next: LoadedConfiguration) -> LoadedConfiguration {
        var applied = next
        applied.configuration = configuration
        applied.configuration.panels = next.configuration.panels
        for key in ConfigurationKey.all {
            if ConfigurationKey.live.contains(key.path) {
                _ = key.read(next.text(of: key), &applied.configuration)
            } else {
                applied.values[key.path] = values[key.path]
            }
        }
        return applied
    }

    private func text(of key: ConfigurationKey) -> String { values[key.path] ?? key.standard }
}
