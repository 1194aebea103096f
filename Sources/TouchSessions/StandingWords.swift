package import StrictJSON
internal import TouchCore
package import TouchVault

extension ResultStanding {
    /// A user's standing in the fields of the interfaces.
    var fields: JSONObject {
        [
            "attemptsLeft": .integer(Int64(attemptsLeft)),
            "attemptsUntilLocked": attemptsUntilLocked.map { .integer(Int64($0)) },
            "waitUSec": wait.map { .integer($0.microseconds) }, "locked": isLocked ? true : nil,
        ]
    }
}

extension Standing {
    /// A user's standing in the fields of the interfaces.
    package var fields: JSONObject { ResultStanding(self).fields }

    /// Why a drawing is not judged, in the word of `io.touchd.unlock`.
    var refusal: Word {
        switch bar {
        case .none, .wait, .exhausted, .altered: "locked"
        case .inactive(.active): "locked"
        case .inactive(.disabled): "disabled"
        // The word without the pattern is for a call whose time is over.
        case .inactive(.expired): "secret_expired"
        case .inactive(.recovering): "recovering"
        }
    }
}

extension JSONObject {
    /// Copies all members of another object.
    package mutating func add(_ other: JSONObject) {
        for (key, value) in other { self[key] = value }
    }
}
