internal import Glibc
internal import Synchronization

/// Memory for secrets that is neither swapped nor dumped: cells of whole pages, zero while they are free.
package enum LockedMemory {
    /// Bytes of a cell.
    package static let size = 64
    /// The addresses of the free cells.
    private static let free = Mutex<[UInt]>([])

    /// A free cell, on any thread.
    package static func allocate() -> UnsafeMutablePointer<UInt8> {
        let address = free.withLock { cells in
            if cells.isEmpty { cells = page() }
            return cells.removeLast()
        }
        guard let cell = unsafe UnsafeMutablePointer<UInt8>(bitPattern: address) else {
            preconditionFailure("a cell has an address")
        }
        return unsafe cell
    }

    /// Overwrites a cell.
    package static func wipe(_ cell: UnsafeMutablePointer<UInt8>) { unsafe explicit_bzero(cell, size) }

    /// Wipes a cell, which is free then.
    package static func deallocate(_ cell: UnsafeMutablePointer<UInt8>) {
        unsafe wipe(cell)
        free.withLock { $0.append(UInt(bitPattern: cell)) }
    }

    /// The cells of a new page; where a process may lock no memory, only kept out of dumps.
    private static func page() -> [UInt] {
        let count = sysconf(Int32(_SC_PAGESIZE))
        let page = unsafe mmap(nil, count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANONYMOUS, -1, 0)
        guard let page = unsafe page, UInt(bitPattern: page) != .max else {
            preconditionFailure("there is memory for secrets")
        }
        _ = unsafe mlock(page, count)
        _ = unsafe madvise(page, count, MADV_DONTDUMP)
        return stride(from: 0, to: count, by: size).map { UInt(bitPattern: page) + UInt($0) }
    }
}
