package import StrictJSON
package import TouchCore
package import TouchModels
internal import TouchVault
package import Varlink

/// Widgets that a front end requested, read and made; needs nothing of the loop, so a thread can make it.
package struct ScenePlan: Sendable {
    /// What widgets are made for.
    package struct Circumstances: Sendable, Equatable {
        /// The size of the view.
        let view: Size
        /// The administrator's policy for secrets.
        let policy: SecretPolicy
        /// View pixels per millimeter of the panel; nil if unknown.
        let pixelsPerMillimeter: Double?

        /// What widgets are made for now.
        package init(view: Size, policy: SecretPolicy, pixelsPerMillimeter: Double?) {
            (self.view, self.policy, self.pixelsPerMillimeter) = (view, policy, pixelsPerMillimeter)
        }
    }

    /// One widget, or what is wrong with it; objects, so that the loop copies no more than references.
    package typealias Outcome = Result<Part, VarlinkError>

    /// One widget.
    package final class Part: Sendable {
        /// Its rectangle in the view.
        package let frame: Rect
        /// Its model; nil for one that shows a challenge, which the loop makes.
        package let model: (any Model)?
        /// What is sent about it.
        package let texts: WidgetTexts

        init(_ frame: Rect, _ model: (any Model)?, _ texts: WidgetTexts) {
            (self.frame, self.model, self.texts) = (frame, model, texts)
        }
    }

    /// The widgets as requested.
    package let requests: [WidgetRequest]
    /// Each widget, or what is wrong with it.
    package private(set) var parts: [Outcome] = []

    /// Plans the widgets of a call.
    package init(_ widgets: [JSON], for circumstances: Circumstances) {
        self.init(widgets.map { WidgetRequest($0.objectValue ?? [:]) }, for: circumstances)
    }

    /// Plans widgets in order.
    package init(_ requests: [WidgetRequest], for circumstances: Circumstances) {
        self.requests = requests
        var rows = 0
        for request in requests {
            rows += request.rowCount
            parts.append(
                Result { () throws(VarlinkError) in
                    // Before any of them is made, which takes time; the builder says which rows are too many.
                    guard rows <= SceneRefusal.maxRows else { throw SceneRefusal.tooManyRows(request.id) }
                    return try Self.part(request, for: circumstances)
                })
        }
    }

    /// Whether widgets take so long to be planned that a touch should not wait for them: each takes about 20,000
    /// instructions, and so does each row of a list.
    package static func isLong(_ widgets: [JSON]) -> Bool {
        var count = widgets.count
        for widget in widgets {
            for case (_, .object(let settings)) in widget.objectValue ?? [:] {
                for case (_, .array(let rows)) in settings { count += rows.count }
            }
        }
        return isLong(count)
    }

    /// Whether laying these out takes so long that a thread does it.
    package static func isLong(_ requests: [WidgetRequest]) -> Bool {
        isLong(requests.reduce(0) { $0 + 1 + $1.rowCount })
    }

    private static func isLong(_ count: Int) -> Bool { count > 8 }
}

extension ScenePlan {
    /// Makes a widget.
    private static func part(
        _ request: WidgetRequest, for circumstances: Circumstances
    ) throws(VarlinkError) -> Part {
        let frame = request.frame(in: circumstances.view)
        if let reason = request.problem(in: circumstances.view) {
            throw SceneRefusal.badWidget(request.id, reason)
        }
        guard let type = ModelCatalog.model(of: request.kind) else {
            throw SceneRefusal.badWidget(request.id, "unknown kind \(request.kind)")
        }
        if type is any ChallengeModel.Type { return Part(frame, nil, WidgetTexts(request, nil, at: frame)) }
        do throws(SettingError) {
            var settings = request.settings
            type.asSecret?.apply(circumstances.policy, to: &settings)
            var model = try type.init(settings: settings, size: frame.size)
            if var judged = model as? any JudgedModel {
                var chance = Chance(
                    UnguessableNumbers(), pixelsPerMillimeter: circumstances.pixelsPerMillimeter)
                judged.place(by: &chance)
                model = judged
            }
            // A layout outside the view may be no numbers; the scene refuses the widget.
            let layout = request.fits(into: circumstances.view) ? model.layout : nil
            return Part(frame, model, WidgetTexts(request, layout, at: frame))
        } catch { throw SceneRefusal.badSetting(request, error) }
    }
}

/// What is sent about one widget again and again, written once.
package final class WidgetTexts: Sendable {
    /// The beginnings of its messages.
    let opening: EventOpening
    /// The rows of its lists.
    package let rowCount: Int
    private let frame: Rect
    private let layout: [LayoutPart]
    private let layoutText: [UInt8]

    /// - Parameter layout: of its model; nil if there is none yet.
    init(_ request: WidgetRequest, _ layout: [LayoutPart]?, at frame: Rect) {
        opening = EventOpening(widget: request.id, kind: request.kind)
        (rowCount, self.layout, self.frame) = (request.rowCount, layout ?? [], frame)
        var writer = JSONWriter()
        SceneDescription.write(request.id, ofKind: request.kind, self.layout, at: frame, into: &writer)
        layoutText = writer.bytes
    }

    /// Writes the layout of the widget as it is now.
    func write(_ widget: Widget, into writer: inout JSONWriter) {
        let present = widget.model.layout
        if present == layout, widget.frame == frame { return writer.raw(layoutText) }
        SceneDescription.write(widget.id, ofKind: widget.kind, present, at: widget.frame, into: &writer)
    }
}
