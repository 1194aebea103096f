internal import Arguments
internal import EventLoop
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
                        "viewWidth": .real(core.configuration.view.size.width),
                        "viewHeight": .real(core.configuration.view.size.height),
                        "scenes": .integer(Int64(core.screen.count)),
                        "connections": .integer(Int64(core.connectionCount())),
                        "frames": .integer(Int64(core.panels.frames)),
                        "allowProvenance": .array(allowed.map { .string($0) }),
                        "problem": core.panels.problem.map { .string($0) },
                    ])
                }
            ])
    }
}
