import CShims
import CUmockdev
import Glibc
import Synchronization
import System

/// A umockdev test bed: a folder that replaces /sys, /run/udev and parts of /dev for the programs that run in it.
///
/// Wraps UMockdevTestbed; the folder disappears with the object. Files are made here: umockdev's own functions for that
/// also send udev events, which works only from a process inside the test bed, and they differ between its versions.
/// Shared by several panels, which may come and go from several threads.
@safe final class TestBed: @unchecked Sendable {
    private let bed: UnsafeMutablePointer<UMockdevTestbed>
    private let turn = Mutex(())
    /// The folder that replaces the root of the file system.
    let root: String

    init() throws(PanelError) {
        guard let bed = unsafe umockdev_testbed_new(), let root = unsafe umockdev_testbed_get_root_dir(bed) else {
            throw .library(call: "umockdev_testbed_new", reason: "no test bed")
        }
        unsafe self.bed = bed
        self.root = unsafe String(cString: root)
        unsafe g_free(root)
        // libudev takes the presence of this file as proof that udev runs; the preloaded shim looks for the folders.
        try add([.file("/run/udev/control", "")])
        for folder in ["/run/udev/data", "/dev", "/dev/.touchsim", "/sys/class", "/sys/class/input", "/sys/bus"] {
            unsafe mkdir(self.root + folder, 0o755)
        }
    }

    deinit {
        clear()
        // umockdev aborts the process if the folder to remove is missing or cannot be removed.
        unsafe mkdir(root, 0o700)
        unsafe g_object_unref(bed)
    }

    /// Makes files and links, and their folders.
    func add(_ entries: [TestBedEntry]) throws(PanelError) {
        try turn.withLock { _ throws(PanelError) in
            for entry in entries { try add(entry) }
        }
    }

    private func add(_ entry: TestBedEntry) throws(PanelError) {
        var folder = root
        for part in entry.path.split(separator: "/").dropLast() {
            folder += "/\(part)"
            unsafe mkdir(folder, 0o755)
        }
        switch entry {
        case .file(let path, let text):
            try PanelError.wrap { () throws(SystemError) in
                let file = try Descriptor(
                    unsafe Glibc.open(root + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644),
                    "open \(root + path)")
                try file.write(Array(text.utf8), to: root + path)
            }
        case .link(let path, to: let target):
            guard unsafe symlink(target, root + path) == 0 else {
                throw .failed(.last("symlink \(root + path)"))
            }
        }
    }

    /// Removes files and links, and the folders below `folder` that held them.
    func remove(_ entries: [TestBedEntry], folder: String) {
        turn.withLock { _ in
            for entry in entries { unsafe unlink(root + entry.path) }
            unsafe cshims_remove_tree(root + folder)
        }
    }

    /// Removes the folder at once, for a process that ends without releasing the object.
    func clear() {
        turn.withLock { _ in
            let old = root + ".old"
            guard unsafe rename(root, old) == 0 else { return }
            // Files that a running program adds meanwhile are left; that is not an error.
            unsafe cshims_remove_tree(old)
        }
    }

    func attach(_ answers: borrowing IoctlHandler, to node: String) throws(PanelError) {
        var error: UnsafeMutablePointer<GError>?
        guard unsafe umockdev_testbed_attach_ioctl(bed, node, answers.handler, &error) == 0 else { return }
        throw .library(call: "umockdev_testbed_attach_ioctl", reason: unsafe Self.sentence(error))
    }

    private static func sentence(_ error: UnsafeMutablePointer<GError>?) -> String {
        guard let error = unsafe error else { return "an unknown reason" }
        defer { unsafe g_error_free(error) }
        return unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "an unknown reason"
    }
}
