package import EventLoop
package import TouchCore
internal import TouchDevice

/// The panels that report touches which nobody makes.
///
/// Places of touches while a secret is on screen are left out, and only 3,000 such touches within a minute count, so nothing
/// that is told depends on how one is entered.
package final class StormWatch {
    /// How long after its last sign a storm is over.
    static let calm = Interval.seconds(3_600)

    /// How many unplugged panels are remembered.
    private static let maxUnplugged = 4

    /// A panel, and what its touches had in common: also before it was unplugged and plugged in again.
    private struct Known {
        /// Nil while it is unplugged.
        var panel: DeviceID?
        let identity: String
        var signs = StormSigns()
        /// Its last sign since it was plugged in.
        var last: Instant?
    }

    /// Unplugged ones in the order in which they left.
    private var known: [Known] = []
    private let panels: Panels
    private let log: Journal

    /// No panel is known.
    package init(panels: Panels, log: Journal) { (self.panels, self.log) = (panels, log) }

    /// The names of the panels in a storm.
    package func names(at now: Instant) -> [String] {
        known.filter { Self.isStorm($0.last, now) }.compactMap { $0.panel.flatMap(panels.identifier(of:)) }.sorted()
    }

    private static func isStorm(_ last: Instant?, _ now: Instant) -> Bool { last.map { now.since($0) < calm } ?? false }

    func add(_ device: Device) {
        let identity = device.identity
        guard let index = known.firstIndex(where: { $0.panel == nil && $0.identity == identity }) else {
            return known.append(Known(panel: device.id, identity: identity))
        }
        known[index].panel = device.id
    }

    /// A panel was unplugged, which ends its storm until the next sign.
    func remove(_ panel: DeviceID) {
        guard let index = known.firstIndex(where: { $0.panel == panel }) else { return }
        var left = known.remove(at: index)
        (left.panel, left.last) = (nil, nil)
        known.append(left)
        guard known.count(where: { $0.panel == nil }) > Self.maxUnplugged,
            let oldest = known.firstIndex(where: { $0.panel == nil })
        else { return }
        known.remove(at: oldest)
    }

    /// Handles a frame in which fingers landed, perhaps on a secret.
    func note(_ frame: borrowing Frame, isSecret: Bool) {
        for index in known.indices where known[index].panel == frame.device {
            for place in frame.contacts.indices where frame.contacts[place].phase == .began {
                let spot = isSecret ? nil : frame.contacts[place].place
                guard let sign = known[index].signs.land(at: spot, frame.time) else { continue }
                if !Self.isStorm(known[index].last, frame.time) { say(sign, frame.device) }
                known[index].last = frame.time
            }
        }
    }

    private func say(_ sign: StormSigns.Sign, _ panel: DeviceID) {
        let how: String
        switch sign {
        case .rate: how = "\(StormSigns.rate) within a minute"
        case .place(let place):
            how = "again and again at \(Int(place.x * 100)) %, \(Int(place.y * 100)) % of the panel, and not beside it"
        }
        log.warning(
            "panel \(panel.number) reports ghost touches: \(how) (touchctl doctor)",
            messageID: MessageID.storm)
    }
}
