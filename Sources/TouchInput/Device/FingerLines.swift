internal import StrictJSON
public import TouchCore

/// The lines of `touchd --dump=json`, for programs that record fingers and print them later; also read as recordings.
public enum FingerLines {
    /// The line of a panel.
    public static func line(of device: Device) -> String {
        JSONWriter.line { json in
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

    /// The line of a frame with positions in percent of the axes, and with what the panel itself reports of its contacts.
    public static func line(of frame: borrowing Frame, raw: (ContactID) -> RawContact? = { _ in nil }) -> String {
        let frame = copy frame
        return JSONWriter.line { json in
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
                    json.member("x_mm", contact.millimeters?.x)
                    json.member("y_mm", contact.millimeters?.y)
                    if let raw = raw(contact.id) {
                        json.member("slot", raw.slot)
                        json.member("raw_x", raw.x)
                        json.member("raw_y", raw.y)
                        json.member("breadth", raw.breadth)
                    }
                    json.endObject()
                }
            }
        }
    }

    private static func axis(_ axis: Axis, _ json: inout JSONWriter) {
        json.member("minimum", axis.minimum)
        json.member("maximum", axis.maximum)
        json.member("resolution", axis.resolution)
        json.member("fuzz", axis.fuzz)
    }
}
