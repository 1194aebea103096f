import TestSupport

@testable import TouchConfiguration

/// A folder of configuration files.
extension TemporaryFolder {
    /// Writes the main file.
    func write(_ text: String) throws { try write(text, to: "touchd.conf") }

    /// Reads `touchd.conf` on a machine with the groups touchd (77) and staff (50).
    func load(isRequired: Bool = true) throws(ConfigurationError) -> LoadedConfiguration {
        try LoadedConfiguration(path: path(of: "touchd.conf"), isRequired: isRequired) {
            ["touchd": 77, "staff": 50][$0]
        }
    }

    /// The problems of `touchd.conf`, each without the folder's name.
    func problems(isRequired: Bool = true) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(isRequired: isRequired)
            return []
        } catch {
            return error.problems.map { String($0.description.dropFirst(path.count + 1)) }
        }
    }
}

/// The configuration read from a single file.
func parse(_ text: String) throws(ConfigurationError) -> Configuration {
    try parse(Array(text.utf8))
}

func parse(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
    var reading = LoadedConfiguration()
    reading.read(bytes, file: "f")
    reading.makePanels()
    guard reading.problems.isEmpty else { throw ConfigurationError(problems: reading.problems) }
    return reading.configuration
}

/// The messages about a single file.
func complaints(_ text: String) -> String { complaints(Array(text.utf8)) }

func complaints(_ bytes: [UInt8]) -> String {
    do throws(ConfigurationError) {
        _ = try parse(bytes)
        return ""
    } catch {
        return error.description
    }
}
