internal import Arguments
internal import TouchCore

/// `touchctl fleet forget`: removes the last values of a kiosk that is gone.
struct ForgetCommand {
    private let bus: Bus
    private let kiosk: String
    private let isForced: Bool

    /// - Parameter isForced: whether to remove those of a kiosk that reports now, too.
    init(_ bus: Bus, _ kiosk: String, isForced: Bool) {
        (self.bus, self.kiosk, self.isForced) = (bus, kiosk, isForced)
    }

    /// Removes them.
    func run() throws(CommandError) -> ExitStatus {
        let (fleet, now) = try FleetView.read(Listing(bus: bus), kiosk: kiosk)
        guard let view = fleet.kiosks[kiosk] else { throw .unknown(kiosk) }
        guard isForced || !view.isHeard(at: now) else {
            throw .refused(
                "\(kiosk) reports now, \(view.age(at: now)), and would be back in a moment (remove its lines from "
                    + "kiosks.conf or stop its touchd-fleet, or use --force)")
        }
        do throws(BusError) { try bus.purge(FleetNames.bucketStream, FleetNames.key(kiosk, "*")) } catch {
            throw .bus(error)
        }
        try Listing.print("\(kiosk) is forgotten; its results stay until their time is over")
        return .passed
    }
}
