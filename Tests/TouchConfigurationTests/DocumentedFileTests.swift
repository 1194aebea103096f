import Glibc
import System
import Testing
import TouchCore

@testable import TouchConfiguration

struct DocumentedFileTests {
    /// `systemd/touchd.conf` of this checkout.
    private static func text() throws -> String {
        let root = #filePath.split(separator: "/", omittingEmptySubsequences: false).dropLast(3).joined(separator: "/")
        let file = try ConfigurationFolder.contents(of: "\(root)/systemd/touchd.conf")
        return String(decoding: file?.bytes ?? [], as: UTF8.self)
    }

    /// The file with every default uncommented.
    private static func switchedOn() throws -> String {
        let names = ConfigurationKey.all.map { "#\($0.name)=" }
        return try text().split(separator: "\n", omittingEmptySubsequences: false).map { line in
            names.contains { line.hasPrefix($0) } ? line.dropFirst() : line
        }.joined(separator: "\n")
    }

    @Test func `the file as it is installed sets nothing and has no problem`() throws {
        #expect(try parse(try Self.text()) == Configuration())
        #expect(ConfigurationText(Array(try Self.text().utf8), file: "f", sections: []).entries.isEmpty)
    }

    @Test func `the commented defaults are the defaults of the program`() throws {
        #expect(try parse(try Self.switchedOn()) == Configuration())
    }

    @Test func `the file has every key once, in the program's order, with its default`() throws {
        let sections = ConfigurationKey.all.map(\.section)
        let entries = ConfigurationText(Array(try Self.switchedOn().utf8), file: "f", sections: sections).entries
        #expect(
            entries.map { "[\($0.section)] \($0.key)=\($0.value)" }
                == ConfigurationKey.all.map {
                    "[\($0.section)] \($0.name)=\($0.standard)"
                })
    }

    /// Comments above each key, as one line; keys without any share those of the previous key.
    private static func descriptions() throws -> [String: String] {
        var (descriptions, section, comment, isOver): ([String: String], Substring, String, Bool) = ([:], "", "", false)
        for line in try text().split(separator: "\n", omittingEmptySubsequences: false) {
            let key = line.dropFirst().prefix { $0 != "=" && $0 != " " }
            if line.hasPrefix("[") {
                section = line
            } else if ConfigurationKey.all.contains(where: { line.hasPrefix("#\($0.name)=") }) {
                descriptions["\(section) \(key)"] = comment
                isOver = true
            } else if line.hasPrefix("#") {
                comment = (isOver ? "" : comment) + line.dropFirst()
                isOver = false
            }
        }
        return descriptions
    }

    @Test(arguments: ConfigurationKey.all.map { "[\($0.section)] \($0.name)" })
    func `the ranges in errors are those of the documentation`(name: String) throws {
        let key = try #require(ConfigurationKey.all.first { "[\($0.section)] \($0.name)" == name })
        let description = try #require(try Self.descriptions()[name])
        for range in key.allowed.matches(of: /[0-9.]+[a-zA-Z]* to [0-9.]+[a-zA-Z]*/) {
            #expect(description.contains(range.output), "\(key.allowed)")
        }
    }

    @Test func `the example of a panel can be copied with its descriptions`() throws {
        let lines = try Self.text().split(separator: "\n", omittingEmptySubsequences: false)
        let example = lines.drop { $0 != "#   [panel left]" }.prefix { !$0.isEmpty }
            .filter { $0.hasPrefix("#   ") }.map { $0.dropFirst(4) }
        let panel = try #require(try parse(example.joined(separator: "\n") + "\n").panels.first)
        #expect(panel.name == "left" && panel.size?.width == 344 && panel.size?.height == 194)
        #expect(panel.match.path == "pci-0000:00:14.0-usb-0:2:1.0")
        #expect(panel.match.name == "Larch 1541 Multitouch")
    }
}
