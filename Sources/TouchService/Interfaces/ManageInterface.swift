internal import Arguments
internal import EventLoop
internal import Journal
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.manage`: the daemon itself.
    static func manage(_ core: Core, started: Int64) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.manage", access: core.access,
            methods: [
                "Status": Method(.observer) { call in
                    let allowed = core.configuration.input.allowedProvenance.map(\.rawValue).sorted()
                    call.reply([
                        "version": .string(Version.text),
                        "uptimeUSec": .integer(core.loop.nowMicroseconds - started),
                        "role": .string(core.access.role(of: call.connection.peer).rawValue),
                        "devices": .integer(Int64(core.panels.devices.count)),
                        "viewWidth": .real(core.screen.view.width),
                        "viewHeight": .real(core.screen.view.height),
                        "scenes": .integer(Int64(core.screen.count)),
                        "connections": .integer(Int64(core.connectionCount())),
                        "frames": .integer(Int64(core.panels.frames)),
                        "allowProvenance": .array(allowed.map { .string($0) }),
                        "problem": core.panels.problem.map { .string($0) },
                    ])
                },
                "Contacts": Method(.administrator) { call in
                    guard call.wantsMore else { return call.fail(.expectedMore) }
                    core.screen.contacts.watch(call)
                    core.heartbeat.keepAlive(call)
                },
                "SetView": Method(.administrator) { setView($0, core) },
            ])
    }

    private static func setView(_ call: Call, _ core: Core) {
        var size = core.screen.view
        let sides = Double(1)...16_384
        for (key, side) in [("width", \Size.width), ("height", \Size.height)] {
            guard let asked = call.parameters[key]?.doubleValue else { continue }
            guard sides.contains(asked) else { return call.fail(.invalidParameter(key)) }
            size[keyPath: side] = asked
        }
        var rotation = core.panels.rotation
        if let asked = call.parameters["rotation"]?.integerValue {
            guard let known = Rotation(rawValue: Int(truncatingIfNeeded: asked)) else {
                return call.fail(.invalidParameter("rotation"))
            }
            rotation = known
        }
        core.changeView(size, rotation)
        core.log.notice("view is \(Int(size.width))x\(Int(size.height)), turned \(rotation.rawValue)")
        call.reply()
    }
}
