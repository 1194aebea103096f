import Glibc
import TouchCore
import TouchModels

/// Time per sample of every model, against one that only says where the finger is.
struct ModelSpeed {
    private static let samples = 400_000
    private static let repetitions = 9

    /// Prints one line per kind.
    func run() {
        do {
            let echo = median(of: try Echo(settings: [:], size: Stroke.size))
            print("echo \(tenths(echo)) ns per sample, ratio 1.0")
            for (kind, model) in try Stroke.models {
                let time = median(of: model)
                print("\(kind) \(tenths(time)) ns per sample, ratio \(tenths(time / echo))")
            }
        } catch {
            print("cannot run: \(error)")
            exit(3)
        }
    }

    private func median(of model: any Model) -> Double {
        guard let stroke = Stroke(on: model) else { return .nan }
        var model = model
        var events = Events()
        let samples = (0..<Stroke.samples).map(stroke.contact)
        var times: [Double] = []
        for _ in 0..<Self.repetitions {
            let start = Self.nanoseconds
            for number in 0..<Self.samples {
                let time = Instant(microseconds: Int64(number) * 8_000)
                model.handle(samples[number % Stroke.samples], at: time, &events)
                events.removeAll()
            }
            times.append(Double(Self.nanoseconds - start) / Double(Self.samples))
        }
        return times.sorted()[Self.repetitions / 2]
    }

    private static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }

    private func tenths(_ number: Double) -> String { "\((number * 10).rounded() / 10)" }
}

/// The least that a model can do and still be of use: it repeats where the finger is.
private struct Echo: Model {
    static let kind = "echo"
    static let protection = Protection.none
    private var last = Point(x: 0, y: 0)

    init(settings: Settings, size: Size) throws(SettingError) {}

    var layout: [LayoutPart] { [] }
    var nextDeadline: Instant? { nil }
    func accepts(_ position: Point) -> Bool { true }

    mutating func handle(_ contact: Contact, at time: Instant, _ events: inout Events) {
        guard contact.position != last else { return }
        last = contact.position
        events.add("moved", .move, at: time)
        events.set(contact.position)
    }

    mutating func tick(at time: Instant, _ events: inout Events) {}
}
