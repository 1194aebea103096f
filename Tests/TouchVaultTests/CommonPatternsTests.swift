import Testing
import TestSupport

@testable import TouchModels
@testable import TouchVault

private let grids = [(3, 3), (4, 4), (5, 5), (3, 4), (4, 3), (2, 6), (6, 6), (8, 8)]

struct CommonPatternsTests {
    private let list = CommonPatterns(rows: 3, columns: 3).patterns

    @Test func `on three by three dots it has 136 patterns`() {
        #expect(list.count == 136)
    }

    @Test(arguments: [
        "03678", "01258", "01478", "0124678", "6304258", "048526", "01258763", "012543678", "210345876", "2587",
        "6304852", "87630", "6785",
    ])
    func `the published leaders and letters are on it`(dots: String) throws {
        #expect(try pattern(dots.compactMap(\.wholeNumberValue)).isCommon)
    }

    @Test(arguments: [
        "012369cdef", "048cdef", "0123765489abfedc", "048cd95126aefb73", "c8405afb73",
    ])
    func `the leaders of four by four dots are on it`(text: String) throws {
        let dots = text.compactMap(\.hexDigitValue)
        #expect(try pattern(dots, rows: 4, columns: 4).isCommon)
    }

    @Test(arguments: ["03748", "1375", "036785", "0376", "1478"])
    func `other patterns are not on the list`(dots: String) throws {
        #expect(try !pattern(dots.compactMap(\.wholeNumberValue)).isCommon)
    }

    @Test(arguments: ["docs/front-ends.md", "web/pretend.js"])
    func `the secrets that are shown to page designers are not common`(file: String) throws {
        let text = Fixtures.text(of: "../../\(file)")
        let users = text.matches(of: /pattern: \[([0-9, ]+)\], pin: '([0-9]+)'/)
        #expect(!users.isEmpty)
        for user in users {
            #expect(try !pattern(user.1.compactMap(\.wholeNumberValue)).isCommon)
            #expect(try !pin(user.2.compactMap(\.wholeNumberValue)).isCommon)
        }
    }

    @Test(arguments: grids)
    func `backwards and mirrored patterns are on it too`(rows: Int, columns: Int) {
        let list = CommonPatterns(rows: rows, columns: columns).patterns
        for dots in list {
            #expect(list.contains(dots.reversed()) || !isDrawable(dots.reversed(), columns: columns), "\(dots)")
            #expect(list.contains(dots.map { UInt8(Int($0) / columns * columns + columns - 1 - Int($0) % columns) }))
            #expect(list.contains(dots.map { UInt8((rows - 1 - Int($0) / columns) * columns + Int($0) % columns) }))
        }
    }

    @Test(arguments: [3, 4, 5, 6])
    func `turned patterns are on it too`(side: Int) {
        let list = CommonPatterns(rows: side, columns: side).patterns
        for dots in list {
            #expect(list.contains(dots.map { UInt8(Int($0) % side * side + side - 1 - Int($0) / side) }))
        }
    }

    @Test(arguments: grids)
    func `every member is a pattern of its grid`(rows: Int, columns: Int) throws {
        for dots in CommonPatterns(rows: rows, columns: columns).patterns {
            #expect(dots.count >= 4)
            _ = try pattern(dots.map { Int($0) }, rows: rows, columns: columns)
        }
    }

    @Test(arguments: grids)
    func `no line of a member skips an unused dot`(rows: Int, columns: Int) {
        for dots in CommonPatterns(rows: rows, columns: columns).patterns {
            #expect(isDrawable(dots, columns: columns), "\(dots)")
        }
    }
}

/// Whether every dot that lies exactly between two neighbors of the list comes before them.
private func isDrawable(_ dots: [UInt8], columns: Int) -> Bool {
    let places = dots.map { (x: Int($0) % columns, y: Int($0) / columns) }
    return places.indices.dropFirst().allSatisfy { index in
        let (from, to) = (places[index - 1], places[index])
        return places.indices.allSatisfy { other in
            let dot = places[other]
            let cross = (to.x - from.x) * (dot.y - from.y) - (to.y - from.y) * (dot.x - from.x)
            let along = (dot.x - from.x) * (to.x - dot.x) + (dot.y - from.y) * (to.y - dot.y)
            return other < index || cross != 0 || along <= 0
        }
    }
}
