internal import EventNodes
internal import TouchCore
internal import TouchDevice

extension Machine.Node {
    @Findings func reports(_ machine: Machine) -> [Diagnosis] {
        if let axes = event.axes, axes.contains(where: { $0.resolution <= 0 }), lacksSize {
            warning("no_resolution", "it reports no size, so distances in millimeters are unknown", sizeRemedy(machine))
        }
        let fuzz = event.axes?.map(\.fuzz).max() ?? 0
        if fuzz > 0, !event.properties.keys.contains(where: { $0.hasPrefix("LIBINPUT_FUZZ_") }) {
            warning(
                "fuzz",
                "the kernel smooths its positions by \(fuzz) units, but libinput's udev rule did not apply that",
                "apt install libinput-bin\n" + trigger)
        }
        if let text = event.properties["LIBINPUT_CALIBRATION_MATRIX"], !Self.isUsable(matrix: text) {
            warning(
                "matrix", "udev's calibration \(text) is not an invertible matrix, so it is not used",
                "grep -rl LIBINPUT_CALIBRATION_MATRIX /etc/udev    # correct it: six numbers; 1 0 0 0 1 0 changes nothing\n"
                    + trigger)
        }
        if lacksSize, let doubt = event.sizeDoubt {
            warning("impossible_size", "it \(doubt), so distances in millimeters are unknown", sizeRemedy(machine))
        }
        // From here on, what works, but surprises people.
        let words = (event.properties["LIBINPUT_CALIBRATION_MATRIX"] ?? "").split(separator: " ")
        if words.count > 6 {
            note(
                "matrix_length", "udev's calibration has \(words.count) numbers; libinput and touchd use the first six",
                "grep -rl LIBINPUT_CALIBRATION_MATRIX /etc/udev    # remove the others, then\n" + trigger)
        }
        if event.capabilities.properties.isSuperset(of: [InputCode.pointer, InputCode.direct]) {
            // The kernel says the same with the quirk.
            let fix = quirk(removing: "INPUT_PROP_POINTER", "InputProp", machine)
            if fix.map({ machine.quirks.mentions($0.lines) }) != true {
                note(
                    "pointer_and_direct",
                    "its driver calls it a pointer, too (INPUT_PROP_POINTER), so some programs treat it as a touchpad",
                    fix?.remedy ?? "none: without ids and a name, no quirk of libinput can match it")
            }
        }
        if let key = event.otherKeys.first {
            note(
                "keys_on_panel",
                "its node also has \(event.otherKeys.count) keys (the first is number \(key)): touchd reads no keys, and while it "
                    + "holds the panel no program gets them",
                "evtest \(node)    # shows them; none if they are not used")
        }
        if !event.placesOffAxes.isEmpty {
            let places = event.placesOffAxes.sorted { $0.key < $1.key }
            let told = places.map { code, value in "\(value) on \(LibinputRefusal.name(code))" }.joined(separator: ", ")
            warning(
                "off_axes", "its last position lies off its axes (\(told)), so places are wrong",
                "with the panel's own numbers (touch its corners beside evtest \(node)):\n"
                    + hwdb(of: places.map { "EVDEV_ABS_\($0.key.hexadecimal(2))=MINIMUM:MAXIMUM" }))
        }
        if event.hasStuckContact {
            warning(
                "stuck_contact",
                "a contact never ends: nothing touches it (BTN_TOUCH is 0), but a slot still has a tracking id",
                "another driver or firmware ends it; touchd cancels such contacts\ntouchctl dump \(node)    # shows them"
            )
        }
    }

    /// Whether it needs a size; first it has to be read at all.
    private var lacksSize: Bool {
        !hasSize && (isRead ?? (event.refusal == nil && !event.capabilities.isAbsoluteMouse))
    }

    private func sizeRemedy(_ machine: Machine) -> String {
        "measure it, then \(setting("size=WIDTHxHEIGHT", machine))"
    }

    static func isUsable(matrix text: String) -> Bool {
        guard let map = Transform(udev: text) else { return false }
        return abs(map.a * map.e - map.b * map.d) > 1e-9
    }
}
