/// Why a landing reached no widget, in order from the panel to the model; the raw values are those of the socket.
///
///     panel ─▶ filters ─▶ pause ─▶ screen ─▶ scene ─▶ model
///
/// Every landing that reached no widget has exactly one reason.
public enum Unheard: String, Hashable, Sendable, CaseIterable {
    // Input

    /// Another program has grabbed the panel; counted once, since its touches do not arrive.
    case panelHeld = "panel_held"
    /// The panel is inhibited in the kernel; counted once, since its touches do not arrive.
    case inhibited
    case heldSinceStart = "held_since_start"
    case lost
    case palm
    /// The panel reported no position, or an invalid one.
    case unknownPlace = "unknown_place"
    /// It was pressed and released in one report.
    case pressedAndReleased = "pressed_and_released"
    /// It moved faster than `max-speed=`; counted once for each jump, after which it is another finger.
    case jump
    /// It landed in the zone along the edge (`edge-zone=`).
    case edgeZone = "edge_zone"
    /// It landed in a dead zone (`dead-zones=`).
    case deadZone = "dead_zone"
    /// It was too short or too small (`min-life=`, `min-size=`).
    case ghost
    /// It was taken for a finger that briefly lost contact (`debounce=`), and continues as that one.
    case bounce

    // Pause

    case seat
    /// The machine is suspended, or resumed less than `wake-guard=` ago.
    case sleep
    case cleaning
    case stillFinger = "still_finger"

    /// The display was off (`dark-screen=`).
    case darkScreen = "dark_screen"

    // Screen

    case calibration
    case noScene = "no_scene"
    /// A scene above the widget's has no widget there.
    case covered

    // Scene

    case noWidget = "no_widget"
    case busy

    // Model

    /// The widget accepts no finger at that place, such as a captcha beside its bar.
    case notHere = "not_here"
    /// The widget accepts no finger now, such as a pattern that is being checked.
    case notNow = "not_now"
}

extension Unheard {
    /// Whether it concerns the panel and not a finger, so that it may be reported while a secret is entered.
    public var isOfPanel: Bool { self == .panelHeld || self == .inhibited }

    /// The reason, as a sentence for users.
    public var sentence: String {
        switch self {
        case .panelHeld: "another program holds the panel"
        case .inhibited: "the panel is inhibited"
        case .heldSinceStart: "the finger was down before the panel was opened"
        case .lost: "the kernel dropped reports"
        case .palm: "it looked like a palm"
        case .unknownPlace: "the panel reported no usable position"
        case .pressedAndReleased: "it was pressed and released in one report, as no finger is"
        case .jump: "it jumped faster than a finger, and counts as another"
        case .edgeZone: "it landed in the edge zone"
        case .deadZone: "it landed in a dead zone"
        case .ghost: "it was too short or too small"
        case .bounce: "it counted as the finger just lifted there"
        case .seat: "another session is active on the seat"
        case .sleep: "the machine is asleep or just woke up"
        case .cleaning: "the screen is being cleaned"
        case .stillFinger: "the finger was ending cleaning"
        case .darkScreen: "the display was off"
        case .calibration: "the panel is being calibrated"
        case .noScene: "no scene is on screen"
        case .covered: "another scene covers the widget's scene"
        case .noWidget: "no widget at that position"
        case .busy: "the widget is tracking another finger"
        case .notHere: "the widget ignores fingers at that position"
        case .notNow: "the widget ignores fingers at the moment"
        }
    }
}
