import Glibc

/// Resources of a process.
package struct Footprint {
    /// Open descriptors.
    package let descriptors: Int
    /// Private dirty memory.
    package let dirtyKiB: Int

    package init(of process: Int32) throws {
        let descriptors = TemporaryFolder.names(in: "/proc/\(process)/fd").count
        let text = String(decoding: try TemporaryFolder.bytes(of: "/proc/\(process)/smaps_rollup"), as: UTF8.self)
        func kibibytes(_ name: String) throws -> Int {
            let line = text.split(separator: "\n").first { $0.hasPrefix(name) }
            let number = line?.split(separator: " ").dropFirst().first.flatMap { Int($0) }
            guard let number, descriptors > 0 else {
                throw Silence("the memory of process \(process)")
            }
            return number
        }
        self.descriptors = descriptors
        dirtyKiB = try kibibytes("Private_Dirty:")
    }
}
