/// The kinds of log entries that an operator filters on: `journalctl MESSAGE_ID=…`, explained by `journalctl -x`.
///
/// `systemd/touchd.catalog` has the explanation of each; an id never changes its meaning.
package enum MessageID {
    /// The daemon is ready.
    package static let started: StaticString = "a96e127ba96146838701a67e5bc771ec"
    /// The daemon stops on request.
    package static let stopping: StaticString = "0993aa67ddad41dea69877a2b84af0c4"
    /// A panel was plugged in.
    static let panelAdded: StaticString = "8d4784ab1a4e450dac4fa519965d5a28"
    /// A panel is gone.
    static let panelRemoved: StaticString = "46a17348b4af4017bdfc128d26732682"
    /// An unlock, an enrollment or a captcha ended.
    package static let result: StaticString = "4aafefbbafd84da89e2066e60225cac9"
    /// The configuration trusts something that a kiosk should not trust.
    package static let policy: StaticString = "833627b4136342e393aca0bfddbc5679"
    /// A reload changed a key.
    package static let configurationChanged: StaticString = "4bf24a4a8e1c412db83c52af620027f6"
    /// A reload found faults and changed nothing.
    package static let reloadRefused: StaticString = "1a20b53fda634782bce98b3c506c7d18"
    /// At the start, the configuration files have faults or keys of another version.
    package static let configurationRefused: StaticString = "64c1f0b8a9a84f0e9f4b0d3ab1a6c7e2"
    /// Touches are ignored: another session is in front, the machine sleeps, the screen is cleaned.
    static let paused: StaticString = "754f9ffa3cb84c07ace7943beb5d40c9"
    /// A reason to ignore touches is over.
    static let heardAgain: StaticString = "4b4a15be874747e6a5ecd1a1fc60900c"
    /// A panel was inhibited in the kernel, or no longer is.
    static let inhibited: StaticString = "9df1361b97734eafb46a512528fcff71"
    /// A panel reports touches that nobody makes.
    static let storm: StaticString = "3c1f0f6a1e0b4c0e9a57d2c4b8e6f713"
    /// Users other than root may inject touches into a panel.
    static let exposed: StaticString = "d02d8c32125f49d88c96c6f9612c0607"
    /// The vault cannot be written.
    package static let storeFailing: StaticString = "b0f2f6f0f1e84cfc9d1d2a8e7c1f5a36"
    /// The vault can be written again.
    package static let storeHealed: StaticString = "5d7c1b0a9e3f4e7c8a6bb1f4e2d09c58"
    /// A connection was refused, or ended because of the peer's behavior.
    package static let connectionRefused: StaticString = "d4eb2eb8d1d7430782afa9e8597f25db"
}
