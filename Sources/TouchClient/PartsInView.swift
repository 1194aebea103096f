internal import StrictJSON

extension JSONObject {
    /// The parts of the widgets in a reply of `Present`, by their ids, with places in pixels of the view instead of the widget's.
    var partsInView: [String: JSONObject] {
        var parts: [String: JSONObject] = [:]
        for layout in self["layout"]?.arrayValue?.compactMap(\.objectValue) ?? [] {
            let frame = layout["frame"]?.objectValue ?? [:]
            let own = layout.first { !["widget", "frame"].contains($0.key) }?.value
            parts[layout["widget"]?.stringValue ?? ""] = own.map { Self.moved($0, by: frame) }?.objectValue ?? [:]
        }
        return parts
    }

    private static func moved(_ value: JSON, by frame: JSONObject) -> JSON {
        if let values = value.arrayValue { return .array(values.map { moved($0, by: frame) }) }
        guard let object = value.objectValue else { return value }
        var result: JSONObject = [:]
        for (key, part) in object {
            let corner = ["x", "y"].contains(key) ? frame[key]?.doubleValue : nil
            result[key] =
                corner.flatMap { corner in part.doubleValue.map { .real(corner + $0) } } ?? Self.moved(part, by: frame)
        }
        return .object(result)
    }
}
