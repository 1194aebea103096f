internal import EventLoop
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchScreen
internal import TouchSessions
internal import TouchVault
internal import Varlink

/// `io.touchd.manage`: the daemon itself.
struct ManageInterface {
    let access: Access
    let configuration: LiveConfiguration
    let state: DaemonState
    let panels: Panels
    let screen: Screen
    let pauses: Pauses
    let quiet: QuietCalls
    let keeper: VaultKeeper
    let results: Results
    let reloading: Reloading
    let log: Journal

    var interface: ServiceInterface {
        ServiceInterface(
            "io.touchd.manage", access: access,
            methods: [
                "Status": .init(.observer) { state.replyStatus(to: $0) },
                "StartCleaning": .init(.administrator) { call in
                    guard let duration = call.interval("durationUSec", in: TimeLimit.cleaning) else { return }
                    pauses.clean(for: duration)
                    call.reply()
                },
                "StopCleaning": .init(.administrator) { call in
                    let hasEnded = pauses.endCleaning("requested by uid \(call.connection.peer.uid)")
                    call.reply(["ended": .bool(hasEnded)])
                },
                "Drain": .init(.administrator) { call in
                    guard let longest = call.interval("timeoutUSec", in: TimeLimit.drain) else { return }
                    quiet.wait(call, for: longest)
                },
                "SetView": .init(.administrator) { setView($0) },
                "Reload": .init(.operator) { call in reloading.reload { call.reply($0.reply) } },
                "Configuration": .init(.operator) { call in
                    call.reply { writer in
                        writer.key("keys" as StaticString)
                        writer.beginArray()
                        for key in configuration.loaded.told { key.write(into: &writer) }
                        writer.endArray()
                    }
                },
                "ClearAlarm": .init(.administrator) { clearAlarm($0) },
            ])
    }

    private func clearAlarm(_ call: Call) {
        let peer = call.connection.peer
        results.change(for: call, of: "io.touchd.manage", user: nil) { () throws(VaultError) in
            try keeper.vault.clearAlarm()
        } then: { (isCleared: Bool) throws(VaultError) -> InteractionResult? in
            guard isCleared else {
                call.fail(VarlinkError("io.touchd.manage.NoAlarm"))
                return nil
            }
            log.notice("alarm of the vault cleared by uid \(peer.uid)")
            return results.result(.clearing, "vault_alarm", of: nil, by: peer.uid)
        }
    }

    private func setView(_ call: Call) {
        var said = ""
        reloading.changeView {
            guard let (change, what) = viewChange(call) else { return nil }
            said = what
            return change
        } then: {
            log.notice(said)
            call.reply()
        }
    }

    /// The change of the view that a call asks for, and the line that reports it; fails the call if it is invalid.
    private func viewChange(_ call: Call) -> (Reloading.ViewChange, String)? {
        func refuse(_ key: String, _ allowed: String) -> (Reloading.ViewChange, String)? {
            call.fail(.invalidParameter(key, allowed: allowed))
            return nil
        }
        // The right may have been taken away while it waited.
        guard access.role(of: call.connection.peer) == .administrator else {
            call.fail(.permissionDenied)
            return nil
        }
        let (sides, view) = (Size.viewSides, screen.view)
        let width = call.parameters["width"]?.doubleValue ?? view.width
        let height = call.parameters["height"]?.doubleValue ?? view.height
        for (key, side) in [("width", width), ("height", height)] {
            guard Double(sides.lowerBound)...Double(sides.upperBound) ~= side else {
                return refuse(key, "\(sides.lowerBound) to \(sides.upperBound)")
            }
        }
        let size = Size(width: width, height: height)
        var rotation = panels.rotation
        if let asked = call.parameters["rotation"]?.integerValue {
            guard let known = Rotation(rawValue: Int(truncatingIfNeeded: asked)) else {
                return refuse("rotation", "0, 90, 180 or 270")
            }
            rotation = known
        }
        guard let panel = call.parameters["panel"]?.stringValue else {
            let line = "view is \(Int(size.width))x\(Int(size.height)), rotated by \(rotation.rawValue)"
            return (.init(size: size, rotation: rotation), line)
        }
        guard size == view else {
            let (side, present) = width == view.width ? ("height", view.height) : ("width", view.width)
            return refuse(side, "\(Int(present)) with a panel")
        }
        guard panels.devices.contains(where: { panels.wishes.name(of: $0) == panel }) else {
            return refuse("panel", panels.names)
        }
        return (
            .init(size: size, rotation: panels.rotation, turned: [panel: rotation]),
            "panel \(panel) rotated by \(rotation.rawValue)"
        )
    }
}

extension ToldKey {
    fileprivate func write(into writer: inout JSONWriter) {
        writer.beginObject()
        writer.member("section", section)
        writer.member("name", name)
        writer.member("value", value)
        writer.member("set", isSet)
        writer.endObject()
    }
}
