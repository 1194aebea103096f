/// The version of all three programs.
public enum Version {
    /// As `--version` prints it.
    public static let text = "0.1.0"
}
