/// The exit codes of `touchctl` and the programs it starts, which scripts may rely on.
///
/// `touchctl doctor` has the codes of monitoring systems instead: 0 fine, 1 warnings, 2 errors.
package enum ExitStatus: Int32, Sendable {
    case passed = 0
    /// Refused by the user or the daemon: wrong pattern, missed, cancelled, expired, not allowed.
    case refused = 1
    case usage = 2
    /// Could not be tried: no daemon, no panel, another error.
    case couldNotRun = 3
}
