internal import Journal
internal import StrictJSON

/// `touchctl unlock --pam`: what pam_exec asks for, answered by a finger on the screen.
///
/// Whatever is missing or strange is a refusal: nobody is let in by default.
struct PAMRequest {
    /// Longest prompt that the daemon takes, in bytes.
    private static let maxPrompt = 256

    private let user: String
    /// Who wants in: whom PAM says that it asks for, or else whoever is asked.
    let asker: String
    let prompt: String

    /// Reads the variables that pam_exec sets.
    ///
    /// - Throws: ``ControlError/pam(_:)`` if the person who logs in is not at the screen, or nobody authenticates.
    init(_ variable: (String) -> String?) throws(ControlError) {
        guard variable("PAM_TYPE") == "auth" else { throw .pam("pam_exec: only the type auth is supported") }
        guard let user = variable("PAM_USER"), !user.isEmpty else { throw .pam("pam_exec: PAM_USER is not set") }
        // Somebody in front of the kiosk would draw for somebody who is elsewhere.
        if let host = variable("PAM_RHOST"), !host.isEmpty {
            throw .pam("remote login from \(host): a pattern or PIN is entered at the screen")
        }
        let asker = variable("PAM_RUSER").flatMap { $0.isEmpty ? nil : $0 } ?? user
        self.user = user
        self.asker = Self.plain(asker)
        prompt = Self.plain("\(variable("PAM_SERVICE") ?? "login")\(asker == user ? "" : ", asked by \(asker)")")
    }

    /// What of a text may stand on a screen.
    private static func plain(_ text: String) -> String {
        let visible = text.unicodeScalars.filter { $0.isASCII && !$0.isControl }
        return String(String.UnicodeScalarView(visible.prefix(maxPrompt)))
    }

    /// Waits for the right drawing; what is printed reaches the person through the option `stdout` of pam_exec.
    func run(_ session: Session, attempts: Int64?, timeout: Int64?) throws(ControlError) -> ExitStatus {
        let parameters: JSONObject = [
            "user": .string(user), "prompt": .string(prompt), "asker": asker.isEmpty ? nil : .string(asker),
            "attempts": attempts.map { .integer($0) },
            "timeoutUSec": timeout.map { .integer($0) },
        ]
        var status = ExitStatus.refused
        try session.stream("io.touchd.unlock.Verify", parameters) { reply in
            if reply["ready"] != nil {
                session.output("\(SecretWords(reply["secret"]).entering) of \(user.onOneLine) on the screen.\n")
            }
            if let attempt = reply["attempt"]?.objectValue?.onOneLine, attempt["outcome"] != "passed" {
                let standing = Words.standing(attempt).map { ", \($0)" } ?? ""
                session.output("Not accepted (\(attempt["reason"]?.stringValue ?? "?"))\(standing).\n")
            }
            if let outcome = reply["outcome"] { status = outcome == "passed" ? .passed : .refused }
            return true
        }
        return status
    }
}
