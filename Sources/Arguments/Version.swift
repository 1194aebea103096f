/// The version of all programs.
package enum Version {
    /// As `--version` prints it.
    package static let text = "0.2.0"
}
