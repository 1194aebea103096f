/// Why a landing reached no widget, in the order of its way from the panel to the model; the words are those of the socket.
///
///     panel ─▶ filters ─▶ pause ─▶ screen ─▶ scene ─▶ model
///
/// Every landing that no widget heard has exactly one.
public enum Unheard: String, Hashable, Sendable, CaseIterable {
    // Input

    /// Another program holds the panel; found once, since its touches do not arrive.
    case panelHeld = "panel_held"
    /// People have the panel ignored by the kernel; found once, since nothing arrives from it.
    case inhibited
    /// The finger was down when the panel was opened.
    case heldSinceStart = "held_since_start"
    /// The kernel dropped reports, the finger's among them.
    case lost
    /// The panel took it for a palm.
    case palm
    /// The panel told no place, or one that is none.
    case unknownPlace = "unknown_place"
    /// It landed in the zone along the edge (`edge-zone=`).
    case edgeZone = "edge_zone"
    /// It landed in a dead zone (`dead-zones=`).
    case deadZone = "dead_zone"
    /// It was too short or too small (`min-life=`, `min-size=`).
    case ghost
    /// It was taken for a finger that lost touch for a moment (`debounce=`), and goes on as that one.
    case bounce

    // Pause

    /// Another session is in front of the seat.
    case seat
    /// The machine sleeps, or woke less than `wake-guard=` ago.
    case sleep
    /// The screen is being cleaned.
    case cleaning
    /// It is the finger that ended cleaning by lying still.
    case stillFinger = "still_finger"

    // Screen

    /// The panel is being calibrated.
    case calibration
    /// No front end has a scene on screen.
    case noScene = "no_scene"
    /// A scene on top of the widget's has no widget there.
    case covered

    // Scene

    /// No widget of the scene is there.
    case noWidget = "no_widget"
    /// The widget is busy with another finger.
    case busy

    // Model

    /// The widget takes no finger at that place, such as a captcha beside its bar.
    case notHere = "not_here"
    /// The widget takes no finger at the moment, such as a pattern that is being checked.
    case notNow = "not_now"
}

extension Unheard {
    /// Whether it is about the panel and not about a finger, so that it may be told beside a secret.
    public var isOfPanel: Bool { self == .panelHeld || self == .inhibited }

    /// What happened, for people.
    public var sentence: String {
        switch self {
        case .panelHeld: "another program holds the panel"
        case .inhibited: "the panel is inhibited"
        case .heldSinceStart: "the finger was down before the panel was opened"
        case .lost: "the kernel dropped reports"
        case .palm: "it looked like a palm"
        case .unknownPlace: "the panel reported no usable position"
        case .edgeZone: "it landed in the edge zone"
        case .deadZone: "it landed in a dead zone"
        case .ghost: "it was too short or too small"
        case .bounce: "it counted as the finger just lifted there"
        case .seat: "another session is active on the seat"
        case .sleep: "the machine is asleep or just woke up"
        case .cleaning: "the screen is being cleaned"
        case .stillFinger: "the finger was ending cleaning"
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
