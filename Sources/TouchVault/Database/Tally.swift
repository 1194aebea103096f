/// Counts the statements run on one database, so that tests can compare the work of two requests without a clock.
final class Tally {
    /// How many prepared statements were run.
    var runs = 0
}
