internal import Arguments
internal import StrictJSON
internal import System
internal import TouchCore

extension Console {
    /// The console's clock may differ from the servers' by this much.
    private static let maxClockDifference = Interval.seconds(10)

    /// `touchctl fleet status`: prints one kiosk or all, or those with faults, from their last values; exit status 0 if there
    /// are some, and all of them are well.
    func status(
        of kiosk: String?, expecting expected: Roster?, isOfFaults: Bool
    ) throws(CommandError) -> ExitStatus {
        // The servers' clock: that of this machine may be wrong.
        var (fleet, now) = try lastValues(of: kiosk)
        if let problem = Self.clockProblem(.now, servers: now) { ConsoleProgram.complain(problem) }
        if let names = expected?.names { fleet.expect(kiosk.map { names.intersection([$0]) } ?? names) }
        if let kiosk, fleet.kiosks.isEmpty { throw .unknown(kiosk) }
        fleet.compareVaults(at: now)
        // A certificate that may read kiosks may be one that may not read this.
        let spaces = (try? spaces()) ?? []
        let shown = fleet.kiosks.sorted { $0.key < $1.key }
            .filter { !isOfFaults || !$0.value.condition(at: now).isWell }
        if isJSON {
            for (name, view) in shown { try Self.print(view.json(name, at: now).description) }
        } else {
            try Self.print(fleet.totals(at: now))
            if !spaces.isEmpty { try Self.print("space: " + spaces.map(\.short).joined(separator: "; ")) }
            if !shown.isEmpty {
                let rows = shown.map { name, view in [name] + view.columns(at: now) }
                try Self.print(String(Table.text(["KIOSK"] + KioskView.titles, rows).dropLast()))
            }
            if fleet.kiosks.isEmpty {
                try Self.print("no kiosk has sent anything (--expect FILE names those that should)")
            }
        }
        let tight = spaces.filter(\.isTight)
        for one in tight { ConsoleProgram.complain(one.text) }
        let isWell = fleet.kiosks.values.allSatisfy { $0.condition(at: now).isWell }
        return isWell && !fleet.kiosks.isEmpty && tight.isEmpty ? .passed : .refused
    }

    static func clockProblem(_ own: WallTime, servers: WallTime) -> String? {
        let difference = own.since(servers)
        let length = Interval.microseconds(abs(max(difference.microseconds, -.max)))
        guard length > maxClockDifference else { return nil }
        let word = difference > .zero ? "ahead of" : "behind"
        return "the clock of this machine is \(Self.length(length)) \(word) the servers' (one of them is wrong; "
            + "ages and conditions are by the servers')"
    }

    /// `touchctl fleet forget`: removes the last values of a kiosk that is gone; of one that reports now only if that is forced.
    func forget(_ kiosk: String, isForced: Bool) throws(CommandError) -> ExitStatus {
        let (fleet, now) = try lastValues(of: kiosk)
        guard let view = fleet.kiosks[kiosk] else { throw .unknown(kiosk) }
        guard isForced || !view.isHeard(at: now) else {
            throw .refused(
                "\(kiosk) reports now, \(view.age(at: now)), and would be back in a moment (remove its lines from "
                    + "kiosks.conf or stop its touchd-fleet, or use --force)")
        }
        try reply { bus throws(FleetError) in try bus.purge(FleetNames.bucketStream, FleetNames.key(kiosk, "*")) }
        try Self.print("\(kiosk) is forgotten; its results stay until their time is over")
        return .passed
    }

    /// The last values of all kiosks, or of one, and when they were read, by the servers' clock.
    private func lastValues(of kiosk: String?) throws(CommandError) -> (FleetView, now: WallTime) {
        var view = FleetView()
        let now = try messages(
            FleetNames.bucketStream, FleetNames.key(kiosk ?? "*", "*"), from: .lastOfEachSubject
        ) { message, json in
            view.apply(message.subject, json, stored: message.stored)
        }
        return (view, now)
    }
}
