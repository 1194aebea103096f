import System
import EventLoop
import TouchCore
import TouchInput

/// Reports in a dump that a touchd has grabbed a panel, so that nothing arrives although nothing is broken.
///
/// Also makes the seat reopen nodes that the kernel revoked. It wakes up only when a node is opened, closed or lost.
final class HoldWatch {
    /// Delay of a second check: the mark of a touchd that died disappears a moment after its node is closed.
    private static let afterward = Interval.milliseconds(250)

    private let loop: EventLoop
    private let seat: Seat
    private let printer: DumpPrinter
    private var held: Set<DeviceID> = []
    private var nodes: [DeviceID: FileWatch] = [:]
    private var again: Timer?
    private var due: Timer?

    init(loop: EventLoop, seat: Seat, printer: DumpPrinter) throws(SystemError) {
        (self.loop, self.seat, self.printer) = (loop, seat, printer)
        again = try loop.timer { [unowned self] in look() }
        due = try loop.timer { [unowned self] in
            seat.tick()
            follow()
        }
        follow()
    }

    /// Watches the present panels; call it after the seat was read.
    func follow() {
        let devices = seat.devices
        if nodes.count != devices.count || !devices.allSatisfy({ nodes[$0.id] != nil }) {
            nodes = nodes.filter { node in devices.contains { $0.id == node.key } }
            for device in devices where nodes[device.id] == nil {
                // A node that cannot be watched is not reported: its touches are shown all the same.
                nodes[device.id] = try? FileWatch(loop, path: device.node, for: .opened) { [unowned self] in
                    look()
                    again?.arm(at: self.loop.now.advanced(by: Self.afterward))
                }
            }
            look()
        }
        due?.set(at: seat.nextDeadline)
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
