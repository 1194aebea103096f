package import StrictJSON
internal import TouchCore

/// A calibration that a person made and confirmed.
package struct StoredCalibration: Equatable {
    /// The panel's name, which stays the same when it is plugged in again.
    let panel: String
    /// The rotation of the view on the panel; the calibration is valid only with this one.
    let rotation: Rotation
    /// From what the panel reports to where it is meant to be.
    let matrix: Transform
    /// The calibration in effect before, udev's or the configuration's; with another one this one is not in effect.
    let replaces: Transform
    /// The error of the verification, in mm; nil for a panel without a size.
    let miss: Double?
    /// Vendor and product.
    let vendor: UInt16
    let product: UInt16
    /// udev's `ID_PATH`, if any.
    let path: String?
    /// When it was made.
    let time: WallTime

    /// Longest text of a member, in bytes: names come from udev and from sections.
    private static let maxText = 512

    /// As the file and the interface have it.
    package var json: JSONObject {
        [
            "panel": .string(panel), "rotation": .integer(Int64(rotation.rawValue)), "matrix": Self.list(matrix),
            "replaces": Self.list(replaces), "missMm": miss.map { .real($0) }, "vendor": .integer(Int64(vendor)),
            "product": .integer(Int64(product)), "path": path.map { .string($0) },
            "wallTimeUSec": .integer(time.microseconds),
        ]
    }

    /// Six numbers as in LIBINPUT_CALIBRATION_MATRIX.
    static func list(_ map: Transform) -> JSON {
        .array([map.a, map.b, map.c, map.d, map.e, map.f].map { .real($0) })
    }
}

extension StoredCalibration {
    /// Reads the output of ``json``; nil if it is anything else.
    init?(_ json: JSON) {
        guard let object = json.objectValue, let panel = object["panel"]?.stringValue,
            (1...Self.maxText).contains(panel.utf8.count),
            let rotation = object["rotation"]?.integerValue.flatMap({ Rotation(rawValue: Int(truncatingIfNeeded: $0)) }
            ),
            let matrix = object["matrix"].flatMap(Self.transform), CalibrationFit.isPlausible(matrix),
            let replaces = object["replaces"].flatMap(Self.transform), replaces.isProper,
            let vendor = object["vendor"]?.integerValue.flatMap({ UInt16(exactly: $0) }),
            let product = object["product"]?.integerValue.flatMap({ UInt16(exactly: $0) }),
            let time = object["wallTimeUSec"]?.integerValue
        else { return nil }
        let path = object["path"]?.stringValue
        guard path.map({ $0.utf8.count <= Self.maxText }) ?? true else { return nil }
        self.init(
            panel: panel, rotation: rotation, matrix: matrix, replaces: replaces, miss: object["missMm"]?.doubleValue,
            vendor: vendor, product: product, path: path, time: WallTime(microseconds: time))
    }

    private static func transform(_ json: JSON) -> Transform? {
        let numbers = (json.arrayValue ?? []).compactMap(\.doubleValue)
        guard numbers.count == 6, json.arrayValue?.count == 6 else { return nil }
        return Transform(numbers[0], numbers[1], numbers[2], numbers[3], numbers[4], numbers[5])
    }
}
