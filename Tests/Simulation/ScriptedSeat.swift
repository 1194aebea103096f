private import Glibc
package import TouchCore
package import TouchDevice
package import TouchInput

/// Panels whose events a test writes, as bytes of their nodes.
///
/// From there they take the way of a kernel's: tap, decoder, repair, filters, mapping. A panel has no kernel to ask,
/// though: what the decoder does not know after a loss, it learns from later events, and nobody can grab it.
package final class ScriptedSeat: PanelSource {
    package let rounds: PanelRounds
    /// Nobody waits for it: ``dispatch()`` follows each write.
    package var descriptor: Int32? { nil }
    /// A script has no other nodes.
    package var candidates: [Candidate] { [] }
    private var views: (any PanelViews)?
    private var panels: [(device: Device, description: DeviceDescription, node: Node)] = []

    /// A node's two ends.
    private final class Node {
        let reader: Int32
        let writer: Int32

        init() {
            var ends: [Int32] = [-1, -1]
            precondition(unsafe pipe(&ends) == 0, "a pipe can be made")
            (reader, writer) = (ends[0], ends[1])
            for end in ends {
                _ = fcntl(end, F_SETFL, O_NONBLOCK)
                _ = fcntl(end, F_SETFD, FD_CLOEXEC)
            }
        }

        deinit {
            close(reader)
            close(writer)
        }
    }

    /// - Parameter now: the present time.
    package init(now: @escaping () -> Instant) { rounds = PanelRounds(now: now) }

    package func start(for sink: any SeatSink, views: any PanelViews) {
        self.views = views
        rounds.begin(for: sink)
        for panel in panels { read(panel.device, panel.description, panel.node) }
    }

    package func dispatch() { rounds.dispatch() }

    package func tick() {
        dispatch()
        rounds.tick(at: rounds.now())
    }

    package func followViews() {
        if let views { rounds.follow(views) }
    }

    package func stop() {
        for panel in panels { rounds.remove(panel.device.id) }
        panels = []
    }

    /// Plugs a panel in; the seat needs not have started.
    package func plug(_ device: Device, _ description: DeviceDescription) {
        let node = Node()
        panels.append((device, description, node))
        read(device, description, node)
    }

    /// Unplugs a panel.
    package func unplug(_ id: DeviceID) {
        rounds.remove(id)
        panels.removeAll { $0.device.id == id }
    }

    /// Writes events of one moment to the node of a panel; read by the next ``dispatch()``.
    package func write(_ events: [(type: UInt16, code: UInt16, value: Int32)], at time: Instant, to panel: DeviceID) {
        guard let node = panels.first(where: { $0.device.id == panel })?.node else { return }
        var bytes: [UInt8] = []
        func append<Number>(_ number: Number) {
            unsafe withUnsafeBytes(of: number) { unsafe bytes.append(contentsOf: $0) }
        }
        for (type, code, value) in events {
            append(time.microseconds / 1_000_000)
            append(time.microseconds % 1_000_000)
            append(type)
            append(code)
            append(value)
        }
        let count = unsafe bytes.withUnsafeBytes { unsafe Glibc.write(node.writer, $0.baseAddress, $0.count) }
        precondition(count == bytes.count, "a pipe has room for one frame")
    }

    private func read(_ device: Device, _ description: DeviceDescription, _ node: Node) {
        guard let views else { return }
        let isRead = rounds.add(device, description, reading: node.reader, views.view(for: device))
        precondition(isRead, "there is room for a panel")
    }
}
