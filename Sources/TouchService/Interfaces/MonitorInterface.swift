internal import EventLoop
internal import StrictJSON
internal import TouchCore
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.monitor`: what the daemon sees and counts.
    static func monitor(_ state: DaemonState, _ heartbeat: Heartbeat) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.monitor", access: state.access,
            methods: [
                "Contacts": Method(.administrator, .stream) { call in
                    state.screen.contacts.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Unheard": Method(.administrator, .stream) { call in
                    state.unheard.watch(call)
                    heartbeat.keepAlive(call)
                },
                "Statistics": Method(.counts) { state.replyStatistics(to: $0) },
                "Recording": Method(.operator) { recording($0, state.screen.ring) },
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
