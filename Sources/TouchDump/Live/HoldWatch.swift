import EventLoop
import TouchCore
import TouchInput

/// Tells a dump when a touchd has a panel for itself: then nothing arrives, and nothing is broken.
///
/// Has the seat open nodes again that the kernel took away, too.
final class HoldWatch {
    /// How often it looks, in microseconds; a technician does not wait longer for an answer.
    private static let period: Int64 = 250_000

    private let seat: Seat
    private let printer: DumpPrinter
    private var held: Set<DeviceID> = []
    private var timer: Timer?

    /// Looks at once, and then again and again.
    init(loop: EventLoop, seat: Seat, printer: DumpPrinter) throws(SystemError) {
        (self.seat, self.printer) = (seat, printer)
        timer = try loop.timer { [unowned self, unowned loop] in look(loop) }
        look(loop)
    }

    private func look(_ loop: EventLoop) {
        if seat.nextDeadline != nil { seat.tick() }
        for device in seat.devices {
            let isHeld = seat.isHeldByTouchd(device.id)
            guard isHeld != held.contains(device.id) else { continue }
            if isHeld { held.insert(device.id) } else { held.remove(device.id) }
            let text = isHeld ? "grabbed by touchd: nothing will arrive" : "given back by touchd"
            printer.notice(Notice(.held, .warning, device: device.id, text: "\(device.node): \(text)"))
        }
        timer?.arm(atMicroseconds: loop.nowMicroseconds + Self.period)
    }
}
