private import TouchCore
private import TouchModels
private import TouchScene

extension Trace {
    /// Plays the inputs through a fresh scene in simulated time.
    ///
    /// - Returns: every event, in order; the same for the same trace, always.
    public func play() throws(TraceError) -> [TraceEvent] {
        var scene = try makeScene()
        var events = Events()
        for input in inputs { play(input, on: &scene, &events) }
        return events.list.map { event in
            let fields = events.fields(of: event).map { ($0.key, $0.value) }
            return TraceEvent(
                name: event.name, widget: scene.widgets[event.widget].id, time: event.time,
                fields: Dictionary(fields) { _, last in last })
        }
    }

    private func makeScene() throws(TraceError) -> Scene {
        var made: [Widget] = []
        for line in widgets {
            guard let type = ModelCatalogue.model(of: line.kind) else {
                throw .unknownKind(widget: line.id, kind: line.kind)
            }
            do {
                made.append(
                    Widget(
                        id: line.id, frame: line.frame,
                        model: try type.init(settings: line.settings, size: line.frame.size)))
            } catch { throw .refused(widget: line.id, reason: error.description) }
        }
        do { return try Scene(view: view, widgets: made) } catch {
            throw .refused(widget: "", reason: error.description)
        }
    }

    private func play(_ input: Input, on scene: inout Scene, _ events: inout Events) {
        switch input.action {
        case .frame(let contacts):
            scene.handle(
                Frame(device: DeviceID(1), time: input.time, provenance: .unknown, contacts: contacts), &events)
        case .tick: scene.tick(at: input.time, &events)
        case .cancel: scene.cancel(at: input.time, &events)
        case .judge(let widget, let accepted):
            scene.withModel(of: widget, as: PatternLock.self, &events) { lock, events in
                lock.judge(accepted: accepted, at: input.time, &events)
            }
        case .reset(let widget, let target):
            scene.withModel(of: widget, as: SlideCaptcha.self, &events) { captcha, events in
                captcha.reset(target: target, at: input.time, &events)
            }
        }
    }
}
