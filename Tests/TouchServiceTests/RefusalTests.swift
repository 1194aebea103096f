import Simulation
import StrictJSON
import Testing
import TouchCore
import Varlink

@testable import TouchScreen
@testable import TouchService

/// Calls with invalid parameters.
struct RefusalTests {
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
        let rig = try DaemonRig()
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

    @Test(
        arguments: [
            ("captcha.Create", ["profile": "given"], "given", "profile given only, which requires it"),
            ("captcha.Create", ["profile": "given", "given": [:]], "given.targetValue", "0 to 1"),
            (
                "captcha.Create", ["profile": "given", "given": ["targetValue": 0.5, "gapCenterY": 1.1]],
                "given.gapCenterY", "0 to 1"
            ),
            ("captcha.Create", ["kind": "gesture", "profile": "default", "puzzle": [:]], "puzzle", "kind slide only"),
            (
                "captcha.Create", ["kind": "gesture", "profile": "given", "given": ["steps": []]], "given.steps",
                "1 to 12 steps, each 1 to 3 taps or one hold"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["shape": "L 0 0"]], "puzzle.shape",
                "SVG path data with M, L, H, V, C and Z: a path begins with M"
            ),
            ("manage.SetView", ["panel": "none", "width": 640], "width", "1920 with a panel"),
            ("manage.SetView", ["panel": "none", "height": 640], "height", "1080 with a panel"),
            ("unlock.Verify", ["user": "anna", "scene": "s"], "widget", "an id together with scene, or neither"),
            (
                "captcha.Create", ["profile": "simple", "given": ["targetValue": 0.5]], "given",
                "profile given only, which requires it"
            ),
            ("captcha.Create", ["profile": "given", "given": ["targetValue": 1.5]], "given.targetValue", "0 to 1"),
            ("captcha.Create", ["profile": "simple", "maxAttempts": 11], "maxAttempts", "1 to 10"),
            ("captcha.Create", ["profile": "simple", "timeoutUSec": 999_999], "timeoutUSec", "1000000 to 600000000"),
            ("captcha.Create", ["profile": "hard"], "profile", "given, simple, default"),
            // A bar would reveal the height of the gap.
            ("captcha.Create", ["profile": "default", "puzzle": ["drive": "bar"]], "puzzle.drive", "piece"),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": 561, "height": 300]], "puzzle.width",
                "252 to 560"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": 251, "height": 300]], "puzzle.width",
                "252 to 560"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": 160, "height": 360]], "puzzle.width",
                "300 to 560"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": -1, "height": 120]], "puzzle.width",
                "160 to 560"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": 400, "height": 119]], "puzzle.height",
                "120 to 360"
            ),
            (
                "captcha.Create", ["profile": "default", "puzzle": ["width": 400, "height": 361]], "puzzle.height",
                "120 to 360"
            ),
            ("captcha.Create", ["kind": "gesture", "profile": "simple"], "profile", "default, given"),
            (
                "captcha.Create", ["kind": "gesture", "profile": "given"], "given",
                "profile given only, which requires it"
            ),
            (
                "captcha.Create",
                ["kind": "gesture", "profile": "given", "given": ["steps": [["act": "tap", "count": 4]]]],
                "given.steps", "1 to 12 steps, each 1 to 3 taps or one hold"
            ),
            (
                "captcha.Create",
                ["kind": "gesture", "profile": "default", "given": ["steps": [["act": "tap", "count": 1]]]],
                "given", "profile given only, which requires it"
            ),
            ("manage.StartCleaning", ["durationUSec": 999_999], "durationUSec", "1000000 to 600000000"),
            ("manage.StartCleaning", ["durationUSec": 600_000_001], "durationUSec", "1000000 to 600000000"),
            ("manage.Drain", ["timeoutUSec": -1], "timeoutUSec", "0 to 600000000"),
            ("manage.Drain", ["timeoutUSec": 600_000_001], "timeoutUSec", "0 to 600000000"),
            (
                "unlock.Verify", ["user": "anna", "asking": ["prompt": ""]], "asking.prompt",
                "1 to 256 bytes of plain text"
            ),
            (
                "unlock.Verify", ["user": "anna", "asking": ["prompt": "two\nlines"]], "asking.prompt",
                "1 to 256 bytes of plain text"
            ),
            (
                "unlock.Verify", ["user": "anna", "asking": ["prompt": "\u{1B}[2J"]], "asking.prompt",
                "1 to 256 bytes of plain text"
            ),
            (
                "unlock.Verify", ["user": "anna", "asking": ["prompt": .string(String(repeating: "x", count: 257))]],
                "asking.prompt",
                "1 to 256 bytes of plain text"
            ),
            ("unlock.Verify", ["user": "anna", "claims": ["audience": ""]], "claims.audience", "1 to 256 bytes"),
            ("unlock.Verify", ["user": "anna", "claims": ["nonce": ""]], "claims.nonce", "1 to 256 bytes"),
            ("unlock.Users", ["limit": 0], "limit", "1 to 1000"),
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
            (
                "unlock.Verify", ["user": "anna", "scene": "s", "widget": "w", "asking": [:]], "asking",
                "calls without scene and widget only"
            ),
            ("unlock.Users", ["limit": 1_001], "limit", "1 to 1000"),
            ("result.VerifyChain", ["head": "x"], "head", "SEQUENCE:HEX"),
            ("result.VerifyChain", ["head": "1:00"], "head", "SEQUENCE:HEX"),
            ("result.VerifyChain", ["head": ""], "head", "SEQUENCE:HEX"),
        ] as [(String, JSONObject, String, String)])
    func `an invalid value is named, with the allowed values`(
        method: String, parameters: JSONObject, parameter: String, allowed: String
    ) throws {
        let rig = try DaemonRig()
        let answer = try rig.peer().answer(to: "io.touchd.\(method)", parameters)
        #expect(answer == ["error": Self.invalid, "parameter": .string(parameter), "allowed": .string(allowed)])
    }

    @Test func `an unknown panel is answered with the names of the present ones`() throws {
        let rig = try DaemonRig()
        let answer = try rig.peer().answer(to: "io.touchd.manage.SetView", ["panel": "none"])
        let device = try #require(rig.daemon.panels.devices.first)
        #expect(answer["allowed"] == .string(rig.daemon.panels.wishes.name(of: device)))
    }

    @Test func `an administrator whose calibration must wait learns for which user`() throws {
        let rig = try DaemonRig()
        let first = try rig.peer()
        #expect(try first.answer(to: "io.touchd.calibration.Calibrate", more: true)["stage"] == "aiming")
        let answer = try rig.peer().answer(to: "io.touchd.calibration.Calibrate", more: true)
        #expect(answer["error"] == "io.touchd.calibration.Busy")
        #expect(answer["uid"]?.integerValue == Int64(rig.daemon.access.ownUser))
    }

    @Test(arguments: [true, false])
    func `a check of the results that takes too long ends only a call without more`(more: Bool) throws {
        let rig = try DaemonRig()
        let identity = ServiceIdentity(vendor: "test", product: "test", version: "1", url: "file:///")
        let daemon = rig.daemon
        var outcomes = daemon.outcomes
        outcomes.patience = .zero
        let server = try Server(
            loop: daemon.loop, identity: identity, interfaces: [outcomes.interface],
            observer: ConnectionLog(access: daemon.access, statistics: daemon.statistics, peerLog: daemon.peerLog))
        let answer = try rig.peer(server: server).answer(to: "io.touchd.result.VerifyChain", more: more)
        #expect(answer["intact"] == (more ? true : nil))
        #expect(answer["error"] == (more ? nil : "io.touchd.result.Unfinished"))
    }
}
