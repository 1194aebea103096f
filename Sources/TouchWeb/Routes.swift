/// The addresses that are not files.
package enum Routes {
    /// The WebSocket to the daemon; a plain GET reports whether it would be opened, and if not, why.
    package static let daemon = "/touchd"
    /// The WebSocket to touchsim's control socket, only in a demonstration (`--touchsim`).
    package static let touchsim = "/touchsim"
    /// The WebSocket sub-protocol: a message is a text message.
    package static let protocolName = "touchd"
}
