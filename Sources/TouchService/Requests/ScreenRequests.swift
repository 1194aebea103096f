internal import EventLoop
internal import StrictJSON
internal import Varlink

/// What callers without a scene want on screen, and the front ends that listen for it.
final class ScreenRequests {
    /// How long a request waits for a front end that listens, in microseconds: one that restarts is back by then.
    static let patience: Int64 = 5_000_000
    /// Most requests of one user that wait to be shown; a person has one finger for all of them.
    static let mostOfUser = 8
    /// Most requests that wait to be shown.
    static let most = 32

    private let loop: EventLoop
    private var frontEnds: [Call] = []
    private var wanted: [ScreenRequest] = []
    private var shown: Set<String> = []
    /// Since when nobody listens, in microseconds of CLOCK_MONOTONIC; nil while somebody does.
    private var unheardSince: Int64?
    private var timer: Timer?

    init(loop: EventLoop) throws(SystemError) {
        self.loop = loop
        unheardSince = loop.nowMicroseconds
        timer = try loop.timer { [unowned self] in giveUp() }
    }

    /// Adds a front end; it hears what is wanted now and everything from then on.
    func listen(_ call: Call) {
        frontEnds.append(call)
        unheardSince = nil
        call.onCancelled = { [unowned self, unowned call] in forget(call) }
        let now = loop.nowMicroseconds
        call.replyContinuing(["requests": .array(wanted.map { $0.description(now: now) })])
        arm()
        for request in wanted { request.listener.heard() }
    }

    /// Asks the front ends to show something.
    ///
    /// - Returns: false if too much waits already.
    func add(_ request: ScreenRequest) -> Bool {
        let ofUser = wanted.count { $0.peer.uid == request.peer.uid }
        guard wanted.count < Self.most, ofUser < Self.mostOfUser else { return false }
        if unheardSince != nil { unheardSince = loop.nowMicroseconds }
        wanted.append(request)
        tell(["wanted": request.description(now: loop.nowMicroseconds)])
        arm()
        if unheardSince == nil { request.listener.heard() }
        return true
    }

    /// The request of that name, if `uid` listens for requests and nobody shows it.
    func wanted(_ id: String, by uid: UInt32) -> ScreenRequest? {
        guard frontEnds.contains(where: { $0.connection.peer.uid == uid }) else { return nil }
        return wanted.first { $0.id == id }
    }

    /// A front end shows it.
    func take(_ request: ScreenRequest, shownBy scene: PresentedScene, at place: WidgetPlace) {
        guard let index = wanted.firstIndex(where: { $0 === request }) else { return }
        wanted.remove(at: index)
        shown.insert(request.id)
        tell(["shown": .string(request.id)])
        arm()
        request.listener.shown(scene, place)
    }

    /// Its caller waits no more, or has its answer.
    func end(_ id: String) {
        let wasWanted = wanted.contains { $0.id == id }
        wanted.removeAll { $0.id == id }
        guard shown.remove(id) != nil || wasWanted else { return }
        tell(["over": .string(id)])
        arm()
    }

    private func forget(_ call: Call) {
        frontEnds.removeAll { $0 === call }
        if frontEnds.isEmpty { unheardSince = loop.nowMicroseconds }
        arm()
    }

    /// Nobody listened long enough.
    private func giveUp() {
        guard let since = unheardSince, since + Self.patience <= loop.nowMicroseconds else { return arm() }
        // Whoever hears it may end other requests.
        while !wanted.isEmpty { wanted.removeFirst().listener.unheard() }
    }

    private func arm() {
        if let since = unheardSince, !wanted.isEmpty {
            timer?.arm(atMicroseconds: since + Self.patience)
        } else {
            timer?.disarm()
        }
    }

    private func tell(_ message: JSONObject) {
        var encoded = EncodedReply()
        encoded.encode(message)
        for call in frontEnds where call.isOpen { call.replyContinuing(encoded) }
    }
}
