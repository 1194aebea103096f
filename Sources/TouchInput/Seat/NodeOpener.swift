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
    /// Why nodes of touchscreens could not be opened, by node.
    private(set) var failures: [String: String] = [:]
    /// What is to be said once libinput has returned.
    var notices: [Notice] = []
    /// What was dispatched before libinput's log told of something, and that.
    let queue = EventQueue()
    private var lastHint: LogHint?
    /// What libinput said, without numbers.
    private var said: Set<String> = []
    /// Far more than libinput has sentences for a few panels.
    private static let mostSentences = 512
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
        if descriptor >= 0, let danger = NodeVerdict.danger(descriptor) {
            Glibc.close(descriptor)
            failures[node] = danger
            notices.append(Notice(.cannotOpen, .error, text: "device bug: \(node) is not used: \(danger)"))
            return -ENODEV
        }
        guard descriptor < 0 else {
            descriptors[node] = descriptor
            failures[node] = nil
            return descriptor
        }
        let reason = errno
        let notice = Self.refusal(of: node, reason: reason)
        failures[node] = notice.text
        notices.append(notice)
        return -reason
    }

    /// Closes a node that ``open(_:)`` opened.
    func close(_ descriptor: Int32) {
        if let node = descriptors.first(where: { $0.value == descriptor })?.key { descriptors[node] = nil }
        Glibc.close(descriptor)
    }

    /// Takes one line of libinput's log.
    ///
    /// - Parameter libinput: whose log it is.
    func log(_ text: String, priority: Notice.Priority, of libinput: OpaquePointer?) {
        let line = text.last == "\n" ? text.dropLast() : text[...]
        let hint = LogHint(line, after: lastHint)
        lastHint = hint
        if let hint { unsafe queue.append(hint, behindEventsOf: libinput) }
        // What is understood is said in other words, once per panel.
        let isExpected = hint != nil || isRepeated(line) || ignored.contains { line.mentions($0) }
        notices.append(Notice(.libinput, isExpected ? .debug : priority, text: "libinput: " + line))
    }

    /// Whether the same was logged before, numbers aside: a broken driver says it with every frame.
    private func isRepeated(_ line: Substring) -> Bool {
        let words = String(line.filter { !$0.isNumber })
        guard said.count < Self.mostSentences else { return said.contains(words) }
        return !said.insert(words).inserted
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
