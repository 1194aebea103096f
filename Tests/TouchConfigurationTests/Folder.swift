import Glibc
import Testing

@testable import TouchConfiguration

/// A folder of configuration files, removed with the last holder.
final class Folder {
    let path: String
    private var made: [String] = []

    init() throws {
        var template = Array("/tmp/touchd-configuration-XXXXXX".utf8CString)
        let isMade = unsafe mkdtemp(&template) != nil
        try #require(isMade)
        path = String(decoding: template.dropLast().map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    deinit {
        for file in made.reversed() { unsafe remove(file) }
        unsafe rmdir(path)
    }

    func file(_ name: String) -> String { "\(path)/\(name)" }

    func write(_ text: String, to name: String = "touchd.conf") {
        guard let stream = unsafe fopen(file(name), "w") else { return }
        unsafe fputs(text, stream)
        unsafe fclose(stream)
        made.append(file(name))
    }

    func makeFolder(_ name: String) {
        unsafe mkdir(file(name), 0o755)
        made.append(file(name))
    }

    /// Reads `touchd.conf` on a machine with the groups touchd (77) and staff (50).
    func load(isRequired: Bool = true) throws(ConfigurationError) -> LoadedConfiguration {
        try LoadedConfiguration(path: file("touchd.conf"), isRequired: isRequired) { ["touchd": 77, "staff": 50][$0] }
    }

    /// The problems of `touchd.conf`, each as the words after the folder's name.
    func problems(isRequired: Bool = true) -> [String] {
        do throws(ConfigurationError) {
            _ = try load(isRequired: isRequired)
            return []
        } catch {
            return error.problems.map { String($0.description.dropFirst(path.count + 1)) }
        }
    }
}

/// What a single file reads to.
func parse(_ text: String) throws(ConfigurationError) -> Configuration {
    try parse(Array(text.utf8))
}

func parse(_ bytes: [UInt8]) throws(ConfigurationError) -> Configuration {
    var reading = Reading()
    reading.take(bytes, file: "f")
    reading.makePanels()
    guard reading.problems.isEmpty else { throw ConfigurationError(problems: reading.problems) }
    return reading.configuration
}

/// What is said of a single file.
func complaints(_ text: String) -> String { complaints(Array(text.utf8)) }

func complaints(_ bytes: [UInt8]) -> String {
    do throws(ConfigurationError) {
        _ = try parse(bytes)
        return ""
    } catch {
        return error.description
    }
}
