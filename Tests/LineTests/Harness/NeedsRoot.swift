import Glibc
import Testing

extension Trait where Self == ConditionTrait {
    /// Skips if tests cannot run as other users.
    static var needsRoot: Self { .enabled(if: geteuid() == 0, "skipped: only root can connect as another user") }
}
