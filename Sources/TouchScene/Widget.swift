public import TouchCore
public import TouchModels

/// One interactive part of a scene: where it is and the model that hears its fingers.
public struct Widget: Sendable {
    /// The name the front end chose; unique in its scene.
    public let id: String
    /// Where it is in the view, in pixels.
    public let frame: Rect
    /// The model.
    public var model: any Model
    var owner: Owner?

    /// Makes a widget.
    public init(id: String, frame: Rect, model: any Model) {
        self.id = id
        self.frame = frame
        self.model = model
    }

    /// The kind of its model.
    public var kind: String { type(of: model).kind }

    /// The contact that drives it now, if any.
    public var contact: ContactID? { owner?.contact }

    struct Owner: Sendable {
        let contact: ContactID
        var position: Point
    }
}
