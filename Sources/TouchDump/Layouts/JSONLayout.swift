import StrictJSON
import TouchCore
import TouchDevice
import TouchInput

/// The dump for programs: one JSON object per line, distinguished by `type`.
///
/// | type | members |
/// |---|---|
/// | `device` | the members of ``Device``; lengths in mm, axes in raw units; unknown members are left out |
/// | `frame` | `device`, `time_us` (CLOCK_MONOTONIC), `provenance`, `contacts` with `id`, `phase`, `x`, `y`, `x_mm`,
/// `y_mm`; with `--raw` also `slot`, `raw_x`, `raw_y`, `breadth`; a contact without an end was down at the end of the dump |
/// | `ignored` | a landing that became no contact, or a jump: `device`, `time_us`, `reason`, `x`, `y` in percent of the axes |
/// | `removed` | `device`, which was unplugged |
/// | `summary` | `device`, statistics of the whole dump, what the configured `filters` would do, `verdict` as text |
/// | `notice` | `code`, `priority`, `device`, `text` |
struct JSONLayout: DumpLayout {
    func device(_ device: Device) -> String { FingerLines.line(of: device) }

    func removal(of device: Device) -> String {
        JSONWriter.line { json in
            json.member("type", "removed")
            json.member("device", device.id.number)
        }
    }

    func beginning() -> String { "" }

    func frame(_ frame: borrowing Frame, of device: Device, isOver: Bool, raw: (ContactID) -> RawContact?) -> String {
        isOver ? "" : FingerLines.line(of: frame, raw: raw)
    }

    func unheard(_ reason: Unheard, at place: UnitPoint, of device: Device, time: Instant) -> String {
        JSONWriter.line { json in
            json.member("type", "ignored")
            json.member("device", device.id.number)
            json.member("time_us", time.microseconds)
            json.member("reason", reason.rawValue)
            if place.x.isFinite, place.y.isFinite {
                json.member("x", place.x * 100)
                json.member("y", place.y * 100)
            }
        }
    }

    func notice(_ notice: Notice) -> String {
        JSONWriter.line { json in
            json.member("type", "notice")
            json.member("code", notice.code.rawValue)
            json.member("priority", notice.priority.rawValue)
            json.member("device", notice.device?.number)
            json.member("text", notice.text)
        }
    }

    static func summary(_ statistics: TouchStatistics, of device: Device) -> String {
        JSONWriter.line { json in
            json.member("type", "summary")
            json.member("device", device.id.number)
            json.member("contacts", statistics.contacts)
            json.member("most_fingers", statistics.maxFingers)
            json.member("cancelled", statistics.cancelled)
            json.member("frames", statistics.frames)
            json.member("seconds", statistics.duration.seconds)
            json.member("gap_median_us", statistics.gap(0.5)?.microseconds)
            json.member("gap_p99_us", statistics.gap(0.99)?.microseconds)
            json.member(statistics.isMillimeters ? "jitter_mm" : "jitter_percent", statistics.jitter)
            json.array("shortest_us") { json in
                for life in statistics.shortest { json.value(life.microseconds) }
            }
            json.member("ghosts", statistics.ghosts)
            json.member("left_down", statistics.leftDown)
            json.member("silent_seconds", statistics.silence?.seconds)
            json.array("where") { json in for row in statistics.map { json.value(row) } }
            json.object("ignored") { json in write(statistics.ignored, &json) }
            if let filters = statistics.filters {
                json.object("filters") { json in
                    json.member("source", filters.source)
                    json.object("removed") { json in write(filters.removed, &json) }
                    json.member("movements", filters.movements)
                    json.member("changed", filters.changed)
                }
            }
            json.member("lost", statistics.losses)
            json.array("verdict") { json in
                for sentence in statistics.verdict { json.value(sentence) }
            }
        }
    }

    private static func write(_ counts: [Unheard: Int], _ json: inout JSONWriter) {
        for (reason, count) in counts.sorted(by: { $0.key.rawValue < $1.key.rawValue }) {
            json.key(reason.rawValue)
            json.value(count)
        }
    }
}
