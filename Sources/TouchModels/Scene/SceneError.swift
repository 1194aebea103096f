/// Why a scene cannot be put on screen.
public enum SceneError: Error, Hashable, Sendable, CustomStringConvertible {
    case emptyView
    case tooManyWidgets(count: Int)
    case sameID(String)
    case badHitMargin(String)
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
