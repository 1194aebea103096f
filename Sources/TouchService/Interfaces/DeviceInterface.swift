internal import StrictJSON
internal import TouchInput
internal import TouchScreen
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.device`: the panels.
    static func device(
        _ access: Access, _ panels: Panels, on seat: any PanelSource, _ pauses: Pauses, _ heartbeat: Heartbeat
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
            ])
    }
}
