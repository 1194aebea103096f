/// Counts what was done on one database, so that tests can compare the work of two requests without a clock.
final class Tally {
    /// How many prepared statements were run.
    var runs = 0
    /// How many rows were hashed for the guard's seal.
    var rows = 0
}
