internal import StrictJSON
internal import TouchVault

extension Standing {
    /// The fields in which `io.touchd.unlock` says how a user stands.
    var fields: JSONObject {
        var fields: JSONObject = ["attemptsLeft": .integer(Int64(attemptsLeft))]
        fields["attemptsUntilLocked"] = attemptsUntilLocked.map { .integer(Int64($0)) }
        switch bar {
        case .none: break
        case .wait(let microseconds): fields["waitUSec"] = .integer(microseconds)
        case .exhausted, .altered: fields["locked"] = true
        }
        return fields
    }
}

extension JSONObject {
    /// Takes over all members of another object.
    mutating func add(_ other: JSONObject) {
        for (key, value) in other { self[key] = value }
    }
}
