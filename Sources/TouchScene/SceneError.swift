/// Why a scene cannot be put on screen.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    /// The view has no area.
    case emptyView
    /// More widgets than ``Scene/mostWidgets``.
    case tooManyWidgets(count: Int)
    /// Two widgets have the same id.
    case sameID(String)
    /// The widget's slop is not within 0…``Widget/largestSlop``.
    case badSlop(String)
    /// The widget has no area, is not finite, or reaches out of the view.
    case outsideView(String)

    /// A sentence for the person who wrote the front end.
    public var description: String {
        switch self {
        case .emptyView: "the view has no area"
        case .tooManyWidgets(let count): "\(count) widgets, allowed are \(Scene.mostWidgets)"
        case .sameID(let id): "two widgets are called \(id)"
        case .badSlop(let id): "slop of widget \(id) is not within 0 to \(Int(Widget.largestSlop))"
        case .outsideView(let id): "widget \(id) is not a rectangle within the view"
        }
    }
}
