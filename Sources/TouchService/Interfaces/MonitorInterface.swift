internal import StrictJSON
internal import TouchScreen
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.monitor`: what the daemon sees and counts.
    static func monitor(
        _ access: Access, _ state: DaemonState, _ screen: Screen, _ unheard: UnheardLandings, _ heartbeat: Heartbeat
    ) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.monitor", access: access,
            methods: [
                "Contacts": Method(.administrator, .stream) { call in
                    screen.contacts.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Unheard": Method(.administrator, .stream) { call in
                    unheard.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Statistics": Method(.counts) { state.replyStatistics(to: $0) },
                "Recording": Method(.operator) { recording($0, screen.ring) },
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
