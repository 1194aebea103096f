import EventNodes
import Glibc
import TouchCore
import System

/// Opens event nodes for libinput, and only those of touchscreens.
///
/// libinput's udev backend asks for every input device of the seat. Keyboards and mice stay closed: a process
/// that never opens them cannot leak what is typed. Panels are opened for reading alone, so nothing in
/// this process can inject touches.
@safe final class NodeOpener {
    /// The open nodes, by path.
    private(set) var nodes: [String: (descriptor: Int32, tap: ReadTap?)] = [:]
    /// Why nodes of touchscreens could not be opened, by node.
    private(set) var failures: [String: String] = [:]
    /// Those of ``failures`` that their permissions refuse.
    private(set) var refused: Set<String> = []
    /// Notices to report once libinput has returned.
    var notices: [Notice] = [] {
        didSet { hasNotices = !notices.isEmpty }
    }
    private var hasNotices = false
    /// Messages already logged, without numbers.
    private var said: Set<String> = []
    /// Far more than the messages libinput has for a few panels.
    private static let maxSentences = 512
    /// Nodes that were kept closed on purpose.
    private var ignored: Set<String> = []
    private let udev: OpaquePointer

    private let isFollowed: Bool

    /// - Parameter udev: must outlive the opener.
    init(udev: OpaquePointer, isFollowed: Bool) {
        unsafe self.udev = udev
        self.isFollowed = isFollowed
    }

    func open(_ node: String) -> Int32 {
        let sysname = String(node.split(separator: "/").last ?? "")
        // libinput does not use what udev does not know, and reports it.
        let isTouchscreen = unsafe UdevDevice(sysname: sysname, udev: udev)?.isTouchscreen ?? true
        guard isTouchscreen else {
            ignored.insert(node)
            notices.append(Notice(.ignoredDevice, .debug, text: "\(node): not opened: not a touchscreen"))
            return -ENODEV
        }
        // Not O_RDWR, as libinput requests: it writes only to the LEDs of keyboards.
        let descriptor = unsafe Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        if descriptor >= 0, let danger = NodeVerdict.danger(descriptor) {
            Glibc.close(descriptor)
            failures[node] = danger
            notices.append(Notice(.cannotOpen, .error, text: "device bug: \(node): not used: \(danger)"))
            return -ENODEV
        }
        let tap = descriptor >= 0 && isFollowed ? ReadTap(descriptor) : nil
        if descriptor >= 0, tap != nil || !isFollowed {
            nodes[node] = (descriptor, tap)
            forget(node)
            return descriptor
        }
        // The maximum number of taps is in use.
        let reason = descriptor < 0 ? errno : ENFILE
        if descriptor >= 0 { Glibc.close(descriptor) }
        let notice = Self.refusal(of: node, reason: reason)
        if notice.code == .permissionDenied { refused.insert(node) }
        // A node that is still refused was reported.
        if failures.updateValue(notice.text, forKey: node) != notice.text { notices.append(notice) }
        return -reason
    }

    func isStillRefused(_ node: String) -> Bool {
        let descriptor = unsafe Glibc.open(node, O_RDONLY | O_NONBLOCK | O_CLOEXEC)
        guard descriptor >= 0 else { return errno == EACCES || errno == EPERM }
        Glibc.close(descriptor)
        return false
    }

    func forget(_ node: String) {
        failures[node] = nil
        refused.remove(node)
    }

    func close(_ descriptor: Int32) {
        if let (node, open) = nodes.first(where: { $0.value.descriptor == descriptor }) {
            open.tap?.close()
            nodes[node] = nil
        }
        Glibc.close(descriptor)
    }

    /// Takes out the pending notices; mostly none.
    func takeNotices() -> [Notice] {
        guard hasNotices else { return [] }
        let taken = notices
        notices = []
        return taken
    }

    func log(_ text: String, priority: Notice.Priority) {
        let line = text.last == "\n" ? text.dropLast() : text[...]
        let isExpected = isRepeated(line) || ignored.contains { line.mentions($0) }
        notices.append(Notice(.libinput, isExpected ? .debug : priority, text: "libinput: " + line))
    }

    /// Whether the same message was logged before, apart from numbers: a broken driver repeats it with every frame.
    private func isRepeated(_ line: Substring) -> Bool {
        let words = String(line.filter { !$0.isNumber })
        guard said.count < Self.maxSentences else { return said.contains(words) }
        return !said.insert(words).inserted
    }

    private static func refusal(of node: String, reason: Int32) -> Notice {
        guard reason == EACCES || reason == EPERM else {
            let sentence = SystemError.text(of: reason)
            return Notice(.cannotOpen, .error, text: "cannot open \(node): \(sentence)")
        }
        return Notice(
            .permissionDenied, .error,
            text: "\(node): permission denied (install touchd's udev rule and run as a member of group touchd-input)")
    }
}
