public import TouchCore

/// One interactive part of a scene: its frame and the model that handles its contacts.
public struct Widget: Sendable {
    /// The id given by the front end; unique in the scene.
    public let id: String
    /// Its rectangle in the view, in pixels.
    public let frame: Rect
    /// The stacking order: of overlapping widgets, the one with the higher value is on top; of equal ones, the later.
    public let z: Int
    /// How far outside its frame a landing still counts, in pixels, unless it is in another widget's frame.
    public let hitMargin: Double
    /// Whether no finger may land on it.
    let isDisabled: Bool
    /// A number by which its owner finds what belongs to it.
    public let tag: Int
    /// The model.
    public internal(set) var model: any Model
    var owner: Owner?
    /// The model's deadline after its last call.
    var deadline: Instant?

    /// Makes a widget to lie within the view, with a hit margin of 0…``maxHitMargin``.
    public init(
        id: String, frame: Rect, z: Int = 0, hitMargin: Double = 0, isDisabled: Bool = false, tag: Int = 0,
        model: any Model
    ) {
        self.id = id
        self.frame = frame
        self.z = z
        self.hitMargin = hitMargin
        self.isDisabled = isDisabled
        self.tag = tag
        self.model = model
        protection = type(of: model).protection
        deadline = model.nextDeadline
    }

    /// The largest hit margin: half a finger on most screens, so that a miss does not reach across a visible gap.
    public static let maxHitMargin = 100.0

    /// The kind of its model.
    public var kind: String { type(of: model).kind }

    /// How private its touches are.
    public let protection: Protection

    /// The contact that owns it now, if any.
    public var contact: ContactID? { owner?.contact }

    struct Owner: Sendable {
        let contact: ContactID
        var position: Point
    }
}
