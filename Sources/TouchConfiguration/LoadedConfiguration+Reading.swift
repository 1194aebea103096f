internal import TouchCore
internal import TouchModels
internal import System
internal import Glibc

/// Reads files, one after another.
extension LoadedConfiguration {
    private static let sections = ConfigurationKey.all.map(\.section).reduce(into: [String]()) { names, name in
        if !names.contains(name) { names.append(name) }
    }

    /// Reads a file and the drop-in files beside it, and makes the sections of panels.
    ///
    /// - Parameters:
    ///   - packaged: the file of the package, which may be missing and is read before the administrator's, and no other.
    ///   - dropIn: what to read instead of the drop-in file of the fleet; nil: what is there.
    mutating func read(
        from path: String, isRequired: Bool, after packaged: String? = nil, dropIn: [UInt8]? = nil
    ) {
        let packaged = packaged ?? (path == Self.standardPath ? Self.packagedPath : nil)
        if let packaged { read(packaged, isRequired: false) }
        read(path, isRequired: isRequired)
        do throws(SystemError) {
            for file in try ConfigurationFolder.dropIns(of: path) {
                if file == FleetDropIn.path(of: path) {
                    readDropIn(file, instead: dropIn)
                } else {
                    read(file, isRequired: true)
                }
            }
        } catch { fail(path + ".d", error) }
        makePanels()
    }

    /// Reads one file, if it exists, overriding earlier values.
    mutating func read(_ file: String, isRequired: Bool) {
        do throws(SystemError) {
            guard let content = try ConfigurationFolder.contents(of: file) else {
                return isRequired ? fail(file, SystemError(call: "open \(file)", code: ENOENT)) : ()
            }
            let exposure = FileTrust.exposure(of: file, content)
            if let exposure {
                let reason =
                    "\(exposure.path) is writable by \(exposure.whom), not only by root: most of its settings are ignored "
                    + "(chown root, chmod go-w)"
                exposures.append(ConfigurationProblem(file: file, line: nil, reason: .init(reason)))
            }
            read(content.bytes, file: file, source: exposure == nil ? .root : .others)
            files.append(file)
        } catch { fail(file, error) }
    }

    /// Reads the drop-in file of the fleet, which belongs to touchd-operator: only keys that may be set remotely.
    private mutating func readDropIn(_ file: String, instead: [UInt8]?) {
        do throws(SystemError) {
            // Without a file, nothing has been sent yet.
            guard let bytes = instead == nil ? try ConfigurationFolder.contents(of: file)?.bytes : instead else {
                return
            }
            read(bytes, file: file, source: .fleet)
            files.append(file)
        } catch { fail(file, error) }
    }

    mutating func fail(_ file: String, _ failure: SystemError) {
        let isTooLarge = failure.code == EFBIG
        let reason = isTooLarge ? "file too large, maximum \(ConfigurationText.maxFile)" : failure.reason
        problems.append(ConfigurationProblem(file: file, line: nil, reason: .init(reason, .wholeFile)))
    }

    mutating func read(_ bytes: [UInt8], file: String, source: Source = .root) {
        let text = ConfigurationText(bytes, file: file, sections: Self.sections)
        var firstLines: [String: Int] = [:]
        var found = text.problems
        for entry in text.entries {
            let name = "\(entry.section) \(entry.key)"
            if source == .others, name == Source.vault {
                let reason =
                    "[touchd] state-directory: must be in a file that only root may write (chown root, chmod go-w)"
                found.append(ConfigurationProblem(file: file, line: entry.line, reason: .init(reason)))
                continue
            }
            if let reason = source.reason(against: entry) {
                exposures.append(ConfigurationProblem(file: file, line: entry.line, reason: reason))
                continue
            }
            let rival = rival(of: entry, in: file)
            if let reason = reason(against: entry, firstLine: firstLines[name]) {
                found.append(ConfigurationProblem(file: file, line: entry.line, reason: reason))
            } else {
                if let rival { rivals.append(rival) }
                let minimums = "unlock \(ConfigurationKey.minParts)"
                let old = entry.section == "unlock" ? ModelCatalog.secrets.first { $0.oldKey == entry.key } : nil
                places[old == nil ? name : minimums] = .init(file: file, line: entry.line)
                if source == .root, old != nil || name == minimums {
                    Grammar.minParts(old.map { "\($0.kind):\(entry.value)" } ?? entry.value)
                        .map { rootMinParts.merge($0) { $1 } }
                }
            }
            if firstLines[name] == nil { firstLines[name] = entry.line }
        }
        for title in text.titles where PanelKey.panel(of: title.section) != nil {
            guard !text.entries.contains(where: { $0.section == title.section }) else { continue }
            // It would match every panel and change nothing.
            let reason = "[\(title.section)] is empty; a panel section needs at least one key"
            found.append(ConfigurationProblem(file: file, line: title.line, reason: .init(reason)))
        }
        problems += found.sorted { ($0.line ?? 0) < ($1.line ?? 0) }
    }

    /// The finding that another file describes the section as another panel.
    private func rival(of entry: ConfigurationText.Entry, in file: String) -> ConfigurationProblem? {
        guard PanelKey.panel(of: entry.section) != nil, entry.key.hasPrefix("match-"),
            values["\(entry.section) \(entry.key)"] != entry.value
        else { return nil }
        let others = places.filter { $0.key.hasPrefix("\(entry.section) match-") && $0.value.file != file }.values
        return others.min { $0.line < $1.line }.map {
            let reason =
                "[\(entry.section)] \(entry.key)=\(entry.value): \($0.file):\($0.line) has match keys of this section, too "
                + "(another panel needs a section of another name)"
            return ConfigurationProblem(file: file, line: entry.line, reason: .init(reason))
        }
    }

    /// Who may have written a file.
    enum Source {
        /// Only root.
        case root
        /// Other users: only keys that the fleet may set, too, and those that say where things are, are accepted.
        case others
        /// The owner of the fleet's key, through touchd-operator.
        case fleet

        /// Without them a touchd that was set up elsewhere would not start.
        static let places: Set = ["touchd socket", "touchd seat"]
        /// Without it there would be another vault, with it perhaps that of an intruder: neither is opened.
        static let vault = "touchd state-directory"

        /// Why an entry from there is rejected, if it is.
        fileprivate func reason(against entry: ConfigurationText.Entry) -> ConfigurationProblem.Reason? {
            if self == .root || FleetDropIn.mayHave(entry.section, entry.key) { return nil }
            if self == .others, Self.places.contains("\(entry.section) \(entry.key)") { return nil }
            let why =
                self == .fleet
                ? "may not be set from the fleet (set it at the kiosk)"
                : "ignored, because not only root may write this file"
            return ConfigurationProblem.Reason("[\(entry.section)] \(entry.key): \(why)")
        }
    }

    /// Sets the value of an entry; returns the error, if any.
    private mutating func reason(
        against entry: ConfigurationText.Entry, firstLine: Int?
    ) -> ConfigurationProblem.Reason? {
        let (section, name) = (entry.section, entry.key)
        if let panel = PanelKey.panel(of: section) {
            return self.reason(against: entry, of: panel, firstLine)
        }
        if section == "unlock", let secret = ModelCatalog.secrets.first(where: { $0.oldKey == name }) {
            if let firstLine { return .repeated(entry, firstLine: firstLine) }
            guard let minimum = Grammar.number(entry.value, in: secret.minimums) else {
                return .invalid(entry, allowed: "a number from \(Grammar.words(secret.minimums))")
            }
            configuration.unlock.minParts[secret.kind] = minimum
            valueMinimums()
            return nil
        }
        let known = ConfigurationKey.all.filter { $0.section == section }
        guard let key = known.first(where: { $0.name == name }) else {
            return .unknown(entry, allowed: known.map(\.name))
        }
        if let firstLine { return .repeated(entry, firstLine: firstLine) }
        guard key.read(entry.value, &configuration) != nil else { return .invalid(entry, allowed: key.allowed) }
        values[key.path] = entry.value
        if name == ConfigurationKey.minParts { valueMinimums() }
        return nil
    }

    /// The minimums of all kinds are one value, whichever keys set them.
    private mutating func valueMinimums() {
        values["unlock \(ConfigurationKey.minParts)"] = Grammar.text(of: configuration.unlock.minParts)
    }

    /// The same for a key of a panel's section; the section is made when all files have been read.
    private mutating func reason(
        against entry: ConfigurationText.Entry, of panel: String, _ firstLine: Int?
    ) -> ConfigurationProblem.Reason? {
        guard let key = PanelKey.all.first(where: { $0.name == entry.key }) else {
            return .unknown(entry, allowed: PanelKey.all.map(\.name))
        }
        if let firstLine { return .repeated(entry, firstLine: firstLine) }
        var scratch = PanelSection(name: panel)
        guard key.read(entry.value, &scratch) != nil else { return .invalid(entry, allowed: key.allowed) }
        if !panelNames.contains(panel) { panelNames.append(panel) }
        values["\(entry.section) \(entry.key)"] = entry.value
        return nil
    }

    /// Makes the sections of panels; the order of their keys does not matter.
    mutating func makePanels() {
        configuration.panels = panelNames.map { name in
            var panel = PanelSection(name: name)
            let section = PanelKey.title + name
            for key in PanelKey.all {
                guard let text = values["\(section) \(key.name)"] else { continue }
                _ = key.read(text, &panel)
                guard let need = PanelKey.need(of: key.name, text), values["\(section) \(need)"] == nil,
                    let place = places["\(section) \(key.name)"]
                else { continue }
                let reason = "[\(section)] \(key.name) requires \(need)="
                problems.append(ConfigurationProblem(file: place.file, line: place.line, reason: .init(reason)))
            }
            return panel
        }
    }

    /// Looks up users and groups; a missing one is a problem if a file names it.
    ///
    /// - Throws: all problems, if one is not tolerated.
    mutating func resolve(
        lookUp: (String) -> UInt32? = AccessGroups.lookUp, lookUpUser: (String) -> UInt32? = AccessGroups.lookUpUser,
        tolerating: (ConfigurationProblem.Reason) -> Bool = { _ in false }
    ) throws(ConfigurationError) {
        func numbered(_ user: String) -> UInt32? { UInt32(user) ?? lookUpUser(user) }
        let access = configuration.access
        groups.frontend = ids(of: access.frontend, "group", "access", "group-frontend", lookUp)
        groups.administrator = ids(of: access.administrator, "group", "access", "group-administrator", lookUp)
        groups.backend = ids(of: access.backend, "group", "access", "group-backend", lookUp)
        groups.operators = ids(of: access.operators, "group", "access", "group-operator", lookUp)
        let screen = access.screen.filter { $0.hasPrefix("@") }.map { String($0.dropFirst()) }
        groups.screen = ids(of: screen, "group", "access", "screen", lookUp)
        switch configuration.daemon.sessionUsers {
        case .automatic: sessionUsers = .automatic
        case .any: sessionUsers = .any
        case .named(let names):
            sessionUsers = .named(ids(of: names.sorted(), "user", "touchd", "session-users", lookUpUser))
        }
        let users = access.screen.filter { !$0.hasPrefix("@") }
        screenUsers = ids(of: users, "user", "access", "screen", numbered)
        _ = ids(of: configuration.web.users, "user", "web", "user", numbered)
        guard problems.allSatisfy({ tolerating($0.reason) }) else { throw ConfigurationError(problems: problems) }
    }

    private mutating func ids(
        of names: [String], _ what: String, _ section: String, _ key: String, _ lookUp: (String) -> UInt32?
    ) -> Set<UInt32> {
        var ids: Set<UInt32> = []
        for name in names {
            if let id = lookUp(name) {
                ids.insert(id)
            } else if let place = places["\(section) \(key)"] {
                let reason = "[\(section)] \(key)=\(name): no such \(what) on this machine"
                problems.append(
                    ConfigurationProblem(file: place.file, line: place.line, reason: .init(reason, .account)))
            }
        }
        return ids
    }
}
