import Testing
import TouchCore

@testable import TouchModels

/// Where a row drops depends on the finger's place, not on its path.
struct ReorderPathTests {
    /// Lifts the third of six rows of 80 pixels in its middle, moves along a path, and returns where it drops.
    private static func drop(_ way: [Double]) throws -> Int? {
        let items = (0..<6).map { Setting.group(["id": .word("row\($0)")]) }
        var list = try ReorderList(settings: ["items": .list(items)], size: Size(width: 300, height: 480))
        var events = Events()
        list.finger(.began, Point(x: 150, y: 200), &events)
        list.tick(at: Instant(microseconds: 2_000_000), &events)
        for (number, y) in way.enumerated() {
            list.finger(.moved, Point(x: 150, y: y), at: 2_010_000 + Int64(number) * 10_000, &events)
        }
        list.finger(.ended, Point(x: 150, y: way.last ?? 200), at: 2_500_000, &events)
        let dropped = events.list.last { $0.name == "dropped" }
        guard let dropped, case .integer(let row)? = events.fields(of: dropped).first(where: { $0.key == "to" })?.value
        else { return nil }
        return row
    }

    @Test(arguments: [[], [100.0], [300], [100, 300], [400], [40, 200]])
    func `a row drops at the same place whatever the finger's path`(way: [Double]) throws {
        #expect(try Self.drop(way + [322]) == 4)
        #expect(try Self.drop(way + [78]) == 0)
    }

    @Test func `the row that gave way last goes back only beyond the slack`() throws {
        #expect(try Self.drop([242]) == 3)
        #expect(try Self.drop([242, 239]) == 3)
        #expect(try Self.drop([239]) == 2)
        #expect(try Self.drop([242, 220]) == 2)
    }
}
