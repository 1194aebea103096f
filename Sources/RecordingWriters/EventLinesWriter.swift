import StrictJSON
import TouchDevice

/// Writes the kernel's events as JSON lines (docs/recordings.md): one `device` line per device, then one `events` line per frame.
struct EventLinesWriter: RecordingWriter {
    mutating func begin(_ devices: [DeviceRecording]) -> String {
        devices.enumerated().map { Self.line(of: $1, number: $0 + 1) }.joined()
    }

    mutating func write(_ frame: ArraySlice<InputEvent>, of device: Int) -> String {
        guard !frame.isEmpty else { return "" }
        return JSONWriter.line { json in
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

    private static func line(of device: DeviceRecording, number: Int) -> String {
        JSONWriter.line { json in
            json.member("type", "device")
            json.member("device", number)
            json.member("node", device.node)
            if let description = device.description { json.members(of: members(description)) }
            json.object("udev") { json in
                for property in device.udev {
                    json.key(property.name)
                    json.value(property.value)
                }
            }
        }
    }

    private static func members(_ description: DeviceDescription) -> JSONObject {
        func integers(_ numbers: some Sequence<some BinaryInteger>) -> JSON {
            .array(numbers.map { .integer(Int64($0)) })
        }
        func table<Value>(_ values: [UInt16: Value], _ json: (Value) -> JSON) -> JSON {
            .object(JSONObject(values.sorted { $0.key < $1.key }.map { (String($0.key), json($0.value)) }))
        }
        func states(_ states: [UInt16: Int32]) -> JSON { table(states) { .integer(Int64($0)) } }
        let numbers = description.numbers
        return [
            "name": .string(description.name), "bus": .integer(Int64(numbers.bus)),
            "vendor": .integer(Int64(numbers.vendor)), "product": .integer(Int64(numbers.product)),
            "version": .integer(Int64(numbers.version)), "properties": integers(description.properties.sorted()),
            "codes": table(description.codes) { integers($0.sorted()) },
            "absolute": table(description.axes) { integers($0.numbers) },
            "lights": states(description.lights), "switches": states(description.switches),
        ]
    }
}
