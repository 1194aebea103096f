/// State shared by all statements on one database: the work done, so that tests can compare two requests without a
/// clock, and the error that stops further work.
final class Tally {
    /// How many prepared statements were run.
    var runs = 0
    /// How many rows were hashed for the guard's seal.
    var rows = 0
    /// The error that stops all further work, if any.
    var fault: VaultError?
}
