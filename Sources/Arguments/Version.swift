/// The version of all programs.
public enum Version {
    /// As `--version` prints it.
    public static let text = "0.2.0"
}
