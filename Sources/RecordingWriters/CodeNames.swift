import CLibevdev
import TouchDevice

enum CodeNames {
    /// `EV_ABS`; nil for an unnamed type.
    static func type(_ type: UInt16) -> String? {
        unsafe text(libevdev_event_type_get_name(UInt32(type)))
    }

    /// `ABS_MT_SLOT`; nil for an unnamed code.
    static func code(_ code: UInt16, of type: UInt16) -> String? {
        unsafe text(libevdev_event_code_get_name(UInt32(type), UInt32(code)))
    }

    /// `INPUT_PROP_DIRECT`; nil for an unnamed property.
    static func property(_ property: UInt16) -> String? {
        unsafe text(libevdev_property_get_name(UInt32(property)))
    }

    /// The name of an event, preceded by its type unless it is EV_SYN, as in the comments of evemu and libinput.
    static func comment(_ event: InputEvent, gap: Int64, valueWidth: Int) -> String {
        let name = code(event.code, of: event.type) ?? "?"
        guard event.type == EV_SYN else {
            let value = String(event.value).filled(to: valueWidth)
            return "\(type(event.type) ?? "?") / \(name.padded(to: 20)) \(value)"
        }
        guard event.code != SYN_MT_REPORT else { return "++++++++++++ \(name) (\(event.value)) ++++++++++" }
        return "------------ \(name) (\(event.value)) ---------- \(gap < 0 ? "" : "+")\(gap)ms"
    }

    private static func text(_ name: UnsafePointer<CChar>?) -> String? {
        unsafe name.map { unsafe String(cString: $0) }
    }
}

extension String {
    /// The text padded with blanks on the right.
    package func padded(to width: Int) -> String {
        self + String(repeating: " ", count: max(0, width - utf8.count))
    }

    /// The text padded with blanks, or zeros, on the left.
    package func filled(to width: Int, with filler: Character = " ") -> String {
        String(repeating: filler, count: max(0, width - utf8.count)) + self
    }
}
