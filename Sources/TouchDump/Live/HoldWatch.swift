import EventLoop
import TouchCore
import TouchInput

/// Tells a dump when a touchd has a panel for itself: then nothing arrives, and nothing is broken.
///
/// Has the seat open nodes again that the kernel took away, too. While nobody opens or closes a node, and no node is lost, nothing
/// wakes it.
final class HoldWatch {
    /// How much later it looks again, in microseconds: the mark of a touchd that died goes a moment after its node was closed.
    private static let afterward: Int64 = 250_000

    private let loop: EventLoop
    private let seat: Seat
    private let printer: DumpPrinter
    private var held: Set<DeviceID> = []
    private var nodes: [DeviceID: FileWatch] = [:]
    private var again: Timer?
    private var due: Timer?

    /// Looks at once.
    init(loop: EventLoop, seat: Seat, printer: DumpPrinter) throws(SystemError) {
        (self.loop, self.seat, self.printer) = (loop, seat, printer)
        again = try loop.timer { [unowned self] in look() }
        due = try loop.timer { [unowned self] in
            seat.tick()
            follow()
        }
        follow()
    }

    /// Watches the panels that there are now; to be called after the seat was read.
    func follow() {
        let devices = seat.devices
        if nodes.count != devices.count || !devices.allSatisfy({ nodes[$0.id] != nil }) {
            nodes = nodes.filter { node in devices.contains { $0.id == node.key } }
            for device in devices where nodes[device.id] == nil {
                // Of a node that cannot be watched nothing is said: its touches are shown all the same.
                nodes[device.id] = try? FileWatch(loop, path: device.node, for: .opened) { [unowned self] in
                    look()
                    again?.arm(atMicroseconds: self.loop.nowMicroseconds + Self.afterward)
                }
            }
            look()
        }
        due?.set(microseconds: seat.nextDeadline?.microseconds)
    }

    private func look() {
        for device in seat.devices {
            let isHeld = seat.isHeldByTouchd(device.id)
            guard isHeld != held.contains(device.id) else { continue }
            if isHeld { held.insert(device.id) } else { held.remove(device.id) }
            let text = isHeld ? "grabbed by touchd: no touches will arrive" : "released by touchd"
            printer.notice(Notice(.held, .warning, device: device.id, text: "\(device.node): \(text)"))
        }
    }
}
