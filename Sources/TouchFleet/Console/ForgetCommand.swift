internal import Arguments

/// `touchctl fleet forget`: removes the last values of a kiosk that is gone.
enum ForgetCommand {
    /// Those of a kiosk that reports now are removed only if that is forced.
    static func run(_ bus: Bus, _ kiosk: String, isForced: Bool) throws(CommandError) -> ExitStatus {
        let (fleet, now) = try FleetView.read(Listing(bus: bus), kiosk: kiosk)
        guard let view = fleet.kiosks[kiosk] else { throw .unknown(kiosk) }
        guard isForced || !view.isHeard(at: now) else {
            throw .refused(
                "\(kiosk) reports now, \(view.age(at: now)), and would be back in a moment (remove its lines from "
                    + "kiosks.conf or stop its touchd-fleet, or use --force)")
        }
        do throws(FleetError) { try bus.purge(FleetNames.bucketStream, FleetNames.key(kiosk, "*")) } catch {
            throw .bus(error)
        }
        try Listing.print("\(kiosk) is forgotten; its results stay until their time is over")
        return .passed
    }
}
