import Glibc
import Testing

extension Trait where Self == ConditionTrait {
    static var needsRoot: Self { .enabled(if: geteuid() == 0, "skipped: only root can connect as another user") }
}
