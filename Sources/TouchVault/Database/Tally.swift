/// What all statements on one database have in common: what was done, so that tests can compare the work of two requests
/// without a clock, and whether anything may be.
final class Tally {
    /// How many prepared statements were run.
    var runs = 0
    /// How many rows were hashed for the guard's seal.
    var rows = 0
    /// The error that stops all further work; nil: none.
    var fault: VaultError?
}
