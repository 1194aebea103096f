internal import Glibc
internal import TouchCore
internal import TouchDevice
internal import System

/// Checks of `touchd --check` beyond the files themselves.
///
/// A running daemon logs these problems and continues, so they do not prevent a start.
extension LoadedConfiguration {
    /// Files that others may write; then requirements that this machine does not meet, or that contradict each other,
    /// in the order of the keys.
    ///
    /// Only keys that a file sets are checked. A folder that cannot be inspected, or that systemd creates for
    /// `touchd.service`, counts as correct.
    package var findings: [ConfigurationProblem] {
        let socket = problem("touchd", "socket", around: configuration.daemon.socket)
        return exposures + [socket, stateDirectory, pictures, emitters, metrics].compactMap { $0 } + views + dead
            + rivals + hidden
    }

    /// The daemon creates the folder itself, but not its parents; systemd creates those of `StateDirectory=`.
    private var stateDirectory: ConfigurationProblem? {
        let path = configuration.daemon.stateDirectory
        guard Kind(path) == .missing else { return problem("touchd", "state-directory", in: path) }
        return path.hasPrefix("/var/lib/") ? nil : problem("touchd", "state-directory", in: SystemPath.folder(of: path))
    }

    private var pictures: ConfigurationProblem? {
        let path = configuration.captcha.pictures
        return path.isEmpty ? nil : problem("captcha", "pictures", in: path)
    }

    /// Programs give their panels any numbers, and those that give none have these.
    private var emitters: ConfigurationProblem? {
        guard configuration.input.allowedEmitters.contains(.init(vendor: 0, product: 0)) else { return nil }
        return problem(
            "input", "allow-emitters", "0000:0000 are the numbers of any program that gives none (name others)")
    }

    private var metrics: ConfigurationProblem? {
        let path = configuration.metrics.prometheusFile
        guard !path.isEmpty else { return nil }
        if Kind(path) == .folder { return problem("metrics", "prometheus-file", "a folder, not a file") }
        return problem("metrics", "prometheus-file", around: path)
    }

    private var views: [ConfigurationProblem] {
        let size = configuration.view.size
        return configuration.panels.compactMap { panel in
            guard let part = panel.part, part.maxX > size.width || part.maxY > size.height else {
                return nil
            }
            let view = "\(Int(size.width))x\(Int(size.height))"
            return problem(PanelKey.title + panel.name, "view", "outside the view, which is \(view) ([view] size=)")
        }
    }

    /// Sections whose zones ignore every finger.
    private var dead: [ConfigurationProblem] {
        configuration.panels.compactMap { panel in
            guard panel.isUsed, panel.filters.leaveNothing(of: panel.size) else { return nil }
            return problem(of: panel, "edge-zone= and dead-zones= leave no place for a finger")
        }
    }

    /// Sections of panels that match the same panels as an earlier one.
    private var hidden: [ConfigurationProblem] {
        configuration.panels.indices.compactMap { index in
            let panel = configuration.panels[index]
            guard let first = configuration.panels[..<index].first(where: { $0.match == panel.match }) else {
                return nil
            }
            return problem(
                of: panel,
                "never applies: [\(PanelKey.title + first.name)] has the same match keys (merge the two, or match another panel)"
            )
        }
    }

    /// Sections that match a panel of this machine, and apply to none, because others go before them.
    package func overruled(on machine: [PanelFacts]) -> [ConfigurationProblem] {
        configuration.panels.compactMap { panel in
            let rulers = machine.filter { panel.match.trait(of: $0) ?? .capability != .capability }
                .compactMap { configuration.section(for: $0)?.section }
            guard let ruler = rulers.first, !rulers.contains(panel), ruler.match != panel.match else { return nil }
            return problem(
                of: panel, "applies to no panel here: [\(PanelKey.title + ruler.name)] goes before it (merge the two)")
        }
    }

    /// A problem of a panel's section, at its first key.
    private func problem(of panel: PanelSection, _ what: String) -> ConfigurationProblem? {
        let section = PanelKey.title + panel.name
        let place = PanelKey.all.compactMap { places["\(section) \($0.name)"] }.min { $0.line < $1.line }
        return place.map { ConfigurationProblem(file: $0.file, line: $0.line, reason: .init("[\(section)] \(what)")) }
    }

    /// The problem of a key that names a file whose folder is missing or is not a folder.
    private func problem(_ section: String, _ key: String, around path: String) -> ConfigurationProblem? {
        let folder = SystemPath.folder(of: path)
        return Self.runtimeDirectories.contains(folder) ? nil : problem(section, key, in: folder)
    }

    private func problem(_ section: String, _ key: String, in folder: String) -> ConfigurationProblem? {
        switch Kind(folder) {
        case .folder, .unknown: nil
        case .missing: problem(section, key, "no folder \(folder)")
        case .other: problem(section, key, "\(folder) is not a folder")
        }
    }

    /// A problem at the place where a file sets the key; nil if none does.
    private func problem(_ section: String, _ key: String, _ what: String) -> ConfigurationProblem? {
        guard let place = places["\(section) \(key)"], let value = values["\(section) \(key)"] else { return nil }
        let reason = "[\(section)] \(key)=\(value): \(what)"
        return ConfigurationProblem(file: place.file, line: place.line, reason: .init(reason))
    }

    /// `RuntimeDirectory=` of `touchd.service`, which exist while it runs.
    private static let runtimeDirectories = ["/run/touchd", "/run/touchd-metrics"]

    private enum Kind {
        case folder
        case other
        case missing
        /// Cannot be inspected, for instance for lack of permission.
        case unknown

        init(_ path: String) {
            var status = stat()
            if unsafe stat(path, &status) == 0 {
                self = status.st_mode & S_IFMT == S_IFDIR ? .folder : .other
            } else {
                self = errno == ENOENT || errno == ENOTDIR ? .missing : .unknown
            }
        }
    }
}
