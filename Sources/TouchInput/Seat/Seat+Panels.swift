import EventNodes
import TouchCore

/// Panels that come and go, and their notices.
extension Seat {
    func handle(_ event: borrowing LibinputEvent) {
        switch event.kind {
        case .added: if let device = event.device { add(device) }
        case .removed: if let device = event.device { forget(device) }
        case .touch(.down): if let device = event.device, let panel = panels[device.address] { sayDeaf(panel) }
        case .touch, .other: break
        }
    }

    func forget(_ device: InputDevice) {
        if let node = device.udev?.node { verdicts[node] = nil }
        kept[device.address] = nil
        guard let panel = panels.removeValue(forKey: device.address) else { return }
        rounds.remove(panel, at: rounds.now())
        // The node of an unplugged panel is gone before its removal is reported.
        guard state == .running, !isReopening, context.hasTouchscreen(at: panel.device.node) else { return }
        lose(panel.device.node, at: rounds.now())
    }

    func add(_ device: InputDevice) {
        guard let udev = device.udev, let node = udev.node, let open = context.opener.nodes[node] else { return }
        // A panel found by a scan is reported by udev a moment later.
        guard rounds.panel(at: node) == nil else { return }
        guard device.hasTouch else {
            open.tap?.close()
            verdicts[node] = NodeVerdict.surfaceless(node, udev.properties)
            return say(Notice(.ignoredDevice, .debug, text: "\(node): not used: no touch surface"))
        }
        let reader = DeviceReader(descriptor: open.descriptor)
        let id = DeviceID(lastDevice + 1)
        let found = reader?.device(
            id: id, node: node, properties: udev.properties, libinput: device, rule: rule)
        guard let found, let description = reader?.describe(found) else {
            open.tap?.close()
            let text = "device bug: \(node): not used: an axis has no extent"
            verdicts[node] = "device bug: an axis has no extent"
            return say(Notice(.brokenAxes, .error, text: text))
        }
        guard let wish = views?.view(for: found) else { return }
        lastDevice += 1
        let known = KeptDevice(device, device: found)
        kept[device.address] = known
        if let refusal = wish.refusal { return refuse(known, refusal) }
        verdicts[node] = nil
        if isReopening { recovery.find(node) } else { recovery.forget(node) }
        let asked = KernelNode(open.descriptor, of: found)
        panels[device.address] = rounds.add(found, description, node: (asked, open.tap), wish)
        guard !found.calibration.isProper else { return }
        let text = "calibration of \(node) not used: its matrix is not invertible"
        say(Notice(.brokenCalibration, .warning, device: id, text: text))
    }

    func refuse(_ known: KeptDevice, _ refusal: String) {
        known.input.enable(false)
        let node = known.device.node
        verdicts[node] = refusal
        say(Notice(.ignoredDevice, .info, text: "\(node): not used: \(refusal)"))
    }

    func follow(_ wish: PanelView, _ known: KeptDevice) {
        let address = known.input.address
        switch (panels[address], wish.refusal) {
        case (nil, nil):
            known.input.enable(true)
            add(known.input)
        case (nil, let refusal?): verdicts[known.device.node] = refusal
        case (let panel?, nil): rounds.follow(wish, panel)
        case (let panel?, let refusal?):
            panels[address] = nil
            rounds.remove(panel, at: rounds.now())
            refuse(known, refusal)
        }
    }

    func say(_ notice: Notice) { rounds.sink?.notice(notice) }

    /// - Returns: whether a panel could not be used, so that its absence need not be reported.
    @discardableResult
    func sayNotices() -> Bool {
        let notices = context.opener.takeNotices()
        for notice in notices { say(notice) }
        return notices.contains { $0.priority == .error && $0.code != .libinput }
    }

    func sayDeaf(_ panel: Panel) {
        guard !hasSaidDeaf else { return }
        hasSaidDeaf = true
        let text =
            "libinput reads \(panel.device.node) behind touchd's back, so touches may be missed: libevdev no longer calls "
            + "the C library's read() (report this as a bug of touchd)"
        say(Notice(.notHeard, .error, device: panel.device.id, text: text))
    }
}
