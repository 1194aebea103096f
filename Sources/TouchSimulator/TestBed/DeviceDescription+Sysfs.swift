import TouchDevice

extension DeviceDescription {
    /// The properties udev's own rules would set on the event node: its class, its size, and the fuzz that libinput
    /// takes over from the kernel (libinput's 90-libinput-fuzz-override.rules).
    var udevProperties: [String: String] {
        var properties = ["ID_INPUT": "1"]
        for tag in DeviceKind(complete).tags { properties[tag.rawValue] = "1" }
        if let (x, y) = positionAxes, let width = x.millimeters, let height = y.millimeters {
            properties["ID_INPUT_WIDTH_MM"] = String(Int(width))
            properties["ID_INPUT_HEIGHT_MM"] = String(Int(height))
        }
        for code in Self.axesWithNoise {
            guard let axis = axes[code], axis.fuzz != 0 else { continue }
            properties["LIBINPUT_FUZZ_" + code.hexadecimal(2)] = String(axis.fuzz)
        }
        return properties
    }

    /// Axes whose fuzz libinput's udev rule moves from the kernel into a property.
    static let axesWithNoise: [UInt16] = [
        InputCode.x, InputCode.y, InputCode.positionX, InputCode.positionY,
    ]

    /// The panel's files in sysfs and udev's database, as the kernel and udev would make them.
    ///
    /// They lie below /devices/virtual, where uinput puts its devices, so that the panel never counts as physical.
    func sysfs(_ node: NodeNumber, properties: [String: String]) -> [TestBedEntry] {
        let codes = complete.codes
        let fields = numbers.list
        // One line per attribute: a device name is free text, so line ends in it become blanks.
        let plain = String(name.map { $0.isNewline ? " " : $0 })
        let product = fields.map { $0.hexadecimal(1) }.joined(separator: "/")
        let lines = properties.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }
        var entries: [TestBedEntry] = [
            .file("\(node.input)/uevent", "PRODUCT=\(product)\nNAME=\"\(plain)\"\n"),
            .file("\(node.input)/name", "\(plain)\n"), .file("\(node.input)/phys", "\n"),
            .file("\(node.input)/uniq", "\n"), .file("\(node.input)/inhibited", "0\n"),
            .file("\(node.input)/properties", "\(capability(self.properties))\n"),
            .file("\(node.input)/capabilities/ev", "\(capability(Set(codes.filter { !$0.value.isEmpty }.keys)))\n"),
            .link("\(node.input)/subsystem", to: "../../../../class/input"),
            .link("/sys/class/input/input\(node.number)", to: "../..\(node.input.dropFirst("/sys".count))"),
            .file("\(node.event)/uevent", "MAJOR=13\nMINOR=\(node.minor)\nDEVNAME=input/event\(node.number)\n"),
            .file("\(node.event)/dev", "\(node.numbers)\n"),
            .link("\(node.event)/device", to: "../../input\(node.number)"),
            .link("\(node.event)/subsystem", to: "../../../../../class/input"),
            .link("/sys/class/input/event\(node.number)", to: "../..\(node.event.dropFirst("/sys".count))"),
            .link("/sys/dev/char/\(node.numbers)", to: "../..\(node.event.dropFirst("/sys".count))"),
            .link("/dev/.node/input_event\(node.number)", to: node.numbers),
            .file("/dev/input/event\(node.number)", ""),
            .file(
                "/run/udev/data/c\(node.numbers)",
                "I:\(NodeNumber.initialized)\n" + lines.map { "E:\($0)" }.joined()),
        ]
        for (label, number) in zip(["bustype", "vendor", "product", "version"], fields) {
            entries.append(.file("\(node.input)/id/\(label)", "\(number.hexadecimal(4))\n"))
        }
        let kinds: [(String, UInt16)] = [
            ("key", 1), ("rel", 2), ("abs", 3), ("msc", 4), ("sw", 5), ("led", 0x11), ("snd", 0x12), ("ff", 0x15),
        ]
        for (label, type) in kinds {
            entries.append(.file("\(node.input)/capabilities/\(label)", "\(capability(codes[type] ?? []))\n"))
        }
        return entries
    }

    /// A bitmap as printed in sysfs: hexadecimal words of 64 bits, most significant first.
    private func capability(_ bits: Set<UInt16>) -> String {
        let count = Int((bits.max() ?? 0) / 64) + 1
        var words = [UInt64](repeating: 0, count: count)
        for bit in bits { words[Int(bit) / 64] |= 1 << UInt64(bit % 64) }
        return words.reversed().map { String($0, radix: 16) }.joined(separator: " ")
    }
}

/// The numbers of an event node and the paths made of them.
struct NodeNumber {
    /// The N of inputN and eventN.
    let number: Int

    /// When udev first saw the device, in microseconds of CLOCK_MONOTONIC; only its presence matters.
    static let initialized = "1000000"

    /// The minor number; the major number of event nodes is 13.
    var minor: Int { 64 + number }
    var numbers: String { "13:\(minor)" }
    /// The input device's folder.
    var input: String { "/sys/devices/virtual/input/input\(number)" }
    /// The event node's folder.
    var event: String { "\(input)/event\(number)" }
    var node: String { "/dev/input/event\(number)" }
}
