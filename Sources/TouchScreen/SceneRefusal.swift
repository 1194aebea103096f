internal import StrictJSON
package import TouchModels
package import Varlink

/// Why a scene is not shown, for its front end.
package enum SceneRefusal {
    /// Maximum number of rows of all lists of a scene together: each takes about 7 µs.
    package static let maxRows = 2_048

    /// The error for a setting.
    package static func badSetting(_ request: WidgetRequest, _ error: SettingError) -> VarlinkError {
        badWidget(request.id, "\(WidgetRequest.member(of: request.kind)).\(error.description)")
    }

    /// The error for the list whose rows are too many.
    package static func tooManyRows(_ id: String) -> VarlinkError {
        badWidget(id, "the lists of a scene have at most \(maxRows) rows")
    }

    /// The error for a widget.
    package static func badWidget(_ id: String, _ reason: String) -> VarlinkError {
        VarlinkError("io.touchd.scene.BadWidget", ["widget": .string(id), "reason": .string(reason)])
    }

    /// The error for an arrangement.
    package static func refusal(_ error: SceneError) -> VarlinkError {
        switch error {
        case .emptyView, .tooManyWidgets: .invalidParameter("widgets", allowed: "at most \(Scene.maxWidgets)")
        case .sameID(let id), .outsideView(let id), .badHitMargin(let id): badWidget(id, error.description)
        }
    }
}
