internal import Arguments
internal import StrictJSON
internal import TouchCore
internal import Varlink

extension VarlinkError {
    var sentence: String {
        func word(_ key: String) -> String { parameters.text(key) ?? "?" }
        return switch name.split(separator: ".").last {
        case "PermissionDenied": "permission denied (run it as root, or see [access] in touchd.conf)"
        case "InvalidParameter":
            "invalid parameter \(word("parameter"))\(parameters.text("allowed").map { " (allowed: \($0))" } ?? "")"
        case "NoPanel" where parameters["panel"] == nil: "no touch panel is plugged in"
        case "NoPanel": "no such panel is plugged in (see touchctl devices)"
        case "NoFrontEnd": "no front end serves the screen"
        case "NoSuchUser": "\(word("user")) has no \(SecretScheme.anyName)"
        case "TooManyAsked": "enrollments of too many users are asked for (withdraw some)"
        case "NoSuchWidget": "the widget \(word("widget")) is no longer on screen, or is not for this (try again)"
        case "RecordAltered":
            "failed attempts of \(word("user")): record changed by another program (use the recovery key, or enroll again)"
        case "ProofRefused":
            "current \(SecretScheme.anyName): proof refused: \(Self.proofFaults[word("reason")] ?? word("reason")) (try again)"
        case "MalformedKey": "invalid recovery key: expected 64 letters of cbdefghijklnrtuv"
        case "Busy": Self.busy(word("reason"), parameters.whole("uid"))
        case "NoSuchScene": "no scene \(word("scene")) on screen, or it is not yours"
        case "NoSuchRequest": "the request is over, or another front end shows it"
        case "NoSuchChallenge": "the captcha is over, or is on screen already (ask for a new one)"
        case "BadWidget": word("reason")
        case "NoPicture": "no other picture for this captcha: it is over, or too many were requested"
        case "TooManyChallenges": "too many open captchas (wait until some end)"
        case "NoTrial": "no calibration is on trial"
        case "NoAlarm": "no alarm to clear"
        case "NoSuchResult": "no result \(word("id"))"
        case "Unfinished":
            "not all results could be checked in time; the first \(parameters.whole("checked") ?? 0) are intact"
        case "StorageFailed": "stored data cannot be read or written (see journalctl -u touchd)"
        default: description
        }
    }

    /// Who or what is in the way; `uid`, whose scene it is, is nil if the daemon did not say, or it is nobody's.
    private static func busy(_ reason: String, _ uid: Int64?) -> String {
        let user = uid.map { "uid \($0)" } ?? "another user"
        return switch reason {
        case "requests": "too many requests wait for the screen (try again when some have ended)"
        case "scenes": "too many scenes are on screen (see touchctl scenes)"
        case "widget": "another program waits for this widget already (see touchctl scenes)"
        case "study": "another study is in progress (wait for its end, or interrupt it)"
        case "calibration": "\(user) is calibrating a panel"
        default: "the screen is held by \(user) (see touchctl scenes)"
        }
    }

    /// Why a proof is not valid, by the words of the interface.
    private static let proofFaults = [
        "bad_request": "it is malformed", "key_unknown": "its key was revoked",
        "signature_mismatch": "its signature is wrong", "audience_mismatch": "it was made for another purpose",
        "nonce_mismatch": "it was made for another request",
        "token_expired": "it is too old, or the user was changed meanwhile", "token_used": "it was used before",
        "subject_mismatch": "it is another user's",
        "strong_needed": "it proves the weaker secret",
    ]
}

extension CommandError {
    /// The daemon cannot be reached, refuses the call, or does not respond.
    static func client(_ error: ClientError) -> CommandError {
        guard case .remote(let remote) = error else {
            return CommandError(error.description, status: .couldNotRun, cause: error)
        }
        let status: ExitStatus =
            switch remote.name {
            case "org.varlink.service.PermissionDenied": .refused
            case "org.varlink.service.InvalidParameter": .usage
            default: .couldNotRun
            }
        return CommandError(remote.sentence, status: status, cause: error)
    }

    /// An error of the daemon, with the rejected value of the call.
    ///
    /// Only values that are not secret are shown: no keys, no tokens.
    static func answer(_ error: ClientError, to parameters: JSONObject) -> CommandError {
        guard case .remote(let remote) = error, remote.name == "org.varlink.service.InvalidParameter",
            let path = remote.parameters["parameter"]?.stringValue?.split(separator: ".").map(String.init),
            let name = path.last, let form = forms[name],
            let value = path.dropLast().reduce(parameters, { $0[$1]?.objectValue ?? [:] })[name]?.stringValue
        else { return .client(error) }
        let shown = value.count > 80 ? value.prefix(80) + "…" : value[...]
        return .usage("invalid \(name) \"\(shown)\": \(form)")
    }

    /// The required form of texts from users, by the name of the parameter.
    private static let forms = [
        "user": "expected 1 to 64 letters a-z and A-Z, digits and . _ - @, not starting with -",
        "audience": "expected 1 to 256 bytes without control characters",
        "nonce": "expected 1 to 256 bytes without control characters",
        "action": "expected 1 to 64 bytes without control characters",
        "head": "expected a number, a colon and 64 hexadecimal digits",
    ]

    func isRemote(_ name: String) -> Bool {
        if case .remote(let error)? = cause as? ClientError { error.name == name } else { false }
    }

    static func violation(_ reason: String) -> CommandError { .client(.violation(reason)) }

    static func missing(_ what: String) -> CommandError { .violation("call ended without reporting \(what)") }
}
