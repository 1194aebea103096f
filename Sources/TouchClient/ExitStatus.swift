/// The exit codes of `touchctl`, which scripts may rely on.
///
/// `touchctl doctor` has the codes of monitoring systems instead: 0 fine, 1 warnings, 2 errors.
public enum ExitStatus: Int32, Sendable {
    /// It passed, or it was done.
    case passed = 0
    /// The person or the daemon said no: wrong pattern, missed, cancelled, expired, not allowed.
    case refused = 1
    /// The command line makes no sense.
    case usage = 2
    /// It could not be tried: no daemon, no panel, an error on the way.
    case couldNotRun = 3
}
