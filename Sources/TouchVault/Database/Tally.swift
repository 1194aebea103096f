/// State shared by all statements on one database: the work done, so that tests can compare two requests without a
/// clock, the error that stops further work, and whether the file is damaged.
final class Tally {
    var runs = 0
    /// How many instructions SQLite's virtual machine took for them: grows with every row that is read or passed over.
    var steps = 0
    /// How many rows were hashed for the guard's seal.
    var rows = 0
    /// The error that stops all further work, if any.
    var fault: VaultError?
    /// Whether SQLite found a page that cannot be one of its own.
    private(set) var isDamaged = false

    func noting(_ error: VaultError) -> VaultError {
        if error.isDamage { isDamaged = true }
        return error
    }
}
