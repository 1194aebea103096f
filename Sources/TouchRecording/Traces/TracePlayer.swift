internal import TouchCore
package import TouchModels

/// A scene made from a trace, which receives the inputs of the trace one by one in simulated time.
package struct TracePlayer: Sendable {
    /// The current scene.
    package private(set) var scene: Scene

    /// Makes the scene of a trace.
    package init(_ trace: Trace) throws(TraceError) {
        var made: [Widget] = []
        for line in trace.widgets {
            guard let type = ModelCatalog.model(of: line.kind) else {
                throw TraceError("widget \(line.id): unknown kind \(line.kind)")
            }
            do {
                made.append(
                    Widget(
                        id: line.id, frame: line.frame,
                        model: try type.init(settings: line.settings, size: line.frame.size)))
            } catch { throw TraceError("widget \(line.id): \(error)") }
        }
        do { scene = try Scene(view: trace.view, widgets: made) } catch { throw TraceError("\(error)") }
    }

    /// Plays one input; `events` receives the events of the scene.
    package mutating func play(_ input: Trace.Input, _ events: inout Events) {
        switch input.action {
        case .frame(let contacts):
            scene.handle(
                Frame(device: DeviceID(1), time: input.time, provenance: .unknown, contacts: contacts), &events)
        case .tick: scene.tick(at: input.time, &events)
        case .cancel: scene.cancel(at: input.time, &events)
        case .judge(let widget, let accepted):
            scene.withModel(of: widget, as: (any JudgedModel).self, &events) { model, events in
                model.settle(passed: accepted, at: input.time, &events)
            }
        case .reset(let widget, let target):
            scene.withModel(of: widget, as: (any ChallengeModel).self, &events) { model, events in
                model.reset(
                    to: ["targetX": .number(target.x), "targetY": .number(target.y)], at: input.time, &events)
            }
        }
    }
}
