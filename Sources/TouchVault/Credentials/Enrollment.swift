internal import TouchConfiguration
package import TouchCore

/// Which of a user's two secrets of one kind.
package enum SecretSlot: String, Hashable, Sendable, CaseIterable {
    case everyday
    /// The duress secret: it passes too, and is reported to those who see all results.
    case duress
}

/// The slow part of storing a new secret, to be run on a worker.
///
///     vault.beginEnrollment(user)  loop     a fresh salt
///     enrollment.run(pattern)      worker   Argon2id
///     vault.store(outcome)        loop     replaces the user's pattern
package struct Enrollment: Sendable {
    /// The user the secret is for.
    package let user: UserName
    /// The kind of secret.
    package let kind: SecretKind
    /// Which of the user's two secrets.
    package let slot: SecretSlot
    let salt: [UInt8]
    let parameters: StretchParameters
    /// The row of the credential to change; nil if a new one is created.
    let credential: Int64?
    /// The calibration to run first: an everyday secret, or the first of its kind, is stretched with its parameters.
    let measured: StretchParameters?
    /// Whether there is no other secret of the user that must be stretched in the same way.
    let isFirst: Bool

    /// Stretches the secret; slow, safe on any thread.
    package func run(_ pattern: Secret) throws(VaultError) -> EnrollmentOutcome {
        precondition(pattern.kind == kind, "what is stored is what was asked for")
        let found = try measured.map { wanted throws(VaultError) in try calibrated(wanted, with: pattern) }
        let used = isFirst ? found ?? parameters : parameters
        let stretched = try SecretHash.stretch(pattern, salt: salt, parameters: used)
        return EnrollmentOutcome(
            enrollment: self, parameters: used, stretched: stretched, form: pattern.form)
    }

    private func calibrated(
        _ wanted: StretchParameters, with pattern: Secret
    ) throws(VaultError) -> StretchParameters {
        try HashCalibration.parameters(memoryBytes: wanted.memoryBytes) { tried throws(VaultError) in
            try HashCalibration.measure(pattern, salt: salt, tried)
        }
    }
}

/// The output of ``Enrollment/run(_:)``, stored by ``Vault/store(_:at:)``.
package final class EnrollmentOutcome: Sendable {
    let enrollment: Enrollment
    let parameters: StretchParameters
    let stretched: SecretBytes
    let form: SecretForm

    init(
        enrollment: Enrollment, parameters: StretchParameters, stretched: consuming SecretBytes, form: SecretForm
    ) {
        self.enrollment = enrollment
        self.parameters = parameters
        self.stretched = stretched
        self.form = form
    }

    func secret(with pepper: borrowing SecretBytes) throws(VaultError) -> StoredSecret {
        let verifier = try SecretHash.verifier(of: stretched, as: enrollment.slot, with: pepper)
        return StoredSecret(parameters: parameters, salt: enrollment.salt, verifier: verifier)
    }
}
