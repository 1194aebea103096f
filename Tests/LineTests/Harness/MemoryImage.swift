import Glibc
import System
import TestSupport

/// The writable memory of a process, as seen by a debugger.
struct MemoryImage {
    /// The mapped areas, one after the other with their names.
    private(set) var areas: [(name: String, bytes: [UInt8])] = []

    /// Reads `/proc/PID/mem`; areas that disappear meanwhile are left out.
    init(of process: Int32) throws {
        let file = try Self.memory(of: process, O_RDONLY)
        for area in try Self.maps(of: process) where area.isWritable {
            var bytes = [UInt8](repeating: 0, count: area.end - area.start)
            let count = unsafe pread(file.number, &bytes, bytes.count, off_t(area.start))
            if count > 0 { areas.append((area.name, Array(bytes[..<count]))) }
        }
        guard !areas.isEmpty else { throw TimedOut(what: "the memory of process \(process)") }
    }

    var size: Int { areas.reduce(0) { $0 + $1.bytes.count } }

    func names(where isThere: ([UInt8]) -> Bool) -> [String] { areas.filter { isThere($0.bytes) }.map(\.name) }

    /// Writes bytes into the environment of a process, which is not used after its start.
    static func plant(_ bytes: [UInt8], in process: Int32) throws {
        // The fiftieth and fifty-first field of stat, the first of which is a name that may have spaces.
        let fields = try text("stat", of: process).split(separator: ")").last?.split(separator: " ") ?? []
        guard fields.count > 48, let first = Int(fields[47]), let end = Int(fields[48]), end - first > bytes.count + 8
        else { throw TimedOut(what: "room in the environment of process \(process)") }
        // Numbers lie where their size asks for it.
        let start = (first + 7) / 8 * 8
        let file = try memory(of: process, O_RDWR)
        guard unsafe pwrite(file.number, bytes, bytes.count, off_t(start)) == bytes.count else {
            throw TimedOut(what: "a place to plant in process \(process)")
        }
    }

    private static func maps(
        of process: Int32
    ) throws -> [(start: Int, end: Int, isWritable: Bool, name: String)] {
        try text("maps", of: process).split(separator: "\n").compactMap { line in
            let words = line.split(separator: " ", omittingEmptySubsequences: true)
            let ends = words.first?.split(separator: "-").compactMap { Int($0, radix: 16) } ?? []
            guard ends.count == 2, words.count > 1 else { return nil }
            return (ends[0], ends[1], words[1].hasPrefix("rw"), words.count > 5 ? String(words[5]) : "anonymous")
        }
    }

    private static func memory(of process: Int32, _ flags: Int32) throws -> Descriptor {
        let path = "/proc/\(process)/mem"
        return try Descriptor(unsafe open(path, flags | O_CLOEXEC), "open \(path)")
    }

    private static func text(_ name: String, of process: Int32) throws -> String {
        String(decoding: try TemporaryFolder.bytes(of: "/proc/\(process)/\(name)"), as: UTF8.self)
    }
}
