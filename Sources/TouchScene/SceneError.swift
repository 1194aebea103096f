/// Why a scene cannot be put on screen.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The view has no area.
    case emptyView
    /// More widgets than ``Scene/maxWidgets``.
    case tooManyWidgets(count: Int)
    /// Two widgets have the same id.
    case sameID(String)
    /// The widget's hit margin is not within 0…``Widget/maxHitMargin``.
    case badHitMargin(String)
    /// The widget has no area, is not finite, or reaches out of the view.
    case outsideView(String)

    /// A sentence for the author of the front end.
    public var description: String {
        switch self {
        case .emptyView: "the view has no area"
        case .tooManyWidgets(let count): "\(count) widgets, allowed are \(Scene.maxWidgets)"
        case .sameID(let id): "two widgets are called \(id)"
        case .badHitMargin(let id): "hitMargin of widget \(id) is not within 0 to \(Int(Widget.maxHitMargin))"
        case .outsideView(let id): "widget \(id) is not a rectangle within the view"
        }
    }
}
