import Synchronization

/// A test bed shared by several panels, which may come and go from several threads.
final class SharedBed: @unchecked Sendable {
    private let bed: TestBed
    private let turn = Mutex(())
    /// The folder that replaces the root of the file system.
    let root: String

    /// Makes a furnished test bed without panels.
    init() throws(PanelError) {
        bed = try TestBed()
        try bed.furnish()
        root = bed.root
    }

    /// Makes files and links, and their folders.
    func add(_ entries: [TestBedEntry]) throws(PanelError) {
        try turn.withLock { _ throws(PanelError) in
            for entry in entries { try bed.add(entry) }
        }
    }

    /// Removes files and links, and the folders below `folder` that held them.
    func remove(_ entries: [TestBedEntry], folder: String) {
        turn.withLock { _ in bed.remove(entries, folder: folder) }
    }

    /// Removes the folder at once.
    func clear() {
        turn.withLock { _ in bed.clear() }
    }

    /// Sets the handler of ioctls of an event node.
    func attach(_ answers: borrowing IoctlHandler, to node: String) throws(PanelError) {
        try bed.attach(answers, to: node)
    }
}
