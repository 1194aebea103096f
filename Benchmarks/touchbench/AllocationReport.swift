import AllocationCount
import TouchCore
import TouchModels

/// Heap allocations per frame in scene and models, counted by a replacement malloc.
struct AllocationReport {
    private static let frames = 100_000
    /// Gestures before the count begins, so that buffers have grown.
    private static let warmUp = 4 * Stroke.samples

    /// Prints a line per kind and one for all of them at once.
    ///
    /// - Returns: the exit status: 1 unless every count is 0.
    func run() -> Int32 {
        guard allocationsSeen() else {
            print("allocations are not counted: the C library's malloc is in use")
            return 3
        }
        do {
            var worst: UInt64 = 0
            let models = try Stroke.models
            for (kind, model) in models {
                worst = max(worst, try report(kind, [model]))
            }
            worst = max(worst, try report("all kinds at once", models.map(\.model)))
            return worst == 0 ? 0 : 1
        } catch {
            print("cannot run: \(error)")
            return 3
        }
    }

    private func report(_ name: String, _ models: [any Model]) throws(BenchError) -> UInt64 {
        var bench = try SceneBench(models)
        for frame in 0..<Self.warmUp { bench.step(frame) }
        let before = allocation_count()
        for frame in Self.warmUp..<Self.warmUp + Self.frames { bench.step(frame) }
        let count = allocation_count() - before
        // A gesture on a button causes two events, as does one on a list that is not held long enough. A PIN pad only reports
        // that an entry began.
        let least = name == "pin" ? 1 : Self.frames / Stroke.samples * 2
        guard bench.said >= least else { throw .silent(name) }
        print("\(name): \(count) allocations in \(Self.frames) frames, \(bench.said) events")
        return count
    }

    /// Whether an array that is certainly on the heap is counted.
    private func allocationsSeen() -> Bool {
        let before = allocation_count()
        let array = [UInt8](repeating: 1, count: Int.random(in: 5_000...6_000))
        return allocation_count() > before && array.count > 0
    }
}

/// A scene with a finger on every widget, driven as the daemon drives it.
private struct SceneBench {
    private var scene: Scene
    private var events = Events()
    private var frame: Frame
    private let strokes: [Stroke]
    /// Events so far.
    private(set) var said = 0

    init(_ models: [any Model]) throws(BenchError) {
        var widgets: [Widget] = []
        var strokes: [Stroke] = []
        for (index, model) in models.enumerated() {
            guard let stroke = Stroke(on: model) else { throw .takesNoFinger("\(type(of: model).kind)") }
            strokes.append(stroke)
            let origin = Point(x: 0, y: Double(index) * Stroke.size.height)
            let place = Rect(x: origin.x, y: origin.y, width: Stroke.size.width, height: Stroke.size.height)
            widgets.append(Widget(id: "\(index)", frame: place, model: model))
        }
        self.strokes = strokes
        let view = Size(width: Stroke.size.width, height: Double(models.count) * Stroke.size.height)
        do { scene = try Scene(view: view, widgets: widgets) } catch { throw .scene(error) }
        frame = Frame(
            device: DeviceID(1), time: Instant(microseconds: 0), provenance: .virtual,
            contacts: strokes.map { Contact(id: ContactID(1), phase: .began, position: $0.start) })
    }

    mutating func step(_ number: Int) {
        frame.time = Instant(microseconds: Int64(number) * 8_000)
        for (index, stroke) in strokes.enumerated() {
            let origin = scene.widgets[index].frame.origin
            let position = stroke.position(number)
            frame.contacts[index] = Contact(
                id: ContactID(UInt64(number / Stroke.samples * strokes.count + index + 1)), phase: stroke.phase(number),
                position: position.offset(dx: origin.x, dy: origin.y))
        }
        scene.handle(frame, &events)
        said += events.list.count
        events.removeAll()
    }
}

/// Why a benchmark measured nothing.
enum BenchError: Error, CustomStringConvertible {
    case takesNoFinger(String)
    case silent(String)
    case scene(SceneError)

    var description: String {
        switch self {
        case .takesNoFinger(let kind): "\(kind) accepts no finger anywhere"
        case .silent(let name): "\(name) produced almost no events, so nothing was measured"
        case .scene(let error): error.description
        }
    }
}
