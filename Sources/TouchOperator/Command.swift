internal import StrictJSON
package import TouchCore

/// A command that a kiosk accepts remotely; there are no others.
package enum Command: Equatable, Sendable {
    case disable(user: String)
    case enable(user: String)
    /// Let the secrets of a user expire at a moment, or ``TouchCore/WallTime/never``.
    case expire(user: String, at: WallTime)
    /// Clear the wrong drawings of a user.
    case clearWait(user: String)
    case reload
    /// Replace the drop-in file of the fleet; an empty text removes its settings.
    case dropIn(text: String)
    /// Make a support bundle and deliver it.
    case bundle
    /// Let front ends show that the enrollment of a user is asked for, until then in microseconds since 1970; a moment that
    /// has passed withdraws it; nil: as long as the kiosk usually does.
    case askEnroll(user: String, at: WallTime?)

    /// The word on the wire and on the command line, and what stands beside it on the wire.
    var wire: (name: String, arguments: JSONObject) {
        func of(_ user: String, at moment: WallTime? = nil) -> JSONObject {
            ["user": .string(user), "expiresWallTimeUSec": moment.map { .integer($0.microseconds) }]
        }
        return switch self {
        case .disable(let user): ("disable", of(user))
        case .enable(let user): ("enable", of(user))
        case .expire(let user, let moment): ("expire", of(user, at: moment))
        case .clearWait(let user): ("clear-wait", of(user))
        case .reload: ("reload", [:])
        case .dropIn(let text): ("drop-in", ["text": .string(text)])
        case .bundle: ("bundle", [:])
        case .askEnroll(let user, let moment): ("ask-enroll", of(user, at: moment))
        }
    }

    /// Reads the command in claims; nil if there is none of that name, or arguments are missing or unknown.
    init?(_ claims: JSONObject) {
        guard let arguments = claims["arguments"]?.objectValue else { return nil }
        let moment = arguments["expiresWallTimeUSec"].map { WallTime(microseconds: $0.integerValue ?? -1) }
        let command: Command? =
            switch (claims.text("command"), arguments.text("user"), moment) {
            case ("disable", let user?, nil): .disable(user: user)
            case ("enable", let user?, nil): .enable(user: user)
            case ("expire", let user?, let moment?): .expire(user: user, at: moment)
            case ("clear-wait", let user?, nil): .clearWait(user: user)
            case ("reload", nil, nil): .reload
            case ("drop-in", nil, nil): arguments.text("text").map { .dropIn(text: $0) }
            case ("bundle", nil, nil): .bundle
            case ("ask-enroll", let user?, let moment): .askEnroll(user: user, at: moment)
            default: nil
            }
        guard let command, command.wire.arguments == arguments, moment?.microseconds ?? 0 >= 0 else { return nil }
        self = command
    }
}
