internal import System

/// The drop-in file that the owner of the fleet's key may replace remotely.
///
/// `touchd.conf.d/90-fleet.conf` is a link to a file of touchd-operator's. Whoever reads the configuration takes only what is
/// listed here from it, so touchd-operator itself could not grant anything by it either.
package enum FleetDropIn {
    /// Keys that may be set remotely, or in a file that others than root may write: how the kiosk looks and feels, and rules
    /// that only get stricter or weaker for those who stand before it within the ranges of touchd.
    ///
    /// A key that is not named here may not, so a new one is asked about. Left out is whatever says who may do what, whose
    /// panels count, where files and sockets are, and the fleet itself.
    static let keys: Set<String> = [
        "touchd log-level", "view size", "view rotate", "input wake-guard",
        "unlock min-parts", "unlock scramble", "unlock timeout", "unlock vary-grid",
        "captcha tolerance", "captcha timeout", "token unlock-lifetime", "token captcha-lifetime",
        "metrics prometheus-interval",
    ]

    /// Whether that key may stand in the file.
    ///
    /// Every key of a panel's section may. One that does not exist is another fault.
    static func mayHave(_ section: String, _ key: String) -> Bool {
        let path = "\(section) \(key)"
        return PanelKey.panel(of: section) != nil || keys.contains(path)
            || !ConfigurationKey.all.contains { $0.path == path }
    }

    /// The name of the file in the folder of touchd-operator.
    package static let fileName = "fleet.conf"

    /// The path of the link beside a configuration file.
    package static func path(of configuration: String) -> String { configuration + ".d/90-fleet.conf" }

    /// Whether the link is there and leads to a file.
    package static func isLinked(from configuration: String, to file: String) -> Bool {
        SystemPath.link(at: path(of: configuration)) == file
    }

    /// What `touchd --check` would say, and a key that may not be set, if the file had that text.
    package static func problems(of text: [UInt8], in configuration: String) -> [String] {
        var loaded = LoadedConfiguration()
        loaded.read(from: configuration, isRequired: false, dropIn: text)
        let file = path(of: configuration)
        do throws(ConfigurationError) {
            try loaded.resolve()
            // What was wrong before is not the new text's fault.
            let present = try? LoadedConfiguration(path: configuration, isRequired: false)
            let known = Set(present?.findings.filter { $0.file != file } ?? [])
            return told(loaded.findings.filter { !known.contains($0) }, file)
        } catch { return told(error.problems, file) }
    }

    /// Problems as they may leave the machine: what is in other files stays there.
    private static func told(_ problems: [ConfigurationProblem], _ file: String) -> [String] {
        problems.map { $0.file == file ? $0.description : $0.place }
    }
}
