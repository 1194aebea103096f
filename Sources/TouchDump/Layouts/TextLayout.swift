import TouchCore
import TouchDevice
import TouchInput

/// The dump for people: a block for each panel, then a line for each contact of a frame.
struct TextLayout: DumpLayout {
    func device(_ device: Device) -> String {
        var lines = ["\(device.sysname)  \(device.name.onOneLine)"]
        func line(_ name: String, _ value: String) {
            lines.append("  " + Self.padded(name, 12) + (value.isEmpty ? "-" : value.onOneLine))
        }
        line("node", device.node)
        line("bus", Self.bus(device.numbers.bus))
        line(
            "ids",
            "vendor 0x\(device.numbers.vendor.hexadecimal(4)) product 0x\(device.numbers.product.hexadecimal(4))"
                + " version 0x\(device.numbers.version.hexadecimal(4))")
        line("phys", device.phys)
        line("uniq", device.uniq)
        line("provenance", device.provenance.rawValue + (device.origin.bus.map { ", on \($0)" } ?? ""))
        for remark in device.origin.remarks { line("", remark) }
        line("sysfs", device.origin.path.map { "/sys" + $0 } ?? "")
        line("fingers", device.slots.map { "\($0) slots" } ?? "single touch")
        line("x axis", Self.axis(device.x))
        line("y axis", Self.axis(device.y))
        line("size", device.size.map(Self.size) ?? device.sizeDoubt ?? "unknown: the driver reports no resolution")
        line("calibration", device.calibration == .identity ? "none" : Self.matrix(device.calibration))
        line("seat", device.seat)
        for (index, property) in device.properties.enumerated() {
            line(index == 0 ? "udev" : "", "\(property.name)=\(property.value)")
        }
        if device.fingersAtStart > 0 {
            line("held", "\(device.fingersAtStart) held at start, ignored until they land again")
        }
        return lines.joined(separator: "\n") + "\n\n"
    }

    func removal(of device: Device) -> String { "\(device.sysname)  \(device.name.onOneLine) is gone\n" }

    func beginning() -> String { "Touches (Ctrl-C to stop):\n" }

    func frame(_ frame: borrowing Frame, of device: Device, isOver: Bool, raw: (ContactID) -> RawContact?) -> String {
        var text = ""
        for contact in frame.contacts {
            text += "\(Self.seconds(frame.time)) s  \(Self.padded(device.sysname, 8))"
            let word = isOver && contact.phase == .cancelled ? "down at the end" : contact.phase.word
            text += Self.padded("#\(contact.id.number)", 6) + Self.padded(word, 11)
            text += Self.fixed(contact.position.x, 2, width: 8) + Self.fixed(contact.position.y, 2, width: 9)
            text += " %"
            if let place = contact.millimeters {
                text += Self.fixed(place.x, 2, width: 9) + Self.fixed(place.y, 2, width: 9) + " mm"
            }
            if let raw = raw(contact.id) {
                func shown(_ value: Int32?) -> String { value.map { "\($0)" } ?? "-" }
                text += "  slot \(raw.slot) at \(shown(raw.x)),\(shown(raw.y)) breadth \(shown(raw.breadth))"
            }
            text += "\n"
        }
        return text
    }

    func unheard(_ reason: Unheard, at place: UnitPoint, of device: Device, time: Instant) -> String {
        let words = "\(Self.seconds(time)) s  \(Self.padded(device.sysname, 8))" + Self.padded("-", 6)
        let places =
            place.x.isFinite && place.y.isFinite
            ? Self.fixed(place.x * 100, 2, width: 8) + Self.fixed(place.y * 100, 2, width: 9) + " %" : ""
        return words + Self.padded("ignored", 11) + places + "  \(reason.rawValue): \(reason.sentence)\n"
    }

    func notice(_ notice: Notice) -> String { "" }
}

extension TextLayout {
    /// A number with that many digits after the point, halves rounded away from zero, padded on the left.
    static func fixed(_ value: Double, _ digits: Int, width: Int = 0) -> String {
        var scale = 1.0
        for _ in 0..<digits { scale *= 10 }
        guard let scaled = Int64(exactly: (value * scale).rounded()) else { return "-" }
        let (whole, rest) = scaled.magnitude.quotientAndRemainder(dividingBy: UInt64(scale))
        let fraction = String(rest)
        let point = digits == 0 ? "" : "." + String(repeating: "0", count: digits - fraction.count) + fraction
        let text = (scaled < 0 ? "-" : "") + String(whole) + point
        return String(repeating: " ", count: max(0, width - text.count)) + text
    }

    private static func padded(_ text: String, _ width: Int) -> String {
        text + String(repeating: " ", count: max(1, width - text.count))
    }

    private static func seconds(_ time: Instant) -> String {
        fixed(Double(time.microseconds) / 1_000_000, 6, width: 13)
    }

    private static func bus(_ number: UInt16) -> String {
        let names: [UInt16: String] = [
            0x01: "PCI", 0x03: "USB", 0x05: "Bluetooth", 0x06: "virtual", 0x11: "i8042", 0x13: "RS-232",
            0x18: "I2C", 0x19: "host", 0x1c: "SPI", 0x1d: "RMI",
        ]
        return "0x" + number.hexadecimal(4) + (names[number].map { " (\($0), according to the driver)" } ?? "")
    }

    private static func axis(_ axis: Axis) -> String {
        let resolution = axis.resolution > 0 ? "\(axis.resolution) units/mm" : "no resolution"
        return "\(axis.minimum)…\(axis.maximum), \(resolution), fuzz \(axis.fuzz)"
    }

    private static func size(_ size: PanelSize) -> String {
        "\(fixed(size.width, 1)) × \(fixed(size.height, 1)) mm"
    }

    private static func matrix(_ map: Transform) -> String {
        [map.a, map.b, map.c, map.d, map.e, map.f].map { fixed($0, 4) }.joined(separator: " ")
    }
}
