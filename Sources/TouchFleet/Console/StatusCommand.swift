internal import Arguments
internal import System
internal import StrictJSON
internal import TouchCore

/// `touchctl fleet status`: each kiosk and its condition, from its last values.
enum StatusCommand {
    /// The console's clock may differ from the servers' by this much.
    private static let maxClockDifference = Interval.seconds(10)

    /// Prints one kiosk or all, or those with faults: exit status 0 if there are some, and all of them are well.
    static func run(
        _ bus: Bus, of kiosk: String?, expecting expected: Roster?, isOfFaults: Bool, isJSON: Bool
    ) throws(CommandError) -> ExitStatus {
        // The servers' clock: that of this machine may be wrong.
        var (fleet, now) = try FleetView.read(Listing(bus: bus), kiosk: kiosk)
        if let problem = clockProblem(.now, servers: now) { ConsoleProgram.complain(problem) }
        if let names = expected?.names { fleet.expect(kiosk.map { names.intersection([$0]) } ?? names) }
        if let kiosk, fleet.kiosks.isEmpty { throw .unknown(kiosk) }
        fleet.compareVaults(at: now)
        // A certificate that may read kiosks may be one that may not read this.
        let space = (try? SpaceCommand.read(bus)) ?? []
        let shown = fleet.kiosks.sorted { $0.key < $1.key }
            .filter { !isOfFaults || !$0.value.condition(at: now).isWell }
        if isJSON {
            for (name, view) in shown { try Listing.print(view.json(name, at: now).description) }
        } else {
            try Listing.print(fleet.totals(at: now))
            if !space.isEmpty { try Listing.print("space: " + space.map(SpaceCommand.short).joined(separator: "; ")) }
            let rows = shown.map { name, view in [name] + view.columns(at: now) }
            if !rows.isEmpty {
                var table = Table(["KIOSK"] + KioskView.titles)
                for row in rows { table.add(row) }
                try Listing.print(String(table.text.dropLast()))
            }
            if fleet.kiosks.isEmpty {
                try Listing.print("no kiosk has sent anything (--expect FILE names those that should)")
            }
        }
        let tight = space.filter(\.isTight)
        for one in tight { ConsoleProgram.complain(SpaceCommand.text(one)) }
        let isWell = fleet.kiosks.values.allSatisfy { $0.condition(at: now).isWell }
        return isWell && !fleet.kiosks.isEmpty && tight.isEmpty ? .passed : .refused
    }

    static func clockProblem(_ own: WallTime, servers: WallTime) -> String? {
        let difference = own.since(servers)
        let length = Interval.microseconds(abs(max(difference.microseconds, -.max)))
        guard length > maxClockDifference else { return nil }
        let word = difference > .zero ? "ahead of" : "behind"
        return "the clock of this machine is \(Listing.length(length)) \(word) the servers' (one of them is wrong; "
            + "ages and conditions are by the servers')"
    }
}
