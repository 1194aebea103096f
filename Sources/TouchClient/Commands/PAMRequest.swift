internal import Arguments
internal import StrictJSON
internal import TouchCore

/// `touchctl unlock --pam`: a request of pam_exec, answered by a finger on the screen.
///
/// Anything missing or invalid is a refusal.
struct PAMRequest {
    /// Maximum length of a prompt, in bytes.
    private static let maxPrompt = 256

    private let user: String
    /// The user who authenticates: the one PAM reports, or else the one it asks.
    let asker: String
    let prompt: String

    /// Reads the variables that pam_exec sets; refuses a remote login, and one without a user.
    init(_ variable: (String) -> String?) throws(CommandError) {
        guard variable("PAM_TYPE") == "auth" else { throw .refused("pam_exec: only the type auth is supported") }
        guard let user = variable("PAM_USER"), !user.isEmpty else { throw .refused("pam_exec: PAM_USER is not set") }
        // A remote user must not be authenticated by a person at the kiosk.
        if let host = variable("PAM_RHOST"), !host.isEmpty {
            throw .refused("remote login from \(host): a \(SecretScheme.anyName) is entered at the screen")
        }
        let asker = variable("PAM_RUSER").flatMap { $0.isEmpty ? nil : $0 } ?? user
        self.user = user
        self.asker = Self.plain(asker)
        prompt = Self.plain("\(variable("PAM_SERVICE") ?? "login")\(asker == user ? "" : ", asked by \(asker)")")
    }

    private static func plain(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { $0.isASCII && !$0.isControl }
        return String(String.UnicodeScalarView(visible.prefix(maxPrompt)))
    }

    /// Waits for the right drawing; the output reaches the user through the option `stdout` of pam_exec.
    func run(_ session: Session, attempts: Int64?, timeout: Interval?) throws(CommandError) -> ExitStatus {
        let parameters: JSONObject = [
            "user": .string(user),
            "asking": ["prompt": .string(prompt), "asker": asker.isEmpty ? nil : .string(asker)],
            "maxAttempts": attempts.map { .integer($0) },
            "timeoutUSec": timeout.map { .integer($0.microseconds) },
        ]
        var status = ExitStatus.refused
        try session.stream("io.touchd.unlock.Verify", parameters) { reply in
            if reply["ready"] != nil {
                session.output(
                    "\(SecretScheme(named: reply["secret"]).words.entering) of \(user.onOneLine) on the screen.\n")
            }
            if let attempt = reply["attempt"]?.objectValue?.onOneLine, attempt["outcome"] != "passed" {
                let standing = Words.standing(attempt).map { ", \($0)" } ?? ""
                session.output("Not accepted (\(attempt.text("reason") ?? "?"))\(standing).\n")
            }
            status = reply.exitStatus ?? status
            return true
        }
        return status
    }
}
