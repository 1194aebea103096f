import StrictJSON
import Varlink

extension Line {
    /// Stores a pattern for a user.
    func enroll(_ user: String = "anna", dots: String = "1-4-8-5-9") throws {
        let screen = try present(Widgets.enrollment())
        let enrollment = try stream(
            "io.touchd.unlock.Enroll", ["user": .string(user), "scene": .string(screen.scene), "widget": "pad"])
        _ = try enrollment.next()
        try draw(dots: dots)
        try screen.event("first_recorded")
        try draw(dots: dots)
        let outcome = try enrollment.last()
        guard outcome["outcome"] == "passed" else { throw TimedOut(what: "an enrollment; came: \(outcome)") }
        try call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
    }

    /// Draws for a user, one drawing after the other, and returns all replies of `Verify` after `ready`.
    ///
    /// - Parameter attempts: number of drawings allowed; by default as many as there are.
    func verify(
        _ user: String = "anna", drawing drawings: String..., attempts: Int? = nil, as identity: Identity? = nil
    ) throws -> [JSONObject] {
        let screen = try present(Widgets.pattern(), as: identity)
        let verification = try stream(
            "io.touchd.unlock.Verify",
            [
                "user": .string(user), "scene": .string(screen.scene), "widget": "pad",
                "maxAttempts": .integer(Int64(attempts ?? drawings.count)),
            ], as: identity)
        _ = try verification.next()
        for dots in drawings {
            try draw(dots: dots)
            try screen.event("result")
        }
        let replies = try verification.replies.rest()
        if let failure = verification.failure { throw failure }
        try call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)], as: identity)
        return replies
    }

    /// Makes a challenge whose target is at that fraction of the way, and returns its name.
    func challenge(at target: Double, attempts: Int = 1) throws -> String {
        let made = try call(
            "io.touchd.captcha.Create",
            ["profile": "given", "given": ["targetValue": .real(target)], "maxAttempts": .integer(Int64(attempts))])
        return made["challenge"]?.stringValue ?? ""
    }

    /// Drags the knob of a captcha to a fraction of the way.
    func slide(to value: Double, on screen: Presentation, widget: String = "puzzle") throws {
        let bar = screen.layout(of: widget)?["bar"]?.objectValue ?? [:]
        let place = ["x", "y", "width", "height"].map { "\(bar[$0]?.doubleValue ?? -1)" }.joined(separator: ",")
        // touchsim's knob is as wide as the bar is high; a piece of another width has another range.
        let layout = screen.layout(of: widget) ?? [:]
        func width(_ part: String, _ side: String) -> Double { layout[part]?.objectValue?[side]?.doubleValue ?? -1 }
        let way =
            (width("picture", "width") - width("piece", "width")) / (width("bar", "width") - width("bar", "height"))
        try draw("slide \(value * way) in \(place) speed 5000 rate 500")
    }

    /// The stored results, oldest first.
    func results(as identity: Identity? = nil) throws -> [JSONObject] {
        try call("io.touchd.result.List", as: identity)["results"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }

    /// The panels that the daemon reads.
    func devices() throws -> [JSONObject] {
        try call("io.touchd.device.List")["devices"]?.arrayValue?.compactMap(\.objectValue) ?? []
    }
}
