package import StrictJSON
package import Varlink

package struct Identity: Sendable {
    package var user: UInt32
    package var group: UInt32
    package var groups: [UInt32] = []
    /// Whether it is on the socket for monitoring.
    package var isReader = false

    package init(user: UInt32, group: UInt32, groups: [UInt32] = []) {
        (self.user, self.group, self.groups) = (user, group, groups)
    }

    /// A user without any right.
    package static let nobody = Identity(user: 65_534, group: 65_534)
    /// Another one.
    package static let stranger = Identity(user: 65_533, group: 65_533)

    /// The same user in one more group.
    package func joining(_ group: UInt32) -> Identity {
        Identity(user: user, group: self.group, groups: groups + [group])
    }
}

/// Something that a test awaits does not come.
package struct Silence: Error, CustomStringConvertible {
    package let description: String

    package init(_ what: String) { description = "nothing came of \(what)" }
}

/// The replies of a call with `more`.
package protocol Replies: AnyObject {
    var all: [JSONObject] { get }
    var isOver: Bool { get }
    var failure: ClientError? { get }
    /// The next reply; nil after the last.
    func nextIfAny() throws -> JSONObject?
    func hangUp()
}

extension Replies {
    /// The next reply, or the error that ended it.
    @discardableResult
    package func next() throws -> JSONObject {
        guard let reply = try nextIfAny() else { throw failure ?? .closed }
        return reply
    }

    /// The next reply that `isWanted`; earlier ones are skipped.
    package func first(where isWanted: (JSONObject) -> Bool) throws -> JSONObject {
        while true {
            let reply = try next()
            if isWanted(reply) { return reply }
        }
    }

    package func rest() throws -> [JSONObject] {
        var replies: [JSONObject] = []
        while let reply = try nextIfAny() { replies.append(reply) }
        return replies
    }

    /// The last reply, skipping those before, or the error that ended it.
    package func last() throws -> JSONObject {
        let rest = try rest()
        if let failure { throw failure }
        return rest.last ?? [:]
    }
}

/// A daemon, its panels and its callers: in one process, or as programs.
package protocol Stage<Calls>: AnyObject {
    associatedtype Calls: Replies

    /// Calls a method once on a separate connection.
    func reply(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> JSONObject
    /// Calls a method with `more`; the daemon has received the call when this returns.
    func replies(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> Calls
    /// Executes a command of touchsim and waits until it is done.
    func draw(_ command: String) throws
}

// MARK: - Calls

extension Stage {
    /// Calls a method once on a separate connection.
    @discardableResult
    package func call(
        _ method: String, _ parameters: JSONObject = [:], as identity: Identity? = nil
    ) throws -> JSONObject { try reply(to: method, parameters, as: identity) }

    /// Calls a method with `more`; the daemon has received the call when this returns.
    package func stream(
        _ method: String, _ parameters: JSONObject = [:], as identity: Identity? = nil
    ) throws -> Calls { try replies(to: method, parameters, as: identity) }

    /// The same, after its first reply.
    package func watching(
        _ method: String, _ parameters: JSONObject = [:], as identity: Identity? = nil
    ) throws -> Calls {
        let calls = try stream(method, parameters, as: identity)
        try calls.next()
        return calls
    }

    /// The error of a call; nil if it succeeds.
    package func refusal(
        _ method: String, _ parameters: JSONObject = [:], as identity: Identity? = nil
    ) throws -> VarlinkError? {
        try refusal { try call(method, parameters, as: identity) }
    }

    private func refusal<Reply>(_ call: () throws -> Reply) throws -> VarlinkError? {
        do {
            _ = try call()
            return nil
        } catch ClientError.remote(let refusal) { return refusal }
    }

    package func present(_ widgets: JSON..., as identity: Identity? = nil) throws -> Presentation<Calls> {
        try Presentation(widgets, on: self, as: identity)
    }

    /// The error with which a scene of those widgets is rejected; nil if it is not.
    package func refusal(of widgets: JSON..., as identity: Identity? = nil) throws -> VarlinkError? {
        try refusal { try Presentation(widgets, on: self, as: identity) }
    }

    /// Takes a scene off the screen.
    package func dismiss(_ screen: Presentation<Calls>, as identity: Identity? = nil) throws {
        try call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)], as: identity)
    }

    // MARK: - Facts

    /// A part of the daemon's status.
    package func status(_ part: String, as identity: Identity? = nil) throws -> JSONObject {
        try call("io.touchd.manage.Status", as: identity)[part]?.objectValue ?? [:]
    }

    /// Those who can unlock; with a name, that user alone.
    package func users(_ name: String? = nil, as identity: Identity? = nil) throws -> [JSONObject] {
        let reply = try call("io.touchd.unlock.Users", ["name": name.map { .string($0) }], as: identity)
        return reply["users"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    /// The rows of the statistics' counters.
    package func counters() throws -> [JSONObject] {
        try call("io.touchd.monitor.Statistics")["counters"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    /// The stored results, oldest first.
    package func results(as identity: Identity? = nil) throws -> [JSONObject] {
        try call("io.touchd.result.List", as: identity)["results"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    package func devices() throws -> [JSONObject] {
        try call("io.touchd.device.List")["devices"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    // MARK: - People

    /// Draws a pattern in a square of the view, quickly.
    package func draw(dots: String, in area: String = Widgets.area) throws {
        try draw("pattern \(dots) in \(area) speed 20000 rate 500")
    }

    /// Stores a pattern for a user.
    package func enroll(_ user: String = "anna", dots: String = "1-4-8-5-9") throws {
        let (screen, enrollment) = try asking("Enroll", of: user, on: Widgets.enrollment())
        try draw(dots: dots)
        try screen.event("first_recorded")
        try draw(dots: dots)
        let outcome = try enrollment.last()
        guard outcome["outcome"] == "passed" else { throw Silence("an enrollment but \(outcome)") }
        try dismiss(screen)
    }

    /// Draws for a user, one drawing after the other, which are all allowed, and returns all replies of `Verify` after
    /// `ready`.
    package func verify(
        _ user: String = "anna", drawing drawings: String..., with more: JSONObject = [:],
        as identity: Identity? = nil
    ) throws -> [JSONObject] {
        let screen = try present(Widgets.pattern(), as: identity)
        var parameters = more
        parameters["maxAttempts"] = .integer(Int64(drawings.count))
        let verification = try verification(of: user, on: screen, parameters, as: identity)
        _ = try verification.next()
        for dots in drawings {
            try draw(dots: dots)
            try screen.event("judged")
        }
        let replies = try verification.rest()
        if let failure = verification.failure { throw failure }
        try dismiss(screen, as: identity)
        return replies
    }

    /// A call that waits for a user's secret on the pad of a scene.
    package func verification(
        of user: String = "anna", on screen: Presentation<Calls>, _ more: JSONObject = [:], as identity: Identity? = nil
    ) throws -> Calls { try judged("Verify", user, screen, more, identity) }

    /// A widget for a secret on screen, and the call that waits for it: `Verify`, `Enroll` or `Recover`.
    package func asking(
        _ method: String = "Verify", of user: String = "anna", on widget: JSON = Widgets.pattern(),
        _ more: JSONObject = [:], as identity: Identity? = nil
    ) throws -> (screen: Presentation<Calls>, call: Calls) {
        let screen = try present(widget, as: identity)
        let call = try judged(method, user, screen, more, identity)
        try call.next()
        return (screen, call)
    }

    private func judged(
        _ method: String, _ user: String, _ screen: Presentation<Calls>, _ more: JSONObject, _ identity: Identity?
    ) throws -> Calls {
        var parameters = more
        (parameters["user"], parameters["scene"], parameters["widget"]) = (.string(user), .string(screen.scene), "pad")
        return try stream("io.touchd.unlock.\(method)", parameters, as: identity)
    }

    /// Makes a challenge whose target is at that fraction of the way, and returns its name.
    package func challenge(at target: Double, attempts: Int = 1) throws -> String {
        let made = try call(
            "io.touchd.captcha.Create",
            ["profile": "given", "given": ["targetValue": .real(target)], "maxAttempts": .integer(Int64(attempts))])
        return made["challengeId"]?.stringValue ?? ""
    }

    /// Drags the knob of a captcha to a fraction of the way.
    package func slide(to value: Double, on screen: Presentation<Calls>, widget: String = "puzzle") throws {
        let parts = screen.parts(of: widget) ?? [:], bar = parts["bar"]?.objectValue ?? [:]
        let place = ["x", "y", "width", "height"].map { "\(bar[$0]?.doubleValue ?? -1)" }.joined(separator: ",")
        // The knob of the command is as wide as the bar is high; a piece of another width has another range.
        func width(_ part: String, _ side: String) -> Double { parts[part]?.objectValue?[side]?.doubleValue ?? -1 }
        let way =
            (width("picture", "width") - width("piece", "width")) / (width("bar", "width") - width("bar", "height"))
        try draw("slide \(value * way) in \(place) speed 5000 rate 500")
    }
}
