internal import TouchConfiguration
internal import TouchCore

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
    let user: UserName
    let kind: SecretKind
    let slot: SecretSlot
    let stretching: Stretching
    /// The row of the credential to change; nil if a new one is created.
    let credential: Int64?
    /// The calibration to run first: an everyday secret, or the first of its kind, is stretched with its parameters.
    let measured: StretchParameters?
    /// Whether there is no other secret of the user that must be stretched in the same way.
    let isFirst: Bool

    /// Stretches the secret; slow, safe on any thread.
    package func run(_ pattern: Secret) throws(VaultError) -> EnrollmentOutcome {
        precondition(pattern.kind == kind, "what is stored is what was asked for")
        let found = try measured.map { wanted throws(VaultError) in
            try HashCalibration.parameters(memoryBytes: wanted.memoryBytes) { tried throws(VaultError) in
                try HashCalibration.measure(pattern, salt: stretching.salt, tried)
            }
        }
        var used = stretching
        if isFirst, let found { used = Stretching(salt: used.salt, parameters: found) }
        let stretched = try SecretHash.stretch(pattern, salt: used.salt, parameters: used.parameters)
        return EnrollmentOutcome(enrollment: self, stretching: used, stretched: stretched, form: pattern.form)
    }
}

/// The output of ``Enrollment/run(_:)``, stored by ``Vault/store(_:at:)``.
package final class EnrollmentOutcome: Sendable {
    let enrollment: Enrollment
    let stretching: Stretching
    let stretched: SecretBytes
    let form: SecretForm

    init(enrollment: Enrollment, stretching: Stretching, stretched: consuming SecretBytes, form: SecretForm) {
        self.enrollment = enrollment
        self.stretching = stretching
        self.stretched = stretched
        self.form = form
    }
}
