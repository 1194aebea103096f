package import System
package import EventLoop
internal import StrictJSON
internal import TouchCore
package import TouchVault
package import Varlink

/// Who knows in which unit of the service manager a process runs.
package protocol UnitSource: AnyObject {
    /// Finds the unit of a process; `answer` is called once, at once or soon, with nil if it is unknown.
    func find(_ process: Int32, _ answer: @escaping (String?) -> Void)
}

extension ServiceUnits: UnitSource {}

/// Requests of callers without a scene, and the front ends that listen for them.
package final class ScreenRequests {
    /// How long a request waits for a listening front end: one that restarts is back by then.
    static let patience = Interval.seconds(5)
    /// Maximum number of pending requests of one user, or on behalf of one; a person has one finger for all of them.
    static let maxOfUser = 8
    /// Maximum number of pending requests: of users, of these and of administrators' programs on behalf of users, of all.
    static let (maxOfUsers, maxAsked, maxCount) = (24, 40, 48)

    private let loop: EventLoop
    private let access: Access
    private let units: (any UnitSource)?
    private let kinds: [Word]
    /// Front ends, each with the kinds that it can show.
    private var frontEnds: [(call: Call, kinds: Set<Word>)] = []
    private var wanted: [ScreenRequest] = []
    private var shown: Set<String> = []
    /// Since when no front end has listened for a kind; nil while one does.
    private var unheardSince: [Word: Instant] = [:]
    private var timer: Timer?
    /// The program that runs the study in progress.
    private var study: Connection?
    /// The rounds of the study that are wanted or shown.
    private var rounds: [ScreenRequest] = []

    /// - Parameter kinds: all that there are.
    package init(
        kinds: [Word], loop: EventLoop, access: Access, units: (any UnitSource)?
    ) throws(SystemError) {
        (self.kinds, self.loop, self.access, self.units) = (kinds, loop, access, units)
        for kind in kinds { unheardSince[kind] = loop.now }
        timer = try loop.timer { [unowned self] in giveUp() }
    }

    /// Adds a front end; it gets the present requests and all later ones.
    package func listen(_ call: Call) {
        let asked = call.parameters["kinds"]?.arrayValue?.compactMap(\.stringValue)
        let kinds = Set(asked?.compactMap { Word($0) } ?? self.kinds.filter { $0 != ScreenRequest.study })
        guard !kinds.isEmpty else { return call.fail(.invalidParameter("kinds", allowed: "one or more")) }
        // Nobody consents to a study of later.
        if kinds.contains(ScreenRequest.study), study == nil { return call.reply() }
        frontEnds.append((call, kinds))
        for kind in kinds { unheardSince[kind] = nil }
        let wanted = wanted.filter { kinds.contains($0.kind) && $0.isAnnounced }
        call.onCancelled = { [unowned self, unowned call] in forget(call) }
        let now = loop.now
        call.replyContinuing(["requests": .array(wanted.map { $0.description(now: now) })])
        arm()
        for request in wanted { request.heard() }
    }

    /// Requests that a front end show a widget.
    ///
    /// - Returns: false if too many requests are pending.
    package func add(_ request: ScreenRequest) -> Bool {
        let most =
            switch (access.role(of: request.peer), request.asker) {
            case (.administrator, nil): Self.maxCount
            case (.administrator, _): Self.maxAsked
            default: Self.maxOfUsers
            }
        // A request of an administrator's program on behalf of a user counts against that user's limit.
        let ofUser = wanted.count { $0.peer.uid == request.peer.uid && $0.asker == request.asker }
        guard wanted.count < most, ofUser < Self.maxOfUser else { return false }
        if unheardSince[request.kind] != nil { unheardSince[request.kind] = loop.now }
        wanted.append(request)
        if request.kind == ScreenRequest.study { rounds.append(request) }
        arm()
        guard let units, let process = request.peer.process else {
            announce(request)
            return true
        }
        units.find(request.peer.pid) { [weak self] unit in
            // The process that was asked about is the one that connected only if that has not ended.
            if process.isAlive { request.unit = unit }
            self?.announce(request)
        }
        return true
    }

    /// Tells front ends of a request that is still wanted.
    private func announce(_ request: ScreenRequest) {
        guard wanted.contains(where: { $0 === request }) else { return }
        request.isAnnounced = true
        tell(["wanted": request.description(now: loop.now)], of: request.kind)
        if unheardSince[request.kind] == nil { request.heard() }
    }

    /// The request of that name, if `uid` listens for requests and no front end shows it.
    package func wanted(_ id: String, by uid: UInt32) -> ScreenRequest? {
        guard frontEnds.contains(where: { $0.call.connection.peer.uid == uid }) else { return nil }
        return wanted.first { $0.id == id }
    }

    /// A front end shows the request.
    package func show(_ request: ScreenRequest, in scene: PresentedScene, at place: WidgetPlace) {
        guard markShown(request.id) else { return }
        request.shown(scene, place)
    }

    /// A front end shows the request.
    ///
    /// - Returns: false if it is no longer wanted.
    @discardableResult
    func markShown(_ id: String) -> Bool {
        guard let index = wanted.firstIndex(where: { $0.id == id }) else { return false }
        wanted.remove(at: index)
        shown.insert(id)
        tell(["shown": .string(id)])
        arm()
        return true
    }

    /// Its caller no longer waits, or has its answer.
    ///
    /// - Returns: the request, if no front end has shown it.
    @discardableResult
    package func end(_ id: String) -> ScreenRequest? {
        let request = wanted.first { $0.id == id }
        wanted.removeAll { $0.id == id }
        rounds.removeAll { $0.id == id }
        arm()
        if shown.remove(id) != nil || request?.isAnnounced ?? false { tell(["over": .string(id)]) }
        return request
    }

    /// Ends the calls of front ends that may no longer listen.
    package func dropListeners(where isUnwanted: (Peer) -> Bool) {
        for (call, _) in frontEnds where isUnwanted(call.connection.peer) {
            forget(call)
            call.fail(.permissionDenied)
        }
    }

    // MARK: - Studies

    /// A connection asks for a round of a study, which is in progress from its first one until the connection ends.
    ///
    /// - Returns: false if another study is in progress.
    package func study(by connection: Connection) -> Bool {
        if study === connection { return true }
        if let study {
            if study.isOpen { return false }
            left(study)
        }
        study = connection
        return true
    }

    /// Ends the rounds of a study: no panel is left, which is not the person's failure.
    package func endRounds() {
        for round in rounds { round.unheard() }
    }

    /// A connection has ended, and with a study's its rounds and all consent to it.
    package func left(_ connection: Connection) {
        guard connection === study else { return }
        study = nil
        endRounds()
        for (call, kinds) in frontEnds where kinds.contains(ScreenRequest.study) {
            forget(call)
            call.reply()
        }
    }

    // MARK: - The end

    private func forget(_ call: Call) {
        frontEnds.removeAll { $0.call === call }
        for kind in kinds where !frontEnds.contains(where: { $0.kinds.contains(kind) }) {
            unheardSince[kind] = unheardSince[kind] ?? loop.now
        }
        arm()
    }

    /// No front end listened for long enough.
    private func giveUp() {
        let now = loop.now
        // Notifying a receiver may end other requests.
        while let index = wanted.firstIndex(where: { request in
            unheardSince[request.kind].map { $0.advanced(by: Self.patience) <= now } ?? false
        }) {
            wanted.remove(at: index).unheard()
        }
        arm()
    }

    private func arm() {
        let since = wanted.compactMap { unheardSince[$0.kind] }.min()
        timer?.set(at: since?.advanced(by: Self.patience))
    }

    /// - Parameter kind: only to front ends that show this; nil: to all.
    private func tell(_ message: JSONObject, of kind: Word? = nil) {
        var encoded = EncodedReply()
        encoded.encode(message)
        for (call, kinds) in frontEnds where call.isOpen && kind.map(kinds.contains) ?? true {
            call.replyContinuing(encoded)
        }
    }
}
