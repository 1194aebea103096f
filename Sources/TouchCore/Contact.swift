/// Identifies one finger from landing to lifting; counted up, unique within a run.
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
///                 └──────▶ cancelled     (as if it never happened)
public enum Phase: UInt8, Hashable, Sendable, CaseIterable {
    case began
    case moved
    /// The finger lifted; it carries the last known position.
    case ended
    /// The contact was cancelled (palm, unplug, lost events, front end gone); never treated as a lift.
    case cancelled

    /// Whether the contact is over after this phase.
    public var isFinal: Bool {
        switch self {
        case .began, .moved: false
        case .ended, .cancelled: true
        }
    }

    /// The phase as written in dumps and traces.
    package var word: String {
        switch self {
        case .began: "began"
        case .moved: "moved"
        case .ended: "ended"
        case .cancelled: "cancelled"
        }
    }
}

/// What a panel reported about a finger's size.
public enum ContactSize: UInt8, Hashable, Sendable, CaseIterable {
    /// No size reported or requested.
    case unknown
    /// At least one report had a size.
    case seen
    /// The panel reports sizes, and every requested size of this contact was zero.
    case zero
}

/// One finger at one moment.
public struct Contact: Hashable, Sendable {
    /// Which finger; the same from landing to lifting.
    public let id: ContactID
    /// What it did.
    public var phase: Phase
    /// Where it is in the view, in pixels; the last known position for ``Phase/ended`` and ``Phase/cancelled``.
    public var position: Point
    /// Where it is on the panel, in millimeters, if the panel's size is known.
    public var millimeters: Millimeters?
    /// Where the panel reported it, in fractions of the axes as built, before calibration and rotation; nil without a
    /// panel.
    public var place: UnitPoint?
    /// Whether any report had a size so far.
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
