extension PanelDescription {
    /// The properties udev's own rules would give the event node: its class, its size, and the noise libinput takes over
    /// from the kernel (libinput's 90-libinput-fuzz-override.rules).
    var udevProperties: [String: String] {
        var properties = ["ID_INPUT": "1"]
        if isTouchscreen { properties["ID_INPUT_TOUCHSCREEN"] = "1" }
        if let (x, y) = positionAxes, x.resolution > 0, y.resolution > 0 {
            properties["ID_INPUT_WIDTH_MM"] = String(Int(x.span) / Int(x.resolution))
            properties["ID_INPUT_HEIGHT_MM"] = String(Int(y.span) / Int(y.resolution))
        }
        for code in Self.axesWithNoise {
            guard let axis = axes[code], axis.fuzz != 0 else { continue }
            properties["LIBINPUT_FUZZ_" + hexadecimal(code, digits: 2)] = String(axis.fuzz)
        }
        return properties
    }

    /// Axes whose fuzz libinput's udev rule moves from the kernel into a property.
    static let axesWithNoise: [UInt16] = [
        AbsoluteCode.x, AbsoluteCode.y, AbsoluteCode.positionX, AbsoluteCode.positionY,
    ]

    /// Whether udev's input_id calls the device a touchscreen; others are tablets, touchpads or mice to it.
    private var isTouchscreen: Bool {
        let keys = codes[EventType.key] ?? []
        let isDirect = properties.contains(1)
        let hasPen = keys.contains(KeyCode.pen) || keys.contains(KeyCode.stylus)
        let isTouchpad = keys.contains(KeyCode.finger) && !isDirect
        guard !hasPen, !isTouchpad, isDirect || keys.contains(KeyCode.touch) else { return false }
        let isMultitouch = axes[AbsoluteCode.positionX] != nil && axes[AbsoluteCode.positionY] != nil
        if isMultitouch { return true }
        let hasPlace = axes[AbsoluteCode.x] != nil && axes[AbsoluteCode.y] != nil
        return hasPlace && KeyCode.mouseButtons.isDisjoint(with: keys)
    }

    /// The panel's two sysfs folders, input and event node, in the format of umockdev-record.
    ///
    /// They lie below /devices/virtual, where uinput puts its devices, so that nothing takes the panel for a real one.
    func sysfs(number: Int, numbers: String, properties: [String: String]) -> String {
        let input = "/devices/virtual/input/input\(number)"
        let fields = [identity.bus, identity.vendor, identity.product, identity.version]
        let words = fields.map { hexadecimal($0, digits: 4) }
        // One line per attribute: a device name is free text, so what would end or escape a line becomes a blank.
        let plain = String(name.map { $0.isNewline || $0 == "\\" ? " " : $0 })
        var lines = [
            "P: \(input)", "E: SUBSYSTEM=input", "E: NAME=\"\(plain)\"",
            "E: PRODUCT=" + fields.map { hexadecimal($0, digits: 1) }.joined(separator: "/"),
            "A: name=\(plain)\\n", "A: phys=\\n", "A: uniq=\\n",
            "A: id/bustype=\(words[0])\\n", "A: id/vendor=\(words[1])\\n",
            "A: id/product=\(words[2])\\n", "A: id/version=\(words[3])\\n",
            "A: properties=\(capability(self.properties))\\n",
            "A: capabilities/ev=\(capability(Set(codes.filter { !$0.value.isEmpty }.keys)))\\n",
        ]
        let kinds: [(String, UInt16)] = [
            ("key", 1), ("rel", 2), ("abs", 3), ("msc", 4), ("sw", 5), ("led", 0x11), ("snd", 0x12), ("ff", 0x15),
        ]
        for (label, type) in kinds { lines.append("A: capabilities/\(label)=\(capability(codes[type] ?? []))\\n") }
        lines += ["", "P: \(input)/event\(number)", "N: input/event\(number)=00", "E: SUBSYSTEM=input"]
        let (major, minor) = (numbers.prefix { $0 != ":" }, numbers.drop { $0 != ":" }.dropFirst())
        lines += ["E: DEVNAME=/dev/input/event\(number)", "E: MAJOR=\(major)", "E: MINOR=\(minor)"]
        lines += properties.sorted { $0.key < $1.key }.map { "E: \($0.key)=\($0.value)" }
        lines += ["A: dev=\(numbers)\\n", ""]
        return lines.joined(separator: "\n")
    }

    /// A bitmap as sysfs prints it: hexadecimal words of 64 bits, the highest first.
    private func capability(_ bits: Set<UInt16>) -> String {
        let count = Int((bits.max() ?? 0) / 64) + 1
        var words = [UInt64](repeating: 0, count: count)
        for bit in bits { words[Int(bit) / 64] |= 1 << UInt64(bit % 64) }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }

    private func hexadecimal(_ number: UInt16, digits: Int) -> String {
        let text = String(number, radix: 16)
        return String(repeating: "0", count: max(0, digits - text.count)) + text
    }
}
