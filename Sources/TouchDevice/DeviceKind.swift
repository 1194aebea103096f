/// What a device is, according to its udev tags; for live nodes and recordings.
///
///     capabilities ──input_id──▶ tags ──a rule, a hwdb──▶ tags ──libinput's order──▶ role
package struct DeviceKind: Hashable, Sendable {
    /// The udev tags, `ID_INPUT_…`.
    package enum Tag: String, CaseIterable, Sendable {
        case accelerometer = "ID_INPUT_ACCELEROMETER"
        case pointingStick = "ID_INPUT_POINTINGSTICK"
        case mouse = "ID_INPUT_MOUSE"
        case touchpad = "ID_INPUT_TOUCHPAD"
        case touchscreen = "ID_INPUT_TOUCHSCREEN"
        case joystick = "ID_INPUT_JOYSTICK"
        case tablet = "ID_INPUT_TABLET"
        case tabletPad = "ID_INPUT_TABLET_PAD"
        case key = "ID_INPUT_KEY"
        case keyboard = "ID_INPUT_KEYBOARD"
        case switches = "ID_INPUT_SWITCH"
    }

    /// How libinput, and so touchd, treats a device, in words.
    package enum Role: String, Sendable {
        case touchscreen = "a touchscreen"
        case pen = "a pen tablet"
        case pad = "a tablet's pad of buttons"
        case touchpad = "a touchpad"
        case mouse = "a mouse"
        case joystick = "a joystick"
        case accelerometer = "an accelerometer"
        case keyboard = "a keyboard"
        case switches = "a switch"
        case nothing = "an unknown device"
    }

    /// The tags.
    package let tags: Set<Tag>
    /// The capability that decided the tags, such as `BTN_TOOL_PEN`; nil if they are udev's own.
    package let evidence: String?

    /// Makes the kind from udev's properties, by name; nil if their tags do not classify it as an input device.
    package init?(udev properties: some Sequence<(name: String, value: String)>) {
        var (tags, isInput): (Set<Tag>, Bool) = ([], false)
        for (name, value) in properties where !value.isEmpty && value != "0" {
            if name == "ID_INPUT" { isInput = true }
            if let tag = Tag(rawValue: name) { tags.insert(tag) }
        }
        guard isInput || !tags.isEmpty else { return nil }
        (self.tags, evidence) = (tags, nil)
    }

    /// Makes the kind from the udev tags in a recording, or those udev would set; nil if the recording has no capabilities.
    package init?(_ recording: DeviceRecording) {
        if let told = DeviceKind(udev: recording.udev.map { ($0.name, $0.value) }), !told.tags.isEmpty {
            self = told
        } else if let description = recording.description, !description.codes.isEmpty {
            self.init(description)
        } else {
            return nil
        }
    }

    /// The tags that udev sets for these capabilities: the rules of systemd 252's `input_id`.
    ///
    /// Later versions differ for joysticks, and for mice on I2C, which they tag as pointing sticks.
    package init(_ device: DeviceDescription) {
        let bits = Capabilities(device)
        var (tags, evidence) = bits.pointerTags
        let keys = bits.keyTags
        if tags.subtracting([.tabletPad]).isEmpty, keys.isEmpty, bits.hasWheel { tags.insert(.key) }
        if device.codes[InputCode.switches]?.isEmpty == false { tags.insert(.switches) }
        self.tags = tags.union(keys)
        self.evidence = evidence
    }

    /// How libinput treats it; with several tags, in libinput's order.
    package var role: Role {
        if tags.contains(.accelerometer) { return .accelerometer }
        if tags.contains(.tabletPad) { return .pad }
        // The touch side of a tablet is called both.
        if tags.contains(.tablet), tags.isDisjoint(with: [.touchpad, .touchscreen]) { return .pen }
        if tags.contains(.touchpad) { return .touchpad }
        if tags.contains(.touchscreen) { return .touchscreen }
        if tags.contains(.mouse) || tags.contains(.pointingStick) { return .mouse }
        if tags.contains(.joystick) { return .joystick }
        if tags.contains(.keyboard) || tags.contains(.key) { return .keyboard }
        return tags.contains(.switches) ? .switches : .nothing
    }

    /// As text: `a pen tablet, since it has BTN_TOOL_PEN`.
    package var sentence: String {
        evidence.map { "\(role.rawValue), since it has \($0)" } ?? role.rawValue
    }
}

extension DeviceDescription {
    /// Whether a device that udev tags as a pen tablet, a mouse or a touchpad may still be a panel.
    ///
    /// It has two absolute axes and a touch or click, or positions of fingers, and nothing that only pens have: a button, a
    /// tilt, a distance; nor is it a touchpad with a button.
    package var mayBePanel: Bool {
        let (keys, axes) = (codes[InputCode.key] ?? [], codes[InputCode.absolute] ?? [])
        let isPen = keys.contains(InputCode.stylus) || !axes.isDisjoint(with: 0x19...0x1b)
        let hasPlaces = axes.isSuperset(of: [InputCode.x, InputCode.y])
        let isPressed = keys.contains(InputCode.touch) || keys.contains(InputCode.left)
        let isTouchpad = keys.contains(InputCode.left) && DeviceKind(self).role == .touchpad
        return !isPen && !isTouchpad && (hasPlaces && isPressed || hasFingers)
    }

    /// Whether it has positions of fingers; a device that claims every axis there is has none.
    package var hasFingers: Bool {
        let axes = codes[InputCode.absolute] ?? []
        return axes.isSuperset(of: [InputCode.positionX, InputCode.positionY])
            && !axes.isSuperset(of: [InputCode.slot, InputCode.slot - 1])
    }

    /// Whether it has positions of fingers, but nothing by which udev would know a touchscreen.
    package var hasBareFingers: Bool { hasFingers && [.nothing, .keyboard].contains(DeviceKind(self).role) }

    /// Whether it is a mouse that reports places: absolute axes and BTN_LEFT, but nothing that says when a finger touches it.
    package var isAbsoluteMouse: Bool {
        let (keys, axes) = (codes[InputCode.key] ?? [], codes[InputCode.absolute] ?? [])
        return axes.isSuperset(of: [InputCode.x, InputCode.y]) && !axes.contains(InputCode.positionX)
            && keys.contains(InputCode.left)
            && keys.isDisjoint(with: [InputCode.touch, InputCode.pen, InputCode.finger, InputCode.stylus])
    }
}

/// The capabilities that `input_id` checks.
private struct Capabilities {
    let keys: Set<UInt16>
    let relative: Set<UInt16>
    let absolute: Set<UInt16>
    let properties: Set<UInt16>
    let hasFingers: Bool

    private static let mouseButtons: Range<UInt16> = 0x110..<0x120
    private static let gameButtons: [ClosedRange<UInt16>] = [0x120...0x13f, 0x2c0...0x2e7, 0x220...0x223]
    private static let gameAxes: ClosedRange<UInt16> = 0x03...0x17
    /// KEY_… above the BTN_… of the first block.
    private static let highKeys: [Range<UInt16>] = [0x160..<0x220, 0x230..<0x2c0]
    /// ESC, the digits and Q to D.
    private static let letters: ClosedRange<UInt16> = 1...31

    init(_ device: DeviceDescription) {
        keys = device.codes[InputCode.key] ?? []
        relative = device.codes[InputCode.relative] ?? []
        absolute = device.codes[InputCode.absolute] ?? []
        (properties, hasFingers) = (device.properties, device.hasFingers)
    }

    /// Some nodes have only a wheel: REL_WHEEL, REL_HWHEEL.
    var hasWheel: Bool { !relative.isDisjoint(with: [0x08, 0x06]) }

    /// The tags of a pointing device, and the capability that decided.
    var pointerTags: (Set<DeviceKind.Tag>, String?) {
        let hasPlaces = absolute.isSuperset(of: [InputCode.x, InputCode.y])
        if properties.contains(6) { return ([.accelerometer], "INPUT_PROP_ACCELEROMETER") }
        if keys.isEmpty, hasPlaces, absolute.contains(InputCode.z) {
            return ([.accelerometer], "ABS_X, ABS_Y and ABS_Z, and no key")
        }
        let mouseButton = keys.filter(Self.mouseButtons.contains).min()
        var tags: Set<DeviceKind.Tag> = []
        var evidence: String?
        if hasPlaces {
            let tag = surfaceTag ?? (isGame ? (.joystick, "buttons or axes of a joystick") : nil)
            let asMouse = mouseButton.map { (DeviceKind.Tag.mouse, "\(Self.name($0)) and absolute axes") }
            let isSurface = tag.map { $0.0 == .tablet || $0.0 == .touchpad } ?? false
            if let (tag, reason) = isSurface ? tag : asMouse ?? tag { (tags, evidence) = ([tag], reason) }
        } else if isGame {
            (tags, evidence) = ([.joystick], "buttons or axes of a joystick")
        }
        if hasFingers, let (tag, reason) = surfaceTag {
            tags.insert(tag)
            if evidence == nil || tag == .touchscreen { evidence = reason }
        }
        let isPad = keys.contains(0x100) && keys.contains(InputCode.stylus) && !keys.contains(InputCode.pen)
        if tags.contains(.tablet), isPad { tags.insert(.tabletPad) }
        if let mouseButton, tags.isDisjoint(with: [.tablet, .touchpad, .joystick]),
            relative.isSuperset(of: [0, 1]) || !hasPlaces
        {
            tags.insert(.mouse)
            evidence = evidence ?? Self.name(mouseButton)
        }
        // INPUT_PROP_POINTING_STICK.
        if properties.contains(5) { tags.insert(.pointingStick) }
        return (tags, evidence)
    }

    /// The tags of an absolute device, mice and joysticks aside.
    private var surfaceTag: (DeviceKind.Tag, String)? {
        let isDirect = properties.contains(InputCode.direct)
        if keys.contains(InputCode.pen) { return (.tablet, "BTN_TOOL_PEN") }
        if keys.contains(InputCode.stylus) { return (.tablet, "BTN_STYLUS") }
        if keys.contains(InputCode.finger), !isDirect {
            return (.touchpad, "BTN_TOOL_FINGER without INPUT_PROP_DIRECT")
        }
        if isDirect { return (.touchscreen, "INPUT_PROP_DIRECT") }
        return keys.contains(InputCode.touch) ? (.touchscreen, "BTN_TOUCH") : nil
    }

    /// A mouse with sixteen buttons has joystick buttons too.
    private var isGame: Bool {
        let hasButtons =
            !keys.contains(0x11f) && keys.contains { key in Self.gameButtons.contains { $0.contains(key) } }
        return hasButtons || absolute.contains(where: Self.gameAxes.contains)
    }

    var keyTags: Set<DeviceKind.Tag> {
        var tags: Set<DeviceKind.Tag> = []
        let isKey = { (code: UInt16) in code < 0x100 || Self.highKeys.contains { $0.contains(code) } }
        if keys.contains(where: isKey) { tags.insert(.key) }
        if keys.isSuperset(of: Self.letters) { tags.insert(.keyboard) }
        return tags
    }

    private static func name(_ button: UInt16) -> String {
        let names = ["LEFT", "RIGHT", "MIDDLE", "SIDE", "EXTRA", "FORWARD", "BACK", "TASK"]
        let index = Int(button) - 0x110
        return names.indices.contains(index) ? "BTN_\(names[index])" : "a mouse button"
    }
}
