import CShims
import CUmockdev
import Glibc

/// A umockdev test bed: a sysfs, a udev database and a source of udev events for the programs that run in it.
///
/// Wraps UMockdevTestbed; the folder disappears with the value. Not for use from two threads at once.
@safe struct TestBed: ~Copyable {
    private let bed: UnsafeMutablePointer<UMockdevTestbed>
    /// The folder that stands in for the root of the file system.
    let root: String

    /// An empty test bed.
    init() throws(PanelError) {
        guard let bed = unsafe umockdev_testbed_new(), let root = unsafe umockdev_testbed_get_root_dir(bed) else {
            throw .failed(call: "umockdev_testbed_new", subject: "a test bed", errno: 0)
        }
        unsafe self.bed = bed
        self.root = unsafe String(cString: root)
        unsafe g_free(root)
    }

    /// Makes the folders and files that libudev and the preloaded shim look for.
    func furnish() throws(PanelError) {
        for folder in ["run", "run/udev", "run/udev/data", "dev", "dev/.touchsim"] {
            unsafe mkdir("\(self.root)/\(folder)", 0o755)
        }
        // libudev takes the presence of this file for a running udev.
        try write("", to: "/run/udev/control")
    }

    deinit {
        clear()
        // umockdev ends the process if it finds no folder to remove, or one that will not go.
        unsafe mkdir(root, 0o700)
        unsafe g_object_unref(bed)
    }

    /// Adds devices given in the format of umockdev-record.
    func add(_ text: String) throws(PanelError) {
        var error: UnsafeMutablePointer<GError>?
        guard unsafe umockdev_testbed_add_from_string(bed, text, &error) == 0 else { return }
        throw .failed(call: "umockdev_testbed_add_from_string", subject: unsafe Self.sentence(error), errno: 0)
    }

    /// Removes a device from sysfs, given its path with /sys in front.
    func remove(_ device: String) {
        unsafe umockdev_testbed_remove_device(bed, device)
    }

    /// Removes the folder at once, for a process that ends without releasing the value.
    func clear() {
        let old = root + ".old"
        guard unsafe rename(root, old) == 0 else { return }
        // Whatever a program that is still alive puts there meanwhile is left; that is no reason to fail.
        unsafe cshims_remove_tree(old)
    }

    /// Lets `answers` answer the ioctls of an event node.
    func attach(_ answers: borrowing IoctlHandler, to node: String) throws(PanelError) {
        var error: UnsafeMutablePointer<GError>?
        guard unsafe umockdev_testbed_attach_ioctl(bed, node, answers.handler, &error) == 0 else { return }
        throw .failed(call: "umockdev_testbed_attach_ioctl", subject: unsafe Self.sentence(error), errno: 0)
    }

    /// Writes a file of the test bed.
    func write(_ text: String, to path: String) throws(PanelError) {
        let file = try Descriptor(
            unsafe Glibc.open(root + path, O_WRONLY | O_CREAT | O_TRUNC | O_CLOEXEC, 0o644), call: "open",
            subject: root + path)
        let bytes = Array(text.utf8)
        guard unsafe Glibc.write(file.number, bytes, bytes.count) == bytes.count else {
            throw .failed(call: "write", subject: root + path, errno: errno)
        }
    }

    /// Removes a file or link of the test bed if it is there.
    func delete(_ path: String) { unsafe unlink(root + path) }

    private static func sentence(_ error: UnsafeMutablePointer<GError>?) -> String {
        guard let error = unsafe error else { return "an unknown reason" }
        defer { unsafe g_error_free(error) }
        return unsafe error.pointee.message.map { unsafe String(cString: $0) } ?? "an unknown reason"
    }
}
