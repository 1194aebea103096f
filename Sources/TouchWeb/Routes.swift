enum Routes {
    /// The WebSocket to the daemon; a plain GET reports whether it would be opened, and if not, why.
    static let daemon = "/touchd"
    /// The WebSocket to touchsim's control socket, only in a demonstration (`--touchsim`).
    static let touchsim = "/touchsim"
    /// The WebSocket sub-protocol: a message is a text message.
    static let protocolName = "touchd"
}
