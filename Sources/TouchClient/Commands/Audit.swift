internal import Arguments
internal import StrictJSON

/// `touchctl audit`: checks whether the stored results were changed.
enum Audit {
    static func head(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.result.Head")
        session.show(reply) { "\($0["head"]?.stringValue ?? "?")\n" }
        return .passed
    }

    /// Prints the public key of heads and checkpoints.
    static func key(_ session: Session) throws(CommandError) -> ExitStatus {
        let reply = try session.call("io.touchd.result.Head")
        session.show(reply) { "\($0["key"]?.objectValue?.description ?? "?")\n" }
        return .passed
    }

    static func verify(_ session: Session, head: String?) throws(CommandError) -> ExitStatus {
        // The time depends on the number of results; an interrupt ends the check.
        var status: ExitStatus?
        try session.stream("io.touchd.result.VerifyChain", ["head": head.map { .string($0) }]) { reply in
            // A head that cannot be compared proves nothing.
            let isProven = reply["intact"] == true && (head == nil || reply["compared"] == true)
            status = isProven ? .passed : .refused
            session.show(reply) { reply in
                let checked = reply["checked"]?.integerValue ?? 0
                if let broken = reply["broken"]?.stringValue {
                    let place = reply["sequence"]?.integerValue ?? 0
                    // A typing error in the head is not tampering.
                    let doubt = broken == "rewritten" ? "; check that the given head is the one you kept" : ""
                    return "\(broken) at result \(place); the \(checked) before it are intact\(doubt)\n"
                }
                let end = reply["head"]?.stringValue ?? "?"
                if reply["compared"] == true { return "\(checked) results intact, up to \(end)\n" }
                let why = head == nil ? "no head was given" : "the given head is older than the oldest result kept"
                return
                    "\(checked) results intact, up to \(end); cannot tell whether later ones were cut off: \(why)\n"
            }
            return true
        }
        return try session.told(status, "whether results were changed")
    }
}
