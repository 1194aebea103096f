import StrictJSON
package import TouchDevice

/// Writes the kernel's events as JSON lines: one `device` line per device, then one `events` line per frame.
///
/// | type | members |
/// |---|---|
/// | `device` | `device` (its number), `node`, `name`, `bus`, `vendor`, `product`, `version`, `properties`, `codes` by
/// type, `absolute` by code (minimum, maximum, fuzz, flat, resolution), `lights`, `switches`, `udev` |
/// | `events` | `device`, `events`: [[microseconds, type, code, value], …] |
package struct EventLinesWriter: RecordingWriter {
    /// Makes a writer.
    package init() {}

    /// Writes the devices.
    package mutating func begin(_ devices: [DeviceRecording]) -> String {
        devices.enumerated().map { Self.line(of: $1, number: $0 + 1) }.joined()
    }

    /// Writes a frame.
    package mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String {
        guard !frame.isEmpty else { return "" }
        return Self.line { json in
            json.member("type", "events")
            json.member("device", device + 1)
            json.array("events") { json in
                for event in frame {
                    json.beginArray()
                    json.value(event.microseconds)
                    json.value(event.type)
                    json.value(event.code)
                    json.value(event.value)
                    json.endArray()
                }
            }
        }
    }

    /// Writes nothing.
    package mutating func end() -> String { "" }

    private static func line(of device: DeviceRecording, number: Int) -> String {
        line { json in
            json.member("type", "device")
            json.member("device", number)
            json.member("node", device.node)
            if let description = device.description { members(description, &json) }
            json.object("udev") { json in
                for property in device.udev {
                    json.key(property.name)
                    json.value(property.value)
                }
            }
        }
    }

    private static func members(_ description: DeviceDescription, _ json: inout JSONWriter) {
        json.member("name", description.name)
        json.member("bus", description.numbers.bus)
        json.member("vendor", description.numbers.vendor)
        json.member("product", description.numbers.product)
        json.member("version", description.numbers.version)
        json.array("properties") { json in
            for property in description.properties.sorted() { json.value(property) }
        }
        json.object("codes") { json in
            for (type, codes) in description.codes.sorted(by: { $0.key < $1.key }) {
                json.key(String(type))
                json.beginArray()
                for code in codes.sorted() { json.value(code) }
                json.endArray()
            }
        }
        json.object("absolute") { json in
            for (code, axis) in description.axes.sorted(by: { $0.key < $1.key }) {
                let range = axis.axis
                json.key(String(code))
                json.beginArray()
                for number in [range.minimum, range.maximum, range.fuzz, axis.flat, range.resolution] {
                    json.value(number)
                }
                json.endArray()
            }
        }
        states("lights", description.lights, &json)
        states("switches", description.switches, &json)
    }

    private static func states(_ key: StaticString, _ states: [UInt16: Int32], _ json: inout JSONWriter) {
        json.object(key) { json in
            for (code, state) in states.sorted(by: { $0.key < $1.key }) {
                json.key(String(code))
                json.value(state)
            }
        }
    }

    private static func line(_ body: (inout JSONWriter) -> Void) -> String {
        var json = JSONWriter()
        json.beginObject()
        body(&json)
        json.endObject()
        return String(decoding: json.bytes, as: UTF8.self) + "\n"
    }
}
