/// The name of one finger from landing to lifting; counted up and never used twice in a run.
public struct ContactID: Hashable, Comparable, Sendable {
    /// The number, from 1.
    public let number: UInt64

    /// Makes the id with that number.
    public init(_ number: UInt64) {
        self.number = number
    }

    /// Orders ids by age.
    public static func < (left: ContactID, right: ContactID) -> Bool { left.number < right.number }
}

/// What a contact did in a frame.
///
///     began ──▶ moved* ──▶ ended
///                 └──────▶ cancelled     (pretend it never happened)
public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    /// The finger landed.
    case began
    /// The finger moved.
    case moved
    /// The finger lifted; it carries the last known position.
    case ended
    /// The contact was taken away (palm, unplug, lost events, front end gone); never treated like a lift.
    case cancelled

    /// Whether the contact is over after this phase.
    public var isFinal: Bool {
        switch self {
        case .began, .moved: false
        case .ended, .cancelled: true
        }
    }
}

/// What a panel said of a finger's size.
public enum ContactSize: UInt8, Hashable, Sendable, CaseIterable {
    /// It tells none, or was not asked.
    case unknown
    /// Some report had a size.
    case seen
    /// The panel tells sizes, and every report of this contact that was asked for said zero.
    case zero
}

/// One finger at one moment.
public struct Contact: Hashable, Sendable {
    /// Which finger; the same from landing to lifting.
    public let id: ContactID
    /// What it did.
    public var phase: Phase
    /// Where it is in the view, in pixels; the last known place for ``Phase/ended`` and ``Phase/cancelled``.
    public var position: Point
    /// Where it is on the panel, in millimeters, if the panel's size is known.
    public var millimeters: Millimeters?
    /// Where it is on the panel as built, in fractions of its axes, if it comes from one; before calibration and rotation.
    public var place: UnitPoint?
    /// Whether it had a size so far.
    public var size: ContactSize

    /// Makes a contact.
    public init(
        id: ContactID, phase: Phase, position: Point, millimeters: Millimeters? = nil, place: UnitPoint? = nil,
        size: ContactSize = .unknown
    ) {
        self.id = id
        self.phase = phase
        self.position = position
        self.millimeters = millimeters
        self.place = place
        self.size = size
    }
}
