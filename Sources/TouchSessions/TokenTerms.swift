import StrictJSON
package import TouchConfiguration
internal import TouchCore
internal import TouchScreen
package import TouchVault
package import Varlink

extension TokenIssuer.Policy {
    /// The policy that an administrator set.
    package init(_ configuration: Configuration) {
        let token = configuration.token
        let trust = PanelTrust(configuration.input)
        self.init()
        issuer = token.issuer.isEmpty ? nil : token.issuer
        provenance = Set(trust.possible.compactMap { Word($0.rawValue) })
        unlockSeconds = token.unlockLifetime.microseconds / 1_000_000
        captchaSeconds = token.captchaLifetime.microseconds / 1_000_000
    }
}

extension TokenBinding {
    /// The binding that a call requests; fails the call if it is invalid.
    package static func asked(by call: Call) -> TokenBinding? {
        let claims = call.parameters["claims"]?.objectValue
        func text(_ key: String) -> String? { claims?[key]?.stringValue }
        do throws(Field) {
            return try TokenBinding(audience: text("audience"), nonce: text("nonce"), action: text("action"))
        } catch {
            call.fail(
                .invalidParameter("claims.\(error.rawValue)", allowed: "1 to \(error == .action ? 64 : 256) bytes"))
            return nil
        }
    }
}
