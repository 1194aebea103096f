internal import StrictJSON
internal import TouchInput
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.device`: the panels.
    static func device(_ core: Core) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.device", access: core.access,
            methods: [
                "List": Method(.observer) { $0.reply(["devices": core.panels.list]) },
                "Explain": Method(.observer) { $0.reply(["candidates": core.panels.explain(core.seat.candidates)]) },
                "Watch": Method(.observer, .stream) { call in
                    core.panels.watch(call, core.pauses.current)
                    core.heartbeat.keepAlive(call)
                },
            ])
    }
}
