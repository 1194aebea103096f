import Glibc
import TouchCore

/// Opens event nodes for libinput, and only those of touchscreens.
///
/// libinput's udev backend asks for every input device of the seat. Keyboards and mice stay closed: a process
/// that never opens them cannot leak what is typed. Panels are opened for reading alone, so nothing in
/// this process can inject touches.
@safe final class NodeOpener {
    /// The open nodes, by path.
    private(set) var descriptors: [String: Int32] = [:]
    /// What is to be said once libinput has returned.
    var notices: [Notice] = []
    /// The names of panels whose reports were dropped, since they were last asked for.
    var lossyPanels: [Substring] = []
    /// Nodes that were kept closed on purpose.
    private var ignored: Set<String> = []
    private let udev: OpaquePointer

    /// - Parameter udev: has to outlive the opener.
    init(udev: OpaquePointer) {
        unsafe self.udev = udev
    }

    /// Opens a node; a negative errno if it stays closed.
    func open(_ node: String) -> Int32 {
        let sysname = String(node.split(separator: "/").last ?? "")
        // What udev does not know libinput will not use either, and says so.
        let isTouchscreen = unsafe UdevDevice(sysname: sysname, udev: udev)?.isTouchscreen ?? true
        guard isTouchscreen else {
            ignored.insert(node)
            notices.append(Notice(.ignoredDevice, .debug, text: "\(node) is not a touchscreen and stays closed"))
            return -ENODEV
        }
        // Not O_RDWR as libinput asks: it writes only to keyboards' lights.
        let descriptor = unsafe Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor < 0 else {
            descriptors[node] = descriptor
            return descriptor
        }
        let reason = errno
        notices.append(Self.refusal(of: node, reason: reason))
        return -reason
    }

    /// Closes a node that ``open(_:)`` opened.
    func close(_ descriptor: Int32) {
        if let node = descriptors.first(where: { $0.value == descriptor })?.key { descriptors[node] = nil }
        Glibc.close(descriptor)
    }

    /// Takes one line of libinput's log.
    func log(_ text: String, priority: Notice.Priority) {
        let line = text.last == "\n" ? text.dropLast() : text[...]
        // "event5  - Panel: SYN_DROPPED event - some input events have been lost."
        if line.contains("SYN_DROPPED"), let sysname = line.split(separator: " ").first {
            lossyPanels.append(sysname)
        }
        let isExpected = ignored.contains { line.contains($0) }
        notices.append(Notice(.libinput, isExpected ? .debug : priority, text: "libinput: " + line))
    }

    private static func refusal(of node: String, reason: Int32) -> Notice {
        guard reason == EACCES || reason == EPERM else {
            let sentence = unsafe String(cString: strerror(reason))
            return Notice(.cannotOpen, .error, text: "\(node) cannot be opened: \(sentence)")
        }
        return Notice(
            .permissionDenied, .error,
            text: "\(node) may not be opened: install touchd's udev rule and run as a member of group touchd-input")
    }
}
