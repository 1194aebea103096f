import Testing
import TouchCore
import TouchModels

/// Settings that a model refuses: one of each rule, and every rule of a kind of its own.
struct RefusedSettingTests {
    private static func items(_ items: Settings...) -> Settings { ["items": .list(items.map { .group($0) })] }

    private static func nodes(_ nodes: Setting..., index: Double = 0) -> Settings {
        ["nodes": .list(nodes), "index": .number(index)]
    }

    private static let refused: [(String, Settings, String)] = [
        ("button", ["input": .word("drag")], "input: a button is tapped, never dragged"),
        ("slider", ["min": .number(1)], "max: 1.0 is not above min 1.0"),
        ("slider", ["min": .number(.nan)], "min is nan, allowed are -1000000000000.0 to 1000000000000.0"),
        ("slider", ["margin": .number(150)], "size: the thumb and its margins leave no way to go"),
        (
            "slider", ["input": .word("tap"), "tapOnTrack": .word("ignore")],
            "tapOnTrack: with input tap something must come of a tap"
        ),
        ("slider", ["grab": .word("middle")], "grab must be one of keep_offset, center"),
        ("slider", ["grab": .number(1)], "grab must be one of keep_offset, center"),
        ("step_slider", [:], "nodes: a step slider needs the names of its nodes"),
        ("step_slider", nodes(.word("a")), "nodes: 1 words, allowed are 2 to 64"),
        ("step_slider", nodes(.word("a"), .number(2)), "nodes must be a list of words"),
        ("step_slider", ["nodes": .word("ab")], "nodes must be a list of words"),
        ("step_slider", nodes(.word("a"), .word("b"), index: 2), "index is 2.0, allowed are 0.0 to 1.0"),
        ("confined_drag", ["inset": .number(100)], "inset: it leaves nothing of the radius 100.0"),
        (
            "confined_drag", ["shape": .word("ring"), "outer": .number(50)],
            "outer is 50.0, allowed are 100.0 to 200000.0"
        ),
        (
            "inertial_drag", ["curve": .list([.number(0), .number(2), .number(1), .number(1)])],
            "curve[1] is 2.0, allowed are 0.0 to 1.0"
        ),
        ("inertial_drag", ["curve": .list([.number(0)])], "curve: 1 numbers, allowed are 4 to 4"),
        (
            "inertial_drag", ["minSpeed": .number(30), "maxSpeed": .number(20)],
            "maxSpeed: 20.0 is below the minimum 30.0"
        ),
        ("inertial_drag", ["positionX": .number(301)], "positionX is 301.0, allowed are 0.0 to 300.0"),
        ("inertial_drag", ["tickRate": .number(1.5)], "tickRate must be a whole number"),
        ("reorder_list", [:], "items: a list needs its rows, each with an id"),
        ("reorder_list", ["items": .list([])], "items: 0 objects, allowed are 1 to 512"),
        ("reorder_list", ["items": .list([.word("A")])], "items must be a list of objects"),
        ("reorder_list", items([:]), "items[0].id: an item needs its id"),
        ("reorder_list", items(["id": .word("A")], ["id": .word("A")]), "items[1].id: two items are called A"),
        (
            "reorder_list", items(["id": .word("A"), "section": .number(1)]),
            "items[0].section is 1.0, allowed are 0.0 to 0.0"
        ),
        (
            "reorder_list",
            items(["id": .word("A"), "section": .number(1)], ["id": .word("B"), "section": .number(0)])
                .merged(over: ["sections": .list([.group([:]), .group([:])])]),
            "items[1].section: items are listed section by section"
        ),
        (
            "reorder_list", items(["id": .word("A"), "size": .number(1)]),
            "items[0].size is not a setting; known are id, height, section, canMove, canDrop"
        ),
        (
            "reorder_list", ["sections": .list([.group(["header": .bool(true)])])],
            "sections[0].header must be a number"
        ),
        (
            "captcha", ["piece": .word("M0 0 H20 V20 H0 Z")],
            "piece: it is 20.0 by 20.0 pixels, each side may have 40.0 to 512.0"
        ),
        (
            "captcha", ["piece": .word("M0 0 H151 V50 H0 Z")],
            "piece: it is 151.0 by 50.0 pixels, the picture takes one of at most 150.0 by 168.0"
        ),
        ("captcha", ["piece": .word("M0 0 X")], "piece: byte 5: only L, H, V, C and one Z can come here"),
    ]

    @Test func `a bad setting is named with its place, and with what is allowed`() throws {
        for (kind, settings, sentence) in Self.refused {
            let model = try #require(ModelCatalog.model(of: kind))
            let error = #expect(throws: SettingError.self) {
                try model.init(settings: settings, size: Size(width: 300, height: 200))
            }
            #expect(error?.description == sentence)
        }
    }

    @Test(arguments: [("slider", Size(width: 31, height: 44)), ("captcha", Size(width: 400, height: 71))])
    func `a frame without a way to go is refused, SLD-V10`(kind: String, size: Size) throws {
        let model = try #require(ModelCatalog.model(of: kind))
        #expect(throws: SettingError.self) { try model.init(settings: [:], size: size) }
    }
}
