internal import System
internal import EventLoop
internal import TouchInput
internal import TouchScreen
internal import TouchVault

extension Surroundings {
    /// Those of this machine.
    static func machine(seat: String, isVerbose: Bool) throws(DaemonError) -> Surroundings {
        let loop: EventLoop
        do throws(SystemError) { loop = try EventLoop() } catch { throw DaemonError(error) }
        let panels: Seat
        do throws(SeatError) {
            panels = try Seat(seat, isVerbose: isVerbose, now: { [unowned loop] in loop.now })
        } catch { throw DaemonError(error) }
        do throws(VaultError) {
            return Surroundings(
                loop: loop, boot: try .current(), seat: panels, units: ServiceUnits(on: loop))
        } catch { throw DaemonError(error) }
    }
}
