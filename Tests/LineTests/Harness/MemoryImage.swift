import Glibc
import System
import TestSupport

/// The writable memory of a process, as seen by a debugger.
struct MemoryImage {
    /// The mapped areas, one after the other with their names.
    private(set) var areas: [(name: String, bytes: [UInt8])] = []

    /// Reads `/proc/PID/mem`; areas that disappear meanwhile are left out.
    init(of process: Int32) throws {
        let path = "/proc/\(process)/mem"
        let file = try Descriptor(unsafe open(path, O_RDONLY | O_CLOEXEC), "open \(path)")
        for area in try Self.maps(of: process) where area.isWritable {
            var bytes = [UInt8](repeating: 0, count: area.end - area.start)
            let count = unsafe pread(file.number, &bytes, bytes.count, off_t(area.start))
            if count > 0 { areas.append((area.name, Array(bytes[..<count]))) }
        }
        guard !areas.isEmpty else { throw TimedOut(what: "the memory of process \(process)") }
    }

    var size: Int { areas.reduce(0) { $0 + $1.bytes.count } }

    func names(where isThere: ([UInt8]) -> Bool) -> [String] { areas.filter { isThere($0.bytes) }.map(\.name) }

    private static func maps(
        of process: Int32
    ) throws -> [(start: Int, end: Int, isWritable: Bool, name: String)] {
        let maps = String(decoding: try TemporaryFolder.bytes(of: "/proc/\(process)/maps"), as: UTF8.self)
        return maps.split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            let ends = words.first?.split(separator: "-").compactMap { Int($0, radix: 16) } ?? []
            guard ends.count == 2, words.count > 1 else { return nil }
            return (ends[0], ends[1], words[1].hasPrefix("rw"), words.count > 5 ? String(words[5]) : "anonymous")
        }
    }
}
