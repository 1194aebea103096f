public import TouchCore
public import TouchModels

/// One interactive part of a scene: where it is and the model that hears its fingers.
public struct Widget: Sendable {
    /// The name the front end chose; unique in its scene.
    public let id: String
    /// Where it is in the view, in pixels.
    public let frame: Rect
    /// Which of two overlapping widgets is on top: the higher one, and of equal ones the later one.
    public let z: Int
    /// How far beside its frame a landing still counts, in pixels, where no other widget's frame is.
    public let hitMargin: Double
    /// The model.
    public internal(set) var model: any Model
    var owner: Owner?
    /// When the model wants to be woken, as it said when it was last touched.
    var deadline: Instant?

    /// Makes a widget.
    ///
    /// - Parameters:
    ///   - id: unique in its scene.
    ///   - frame: within the view.
    ///   - z: its height over others.
    ///   - hitMargin: 0…``maxHitMargin`` pixels.
    ///   - model: hears its fingers.
    public init(id: String, frame: Rect, z: Int = 0, hitMargin: Double = 0, model: any Model) {
        self.id = id
        self.frame = frame
        self.z = z
        self.hitMargin = hitMargin
        self.model = model
        deadline = model.nextDeadline
    }

    /// The widest hit margin: half a finger on most screens, so that a miss cannot reach across a gap that people see.
    public static let maxHitMargin = 100.0

    /// The kind of its model.
    public var kind: String { type(of: model).kind }

    /// How much of what fingers do to it is nobody else's business.
    public var protection: Protection { type(of: model).protection }

    /// The contact that drives it now, if any.
    public var contact: ContactID? { owner?.contact }

    struct Owner: Sendable {
        let contact: ContactID
        var position: Point
    }
}
