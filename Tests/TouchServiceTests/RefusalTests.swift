import Simulation
import StrictJSON
import Testing
import TouchCore
import TouchSessions
import Varlink

@testable import TouchScreen
@testable import TouchService

struct RefusalTests {
    private let rig: Kiosk
    init() throws { rig = try Kiosk.large() }

    private static let invalid: JSON = "org.varlink.service.InvalidParameter"

    /// A value that no field of the type may have.
    private static func misfit(_ type: IDLType) -> JSON {
        switch type {
        case .optional(let type): misfit(type)
        case .object, .map, .named, .structure, .enumeration: 5
        case .bool, .int, .float, .string, .array: [:]
        }
    }

    @Test func `a parameter of the wrong type is named, with the allowed values`() throws {
        let peer = try rig.peer()
        var count = 0
        for interface in rig.daemon.interfaces {
            let description = try InterfaceDescription(parsing: interface.description)
            for method in description.methods.values {
                for field in method.input {
                    let answer = try peer.answer(
                        to: "\(interface.name).\(method.name)", [field.name: Self.misfit(field.type)], more: true)
                    #expect(answer["error"] == Self.invalid, "\(method.name).\(field.name)")
                    #expect(answer["allowed"]?.stringValue?.isEmpty == false, "\(method.name).\(field.name)")
                    count += 1
                }
            }
        }
        #expect(count > 60)
    }

    /// A method, its parameters, the one that is invalid, and what is allowed.
    typealias Case = (String, JSONObject, String, String)
    private static let (onlyGiven, steps) = (
        "profile given only, which requires it", "1 to 12 steps, each 1 to 3 taps or one hold"
    )
    private static let (plain, short) = ("1 to 256 bytes of plain text", "1 to 256 bytes")

    private static func slide(_ more: JSONObject, _ parameter: String, _ allowed: String) -> Case {
        ("captcha.Create", more, parameter, allowed)
    }

    private static func picture(_ width: Int64, _ height: Int64, _ side: String, _ allowed: String) -> Case {
        let puzzle: JSONObject = ["width": .integer(width), "height": .integer(height)]
        return slide(["profile": "default", "puzzle": .object(puzzle)], "puzzle.\(side)", allowed)
    }

    private static func gesture(
        _ profile: JSON, _ more: JSONObject, _ parameter: String, _ allowed: String
    ) -> Case {
        var parameters = more
        (parameters["kind"], parameters["profile"]) = ("gesture", profile)
        return ("captcha.Create", parameters, parameter, allowed)
    }

    private static func prompt(_ text: String) -> Case {
        ("unlock.Verify", ["user": "anna", "asking": ["prompt": .string(text)]], "asking.prompt", plain)
    }

    static let cases: [Case] = [
        slide(["profile": "given"], "given", onlyGiven),
        slide(["profile": "simple", "given": ["targetValue": 0.5]], "given", onlyGiven),
        slide(["profile": "given", "given": [:]], "given.targetValue", "0 to 1"),
        slide(["profile": "given", "given": ["targetValue": 1.5]], "given.targetValue", "0 to 1"),
        slide(["profile": "given", "given": ["targetValue": 0.5, "gapCenterY": 1.1]], "given.gapCenterY", "0 to 1"),
        slide(["profile": "simple", "maxAttempts": 11], "maxAttempts", "1 to 10"),
        slide(["profile": "simple", "timeoutUSec": 999_999], "timeoutUSec", "1000000 to 600000000"),
        slide(["profile": "hard"], "profile", "given, simple, default"),
        // A bar would reveal the height of the gap.
        slide(["profile": "default", "puzzle": ["drive": "bar"]], "puzzle.drive", "piece"),
        slide(
            ["profile": "default", "puzzle": ["shape": "L 0 0"]], "puzzle.shape",
            "SVG path data with M, L, H, V, C and Z: a path begins with M"),
        picture(561, 300, "width", "252 to 560"), picture(251, 300, "width", "252 to 560"),
        picture(160, 360, "width", "300 to 560"), picture(-1, 120, "width", "160 to 560"),
        picture(400, 119, "height", "120 to 360"), picture(400, 361, "height", "120 to 360"),
        gesture("default", ["puzzle": [:]], "puzzle", "kind slide only"),
        gesture("simple", [:], "profile", "default, given"), gesture("given", [:], "given", onlyGiven),
        gesture("given", ["given": ["steps": []]], "given.steps", steps),
        gesture("given", ["given": ["steps": [["act": "tap", "count": 4]]]], "given.steps", steps),
        gesture("default", ["given": ["steps": [["act": "tap", "count": 1]]]], "given", onlyGiven),
        ("manage.SetView", ["panel": "none", "width": 640], "width", "1920 with a panel"),
        ("manage.SetView", ["panel": "none", "height": 640], "height", "1080 with a panel"),
        ("manage.StartCleaning", ["durationUSec": 999_999], "durationUSec", "1000000 to 600000000"),
        ("manage.StartCleaning", ["durationUSec": 600_000_001], "durationUSec", "1000000 to 600000000"),
        ("manage.Drain", ["timeoutUSec": -1], "timeoutUSec", "0 to 600000000"),
        ("manage.Drain", ["timeoutUSec": 600_000_001], "timeoutUSec", "0 to 600000000"),
        ("unlock.Verify", ["user": "anna", "scene": "s"], "widget", "an id together with scene, or neither"),
        (
            "unlock.Verify", ["user": "anna", "scene": "s", "widget": "w", "asking": [:]], "asking",
            "calls without scene and widget only"
        ),
        prompt(""), prompt("two\nlines"), prompt("\u{1B}[2J"), prompt(String(repeating: "x", count: 257)),
        ("unlock.Verify", ["user": "anna", "claims": ["audience": ""]], "claims.audience", short),
        ("unlock.Verify", ["user": "anna", "claims": ["nonce": ""]], "claims.nonce", short),
        ("unlock.Users", ["limit": 0], "limit", "1 to 1000"), ("unlock.Users", ["limit": 1_001], "limit", "1 to 1000"),
        ("unlock.Users", ["name": "anna", "after": "a"], "after", "calls without name only"),
        (
            "unlock.Restrict", ["user": "anna", "expiresWallTimeUSec": 0], "expiresWallTimeUSec",
            "above 0, without neverExpires"
        ),
        (
            "unlock.AskEnrollment", ["user": "anna", "expiresWallTimeUSec": 1], "expiresWallTimeUSec",
            "a moment in the next 90 days, without withdraw"
        ),
        ("result.List", ["after": -1], "after", "0 or more"),
        ("result.VerifyChain", ["head": "x"], "head", "SEQUENCE:HEX"),
        ("result.VerifyChain", ["head": "1:00"], "head", "SEQUENCE:HEX"),
        ("result.VerifyChain", ["head": ""], "head", "SEQUENCE:HEX"),
    ]

    @Test func `an invalid value is named, with the allowed values`() throws {
        for (method, parameters, parameter, allowed) in Self.cases {
            let answer = try rig.peer().answer(to: "io.touchd.\(method)", parameters)
            let expected: JSONObject = [
                "error": Self.invalid, "parameter": .string(parameter), "allowed": .string(allowed),
            ]
            #expect(answer == expected, "\(method) \(parameters)")
        }
    }

    @Test func `an unknown panel is answered with the names of the present ones`() throws {
        let answer = try rig.peer().answer(to: "io.touchd.manage.SetView", ["panel": "none"])
        let device = try #require(rig.daemon.panels.devices.first)
        #expect(answer["allowed"] == .string(rig.daemon.panels.wishes.name(of: device)))
    }

    @Test func `an administrator whose calibration must wait learns for which user`() throws {
        let first = try rig.peer()
        #expect(try first.answer(to: "io.touchd.calibration.Calibrate", more: true)["stage"] == "aiming")
        let answer = try rig.peer().answer(to: "io.touchd.calibration.Calibrate", more: true)
        #expect(answer["error"] == "io.touchd.calibration.Busy")
        #expect(answer["uid"]?.integerValue == Int64(rig.daemon.access.ownUser))
    }

    @Test(arguments: [true, false])
    func `a check of the results that takes too long ends only a call without more`(more: Bool) throws {
        let identity = ServiceIdentity(vendor: "test", product: "test", version: "1", url: "file:///")
        let daemon = rig.daemon
        var outcomes = daemon.outcomes
        outcomes.patience = .zero
        let server = Server(
            loop: daemon.loop, identity: identity, interfaces: [outcomes.interface],
            observer: ConnectionLog(
                access: daemon.access, statistics: daemon.statistics, peerLog: daemon.peerLog,
                requests: daemon.challenges.requests))
        let answer = try KioskPeer(of: rig, server: server).answer(to: "io.touchd.result.VerifyChain", more: more)
        #expect(answer["intact"] == (more ? true : nil))
        #expect(answer["error"] == (more ? nil : "io.touchd.result.Unfinished"))
    }
}
