internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.monitor`: what the daemon sees and counts.
    static func monitor(_ core: Core, started: Instant) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.monitor", access: core.access,
            methods: [
                "Contacts": Method(.administrator, .stream) { call in
                    core.screen.contacts.watch(call)
                    core.heartbeat.keepAlive(call)
                },
                "Unheard": Method(.administrator, .stream) { call in
                    core.unheard.watch(call)
                    core.heartbeat.keepAlive(call)
                },
                "Statistics": Method(.counts) { call in
                    let uptime = core.loop.now.since(started)
                    let isTrusted = core.access.role(of: call.connection.peer) == .administrator
                    call.reply(
                        core.counted.reply(uptime: uptime, unheard: core.unheard.counts, hidingSecrets: !isTrusted))
                },
                "Recording": Method(.operator) { recording($0, core.screen.ring) },
            ])
    }

    /// Entries of a reply: about 0.4 million instructions.
    private static let entriesPerReply = 60

    private static func recording(_ call: Call, _ ring: FrameRing) {
        let start = call.parameters["from"]?.integerValue
        guard start ?? 0 >= 0 else { return call.fail(.invalidParameter("from", allowed: "0 or more")) }
        let (text, next) = ring.lines(from: start.map { Int($0) } ?? 0, count: entriesPerReply)
        call.reply([
            "lines": .string((start == nil ? ring.panelLines : "") + text), "next": next.map { .integer(Int64($0)) },
        ])
    }
}
