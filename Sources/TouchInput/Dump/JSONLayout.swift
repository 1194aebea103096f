import StrictJSON
import TouchCore

/// The dump for programs: one JSON object a line, told apart by `type`.
///
/// | type | members |
/// |---|---|
/// | `device` | what ``Device`` says; lengths in mm, axes in raw units; unknown members are left out |
/// | `frame` | `device`, `time_us` (CLOCK_MONOTONIC), `provenance`, `contacts` with `id`, `phase`, `x`, `y`, `x_mm`, `y_mm` |
/// | `removed` | `device` |
/// | `summary` | `device`, figures of the whole dump, `verdict` in words |
/// | `notice` | `code`, `priority`, `device`, `text` |
struct JSONLayout: DumpLayout {
    func device(_ device: Device) -> String {
        Self.line { json in
            json.member("type", "device")
            json.member("device", device.id.number)
            json.member("name", device.name)
            json.member("node", device.node)
            json.member("sysname", device.sysname)
            json.member("bus", device.numbers.bus)
            json.member("vendor", device.numbers.vendor)
            json.member("product", device.numbers.product)
            json.member("version", device.numbers.version)
            json.member("phys", device.phys)
            json.member("uniq", device.uniq)
            json.member("provenance", device.provenance.rawValue)
            json.member("on_bus", device.origin.bus)
            json.member("sysfs", device.origin.path.map { "/sys" + $0 })
            json.array("remarks") { json in
                for remark in device.origin.remarks { json.value(remark) }
            }
            json.member("slots", device.slots)
            json.object("x") { axis(device.x, &$0) }
            json.object("y") { axis(device.y, &$0) }
            json.member("width_mm", device.size?.width)
            json.member("height_mm", device.size?.height)
            json.array("calibration") { json in
                let map = device.calibration
                for number in [map.a, map.b, map.c, map.d, map.e, map.f] where number.isFinite { json.value(number) }
            }
            json.member("seat", device.seat)
            json.member("fingers_at_start", device.fingersAtStart)
            json.object("udev") { json in
                for property in device.properties {
                    json.key(property.name)
                    json.value(property.value)
                }
            }
        }
    }

    func removal(of device: Device) -> String {
        Self.line { json in
            json.member("type", "removed")
            json.member("device", device.id.number)
        }
    }

    func beginning() -> String { "" }

    func frame(_ frame: borrowing Frame, of device: Device) -> String { Self.line(of: frame) }

    static func line(of frame: borrowing Frame) -> String {
        let frame = copy frame
        return line { json in
            json.member("type", "frame")
            json.member("device", frame.device.number)
            json.member("time_us", frame.time.microseconds)
            json.member("provenance", frame.provenance.rawValue)
            json.array("contacts") { json in
                for contact in frame.contacts {
                    json.beginObject()
                    json.member("id", contact.id.number)
                    json.member("phase", contact.phase.word)
                    json.member("x", contact.position.x)
                    json.member("y", contact.position.y)
                    json.member("x_mm", contact.millimetres?.x)
                    json.member("y_mm", contact.millimetres?.y)
                    json.endObject()
                }
            }
        }
    }

    func notice(_ notice: Notice) -> String {
        Self.line { json in
            json.member("type", "notice")
            json.member("code", notice.code.rawValue)
            json.member("priority", notice.priority.rawValue)
            json.member("device", notice.device?.number)
            json.member("text", notice.text)
        }
    }

    /// The last line for a panel.
    static func summary(_ statistics: TouchStatistics, of device: Device) -> String {
        line { json in
            json.member("type", "summary")
            json.member("device", device.id.number)
            json.member("contacts", statistics.contacts)
            json.member("most_fingers", statistics.mostFingers)
            json.member("cancelled", statistics.cancelled)
            json.member("frames", statistics.frames)
            json.member("seconds", statistics.duration.seconds)
            json.member("gap_median_us", statistics.gap(0.5)?.microseconds)
            json.member("gap_p99_us", statistics.gap(0.99)?.microseconds)
            json.member(statistics.isMillimetres ? "jitter_mm" : "jitter_percent", statistics.jitter)
            json.array("shortest_us") { json in
                for life in statistics.shortest { json.value(life.microseconds) }
            }
            json.member("ghosts", statistics.ghosts)
            json.member("lost", statistics.losses)
            json.array("verdict") { json in
                for sentence in statistics.verdict { json.value(sentence) }
            }
        }
    }

    private func axis(_ axis: Axis, _ json: inout JSONWriter) {
        json.member("minimum", axis.minimum)
        json.member("maximum", axis.maximum)
        json.member("resolution", axis.resolution)
        json.member("fuzz", axis.fuzz)
    }

    private static func line(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
