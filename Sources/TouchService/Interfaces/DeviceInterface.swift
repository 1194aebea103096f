internal import StrictJSON
internal import TouchCore
internal import TouchInput
internal import TouchScreen
internal import TouchSessions
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.device`: the panels.
    static func device(
        _ access: Access, _ panels: Panels, on seat: any PanelSource, _ pauses: Pauses, _ idle: IdleCalls,
        _ heartbeat: Heartbeat
    ) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.device", access: access,
            methods: [
                "List": Method(.observer) { $0.reply(["devices": panels.list]) },
                "Explain": Method(.observer) { $0.reply(["candidates": panels.explain(seat.candidates)]) },
                "Watch": Method(.observer, .stream) { call in
                    panels.watch(call, pauses.current)
                    heartbeat.keepAlive(call)
                },
                "Idle": Method(.observer, .stream) { call in
                    guard let length = call.interval("afterUSec", in: TimeLimit.idle) else { return }
                    idle.watch(call, after: length)
                    heartbeat.keepAlive(call)
                },
            ])
    }
}
