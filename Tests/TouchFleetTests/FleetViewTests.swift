import StrictJSON
import Testing
import TouchCore

@testable import TouchFleet

/// What the console concludes from the last values of kiosks.
struct FleetViewTests {
    private static let now = WallTime(microseconds: 1_800_000_000_000_000)

    private static func put(
        _ view: inout FleetView, _ kiosk: String, _ key: String = "health", _ members: JSONObject = [:], age: Interval
    ) {
        let stored = now.advanced(by: .microseconds(-age.microseconds))
        var json: JSONObject = [
            "wallTimeUSec": .integer(stored.microseconds), "intervalUSec": 60_000_000, "touchd": "up",
        ]
        for member in members { json[member.key] = member.value }
        view.apply("$KV.touchd.\(kiosk).\(key)", json, stored: stored)
    }

    private static let warning: JSONObject = [
        "findings": [["severity": "note", "code": "small"], ["severity": "warning", "code": "rule_missing"]]
    ]

    private static func keys(_ vault: String) -> JSONObject { ["audit": ["kid": .string(vault)]] }

    @Test func `the first line counts kiosks by condition`() {
        var view = FleetView()
        for number in 0..<1_000 { Self.put(&view, "kiosk-\(number)", age: .seconds(10)) }
        Self.put(&view, "kiosk-1", Self.name, Self.warning, age: .seconds(10))
        Self.put(&view, "kiosk-2", Self.name, ["hasStorageProblem": true], age: .seconds(10))
        Self.put(&view, "kiosk-3", age: .seconds(181))
        Self.put(&view, "kiosk-4", Self.name, ["touchd": "down"], age: .seconds(180))
        view.expect(Set(view.kiosks.keys.filter { $0 != "kiosk-9" } + ["attic"]))
        #expect(
            view.totals(at: Self.now)
                == "1,001 kiosks: 996 well, 2 with findings, 1 down, 1 silent, 1 never seen, 1 not on the list")
        #expect(view.kiosks["attic"]?.columns(at: Self.now) == ["never seen", "never", "-", "-", "-", ""])
        #expect(view.kiosks["kiosk-9"]?.columns(at: Self.now).last == "(not on the list)")
        #expect(FleetView().totals(at: Self.now) == "0 kiosks: 0 well")
    }

    private static let name = "health"

    @Test func `findings of a kiosk that is silent or down are from before`() {
        var view = FleetView()
        Self.put(&view, "lobby", Self.name, Self.warning, age: .seconds(20))
        #expect(view.kiosks["lobby"]?.columns(at: Self.now) == ["warning", "20 s ago", "-", "-", "-", "rule_missing"])
        // The console knows better that it sends, and when its certificate ends.
        let known: JSONObject = [
            "findings": [
                ["severity": "warning", "code": "fleet_silent"], ["severity": "error", "code": "certificate_ends"],
            ]
        ]
        Self.put(&view, "gate", Self.name, known, age: .seconds(20))
        #expect(view.kiosks["gate"]?.columns(at: Self.now).last == "")
        Self.put(&view, "lobby", Self.name, Self.warning, age: .seconds(7_200))
        #expect(view.kiosks["lobby"]?.columns(at: Self.now).last == "before: rule_missing")
        var down = Self.warning
        down["touchd"] = "down"
        down["resultsProblem"] = "full"
        Self.put(&view, "lobby", Self.name, down, age: .seconds(20))
        #expect(view.kiosks["lobby"]?.columns(at: Self.now).last == "results_refused before: rule_missing")
    }

    @Test func `kiosks that report now and have one vault are errors, each with the other's name`() {
        var view = FleetView()
        for (name, vault, age) in [("lobby", "k1", 9), ("gate", "k1", 9), ("office", "k2", 9), ("old", "k2", 900)] {
            Self.put(&view, name, age: .seconds(Int64(age)))
            Self.put(&view, name, "keys", Self.keys(vault), age: .seconds(90_000))
        }
        view.compareVaults(at: Self.now)
        #expect(view.kiosks["lobby"]?.condition(at: Self.now) == .error)
        #expect(view.kiosks["lobby"]?.columns(at: Self.now).last == "vault_used_twice (with gate)")
        #expect(view.kiosks["gate"]?.sharers == ["lobby"])
        // One name was given up for another.
        #expect(view.kiosks["office"]?.condition(at: Self.now) == .ok)
    }

    @Test(arguments: [(-121, true), (-119, false), (0, false), (119, false), (121, true)])
    func `a kiosk whose clock differs from the servers' has a warning`(seconds: Int64, isWrong: Bool) {
        var view = FleetView()
        let own = Self.now.advanced(by: .seconds(seconds - 5)).microseconds
        Self.put(&view, "lobby", Self.name, ["wallTimeUSec": .integer(own)], age: .seconds(5))
        #expect((view.kiosks["lobby"]?.condition(at: Self.now) == .warning) == isWrong)
    }

    @Test func `the console says when its clock is not the servers'`() {
        let ahead = Console.clockProblem(Self.now.advanced(by: .seconds(30)), servers: Self.now)
        #expect(ahead?.hasPrefix("the clock of this machine is 30 s ahead of the servers'") == true)
        let behind = Console.clockProblem(WallTime(microseconds: 0), servers: Self.now)
        #expect(behind?.contains("20,833 d behind") == true)
        #expect(Console.clockProblem(Self.now.advanced(by: .seconds(-10)), servers: Self.now) == nil)
    }

    @Test(
        arguments: [
            (-3, "0 s ago"), (119, "119 s ago"), (120, "2 min ago"), (7_199, "119 min ago"), (7_200, "2 h ago"),
            (172_799, "47 h ago"), (172_800, "2 d ago"), (86_400_000, "1,000 d ago"),
        ])
    func `ages are in their largest unit`(seconds: Int64, text: String) {
        #expect(Console.age(.seconds(seconds)) == text)
    }

    @Test(arguments: [(0, "0"), (999, "999"), (1_000, "1,000"), (1_234_567, "1,234,567")])
    func `thousands are separated`(number: Int, text: String) {
        #expect(Console.number(number) == text)
    }
}
