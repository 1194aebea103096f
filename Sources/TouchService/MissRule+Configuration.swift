internal import TouchConfiguration
internal import TouchCore
internal import TouchVault

extension MissRule {
    /// The rule that the configuration asks for.
    init(_ asked: Configuration.Lockout) {
        self.init(
            misses: asked.misses, windowMicroseconds: asked.window.microseconds,
            firstMicroseconds: asked.first.microseconds, maxMicroseconds: asked.longest.microseconds)
    }
}
