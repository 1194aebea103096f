internal import StrictJSON
package import TouchCore

/// A command that a kiosk accepts remotely; there are no others.
package enum Command: Equatable, Sendable {
    /// Refuse every unlock of a user.
    case disable(user: String)
    /// Allow unlocks of a user again.
    case enable(user: String)
    /// Let the secrets of a user expire at a moment, or ``TouchCore/WallTime/never``.
    case expire(user: String, at: WallTime)
    /// Clear the wrong drawings of a user.
    case clearWait(user: String)
    /// Reload the configuration files.
    case reload
    /// Replace the drop-in file of the fleet; an empty text removes its settings.
    case dropIn(text: String)
    /// Make a support bundle and deliver it.
    case bundle
    /// Let front ends show that the enrollment of a user is asked for, until then in microseconds since 1970; a moment that
    /// has passed withdraws it; nil: as long as the kiosk usually does.
    case askEnroll(user: String, at: WallTime?)

    /// The word on the wire and on the command line.
    package var name: String {
        switch self {
        case .disable: "disable"
        case .enable: "enable"
        case .expire: "expire"
        case .clearWait: "clear-wait"
        case .reload: "reload"
        case .dropIn: "drop-in"
        case .bundle: "bundle"
        case .askEnroll: "ask-enroll"
        }
    }

    /// Its arguments.
    var arguments: JSONObject {
        switch self {
        case .disable(let user), .enable(let user), .clearWait(let user): ["user": .string(user)]
        case .expire(let user, let moment):
            ["user": .string(user), "expiresWallTimeUSec": .integer(moment.microseconds)]
        case .reload, .bundle: [:]
        case .dropIn(let text): ["text": .string(text)]
        case .askEnroll(let user, let moment):
            ["user": .string(user), "expiresWallTimeUSec": moment.map { .integer($0.microseconds) }]
        }
    }

    /// Reads a word and its arguments; nil if there is no such command, or arguments are missing or unknown.
    init?(_ name: String, _ arguments: JSONObject) {
        let user = arguments["user"]?.stringValue
        switch name {
        case "disable":
            guard let user else { return nil }
            self = .disable(user: user)
        case "enable":
            guard let user else { return nil }
            self = .enable(user: user)
        case "expire":
            guard let user, let moment = arguments["expiresWallTimeUSec"]?.integerValue, moment >= 0 else { return nil }
            self = .expire(user: user, at: WallTime(microseconds: moment))
        case "clear-wait":
            guard let user else { return nil }
            self = .clearWait(user: user)
        case "reload": self = .reload
        case "drop-in":
            guard let text = arguments["text"]?.stringValue else { return nil }
            self = .dropIn(text: text)
        case "bundle": self = .bundle
        case "ask-enroll":
            let moment = arguments["expiresWallTimeUSec"]?.integerValue
            guard let user, moment ?? 0 >= 0 else { return nil }
            self = .askEnroll(user: user, at: moment.map(WallTime.init(microseconds:)))
        default: return nil
        }
        guard self.arguments == arguments else { return nil }
    }
}
