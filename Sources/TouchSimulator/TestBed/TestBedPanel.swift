import Glibc
import TouchCore
import TouchDevice

/// A panel that only the programs of one test bed see; needs neither root nor kernel support.
final class TestBedPanel: PanelBackend, @unchecked Sendable {
    /// High enough never to hide a real device: nodes missing in the test bed are looked up on the machine.
    private static let firstNumber = 20

    private let number: NodeNumber
    let node: String
    let environment: [String: String]

    private let description: DeviceDescription
    private let properties: [String: String]
    private var sequence: UInt64 = 0
    private let bed: TestBed
    private let isOwner: Bool
    private let server: NodeServer
    private let handler: IoctlHandler

    /// Makes a plugged panel in the test bed of `neighbor`, its newest panel, or in a new one if nil.
    init(
        _ description: DeviceDescription, properties: [String: String], preload: String, beside neighbor: TestBedPanel?,
        _ memory: PanelMemory
    ) throws(PanelError) {
        (self.description, self.properties) = (description, properties)
        number = NodeNumber(number: neighbor.map { $0.number.number + 1 } ?? Self.firstNumber)
        node = number.node
        if let neighbor { bed = neighbor.bed } else { bed = try TestBed() }
        isOwner = neighbor == nil
        handler = try IoctlHandler(memory)
        try bed.attach(handler, to: node)
        environment = [
            "UMOCKDEV_DIR": bed.root,
            "LD_PRELOAD": "\(preload):libumockdev-preload.so.0",
        ]
        server = NodeServer(path: "\(bed.root)/dev/.touchsim/input_event\(number.number)")
        try appear()
    }

    var canLoseEvents: Bool { true }
    var openers: Int { server.readers }
    var lastOpened: Instant { server.lastOpened }

    func write(_ events: [InputEvent]) throws(PanelError) { try server.write(events) }

    func drain(seconds: Int) { server.drain(seconds: seconds) }

    func revoke(alsoNext count: Int) throws(PanelError) { server.revoke(alsoNext: count) }

    func unplug() throws(PanelError) {
        // As with the kernel, the node is removed before its readers are notified.
        unsafe unlink(bed.root + node)
        server.close()
        // As with the kernel, events are sent while sysfs still has the device.
        try announce("remove")
        bed.remove(entries, folder: number.input)
    }

    func remove() {
        server.close()
        if isOwner { bed.clear() }
    }

    func plug() throws(PanelError) {
        try appear()
        try announce("add")
    }

    private func announce(_ action: String) throws(PanelError) {
        sequence += 1
        let own = [
            "DEVNAME": node, "MAJOR": "13", "MINOR": String(number.minor),
            "USEC_INITIALIZED": NodeNumber.initialized,
        ]
        let message = UdevMessage(
            action: action, path: String(number.event.dropFirst("/sys".count)), sequence: sequence,
            properties: allProperties.merging(own) { $1 })
        try UdevMonitors.send(message, in: bed.root)
    }

    private var allProperties: [String: String] {
        description.udevProperties.merging(properties) { _, given in given }
    }

    private var entries: [TestBedEntry] { description.sysfs(number, properties: allProperties) }

    private func appear() throws(PanelError) {
        try server.open()
        try bed.add(entries)
    }
}
