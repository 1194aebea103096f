import Testing
import TestSupport

@testable import TouchModels
@testable import TouchVault

private let grids = [(3, 3), (4, 4), (5, 5), (3, 4), (4, 3), (2, 6), (6, 6), (8, 8)]

struct CommonPatternsTests {
    @Test func `on three by three dots it has 136 patterns`() {
        #expect(CommonPatterns(rows: 3, columns: 3).patterns.count == 136)
    }

    /// Published leaders and letters, and other patterns.
    @Test(arguments: [
        (3, "03678", true), (3, "01258", true), (3, "01478", true), (3, "0124678", true), (3, "6304258", true),
        (3, "048526", true), (3, "01258763", true), (3, "012543678", true), (3, "210345876", true), (3, "2587", true),
        (3, "6304852", true), (3, "87630", true), (3, "6785", true), (3, "03748", false), (3, "1375", false),
        (3, "036785", false), (3, "0376", false), (3, "1478", false), (4, "012369cdef", true), (4, "048cdef", true),
        (4, "0123765489abfedc", true), (4, "048cd95126aefb73", true), (4, "c8405afb73", true),
    ])
    func `the published leaders and letters are on it, and others are not`(
        side: Int, dots: String, isCommon: Bool
    ) throws {
        #expect(try pattern(dots.compactMap(\.hexDigitValue), rows: side, columns: side).isCommon == isCommon)
    }

    @Test(arguments: ["docs/front-ends.md", "web/pretend/secrets.js"])
    func `the secrets that are shown to page designers are not common`(file: String) throws {
        let text = Fixtures.text(of: "../../\(file)")
        let patterns = text.matches(of: /(?:pattern: |sample = )\[([0-9, ]+)\]/)
        let pins = text.matches(of: /(?:pin: |sample = )'([0-9]+)'/)
        #expect(!patterns.isEmpty && !pins.isEmpty)
        for found in patterns { #expect(try !pattern(found.1.compactMap(\.wholeNumberValue)).isCommon) }
        for found in pins { #expect(try !pin(found.1.compactMap(\.wholeNumberValue)).isCommon) }
    }

    @Test(arguments: grids)
    func `backwards, mirrored and, on squares, turned patterns are on it too`(rows: Int, columns: Int) {
        let list = CommonPatterns(rows: rows, columns: columns).patterns
        for dots in list {
            #expect(list.contains(dots.reversed()) || !isDrawable(dots.reversed(), columns: columns), "\(dots)")
            #expect(list.contains(dots.map { UInt8(Int($0) / columns * columns + columns - 1 - Int($0) % columns) }))
            #expect(list.contains(dots.map { UInt8((rows - 1 - Int($0) / columns) * columns + Int($0) % columns) }))
            guard rows == columns else { continue }
            #expect(list.contains(dots.map { UInt8(Int($0) % columns * columns + columns - 1 - Int($0) / columns) }))
        }
    }

    @Test(arguments: grids)
    func `every member is a pattern of its grid, and no line of it skips an unused dot`(
        rows: Int, columns: Int
    ) throws {
        for dots in CommonPatterns(rows: rows, columns: columns).patterns {
            #expect(dots.count >= 4 && isDrawable(dots, columns: columns), "\(dots)")
            _ = try pattern(dots.map { Int($0) }, rows: rows, columns: columns)
        }
    }
}

struct CommonPINsTests {
    /// What Berry, and Markert and others, publish as the most common, and what follows a rule.
    private static let common = """
        1234 1111 0000 1212 7777 2580 12345 42069 123456 159753 696969 007007 1234567 8675309 147258369 789456123 \
        0852 1998 2222 5555 5683 000000 111111 112233 121212 123123 654321 666666 789456 \
        1004 2000 4321 1313 1122 2512 1225 7890 311299 991231 12345678 31121999 20001231 121212121212
        """

    @Test func `published leaders, runs, repetitions, years and dates are too common, what follows no rule is not`()
        throws
    {
        func isCommon(_ digits: Substring) throws -> Bool { try pin(digits.utf8.map { Int($0) - 48 }).isCommon }
        for digits in Self.common.split(separator: " ") { #expect(try isCommon(digits), "\(digits)") }
        for digits in "8068 4071 835294 6025 90417 7392846 48390276".split(separator: " ") {
            #expect(try !isCommon(digits), "\(digits)")
        }
    }

    @Test func `about a tenth of all PINs of four digits are too common`() throws {
        let common = try (0..<10_000).count { number in
            try pin([1_000, 100, 10, 1].map { number / $0 % 10 }).isCommon
        }
        #expect((1_000...1_150).contains(common))
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
