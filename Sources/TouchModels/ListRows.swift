/// The rows of a list in their present order, their places, and the target of a lifted one.
///
/// Heights and places are in pixels from the top of the content, which is the headers and rows of all sections.
struct ListRows: Sendable {
    /// One row as the front end describes it.
    struct Row: Sendable {
        let id: String
        let height: Double
        let canMove: Bool
        let canDrop: Bool
    }

    /// One section as the front end describes it.
    struct Section: Sendable {
        let header: Double
        let canDrop: Bool
    }

    /// A place a row can have: its index among all rows, and its section.
    struct Spot: Hashable, Sendable {
        var index: Int
        var section: Int
    }

    /// Rows by number; ``order`` has their places.
    let rows: [Row]
    let sections: [Section]
    /// Numbers of the rows, from top to bottom.
    private(set) var order: [Int]
    /// Their ids, from top to bottom.
    private(set) var ids: [String]
    private(set) var sectionOf: [Int]
    private var tops: [Double]
    private var headerTops: [Double]
    private(set) var contentHeight = 0.0

    /// Makes a list; `sectionOf` never decreases.
    init(rows: [Row], sections: [Section], sectionOf: [Int]) {
        self.rows = rows
        self.sections = sections
        self.sectionOf = sectionOf
        order = Array(rows.indices)
        ids = rows.map(\.id)
        tops = Array(repeating: 0, count: rows.count)
        headerTops = Array(repeating: 0, count: sections.count)
        layOut()
    }

    var count: Int { rows.count }

    func row(at index: Int) -> Row { rows[order[index]] }

    func section(at index: Int) -> Int { sectionOf[order[index]] }

    func spot(at index: Int) -> Spot { Spot(index: index, section: section(at: index)) }

    func top(_ index: Int) -> Double { tops[index] }

    func middle(_ index: Int) -> Double { tops[index] + row(at: index).height / 2 }

    private func bottom(_ index: Int) -> Double { tops[index] + row(at: index).height }

    var sectionSizes: [Int] {
        var sizes = [Int](repeating: 0, count: sections.count)
        for section in sectionOf { sizes[section] += 1 }
        return sizes
    }

    /// The row at a height, if any; the top edge is inclusive, the bottom edge exclusive.
    func index(at y: Double) -> Int? {
        for index in 0..<count where y >= top(index) && y < bottom(index) { return index }
        return nil
    }

    mutating func move(_ index: Int, to spot: Spot) {
        let row = order.remove(at: index)
        order.insert(row, at: spot.index)
        ids.insert(ids.remove(at: index), at: spot.index)
        sectionOf[row] = spot.section
        layOut()
    }

    private mutating func layOut() {
        var (y, index) = (0.0, 0)
        for section in sections.indices {
            headerTops[section] = y
            y += sections[section].header
            while index < count && self.section(at: index) == section {
                tops[index] = y
                y += row(at: index).height
                index += 1
            }
        }
        contentHeight = y
    }
}

extension ListRows {
    /// The place of a row whose center is at `center`.
    ///
    /// A row below gives way when the lifted row's bottom edge reaches its middle, a row above when the top edge does.
    /// The first row of the next section opens that section in the same way and is itself passed when its far edge is
    /// reached. Depends on the two arguments only, not on the finger's path.
    func spot(of index: Int, centeredAt center: Double) -> Spot {
        let half = row(at: index).height / 2
        let home = spot(at: index)
        let below = walkDown(from: home, edge: center + half, half: half)
        return below == home ? walkUp(from: home, edge: center - half, half: half) : below
    }

    private func walkDown(from home: Spot, edge: Double, half: Double) -> Spot {
        var (best, section) = (home, home.section)
        for next in home.index + 1..<max(count, home.index + 1) {
            let into = self.section(at: next)
            while section + 1 < into {
                guard edge >= headerTops[section + 1] + sections[section + 1].header + half else { return best }
                section += 1
                consider(Spot(index: next - 1, section: section), displacing: nil, &best)
            }
            guard edge >= middle(next) else { return best }
            if section != into {
                section = into
                consider(Spot(index: next - 1, section: into), displacing: next, &best)
                guard edge > bottom(next) else { return best }
                consider(Spot(index: next, section: into), displacing: nil, &best)
            } else {
                consider(Spot(index: next, section: into), displacing: next, &best)
            }
        }
        while section + 1 < sections.count {
            guard edge >= headerTops[section + 1] + sections[section + 1].header + half else { return best }
            section += 1
            consider(Spot(index: count - 1, section: section), displacing: nil, &best)
        }
        return best
    }

    private func walkUp(from home: Spot, edge: Double, half: Double) -> Spot {
        var (best, section) = (home, home.section)
        for next in (0..<home.index).reversed() {
            let into = self.section(at: next)
            while section - 1 > into {
                guard edge <= headerTops[section] - half else { return best }
                section -= 1
                consider(Spot(index: next + 1, section: section), displacing: nil, &best)
            }
            guard edge <= middle(next) else { return best }
            if section != into {
                section = into
                consider(Spot(index: next + 1, section: into), displacing: nil, &best)
                guard edge < top(next) else { return best }
            }
            consider(Spot(index: next, section: into), displacing: next, &best)
        }
        while section > 0 {
            guard edge <= headerTops[section] - half else { return best }
            section -= 1
            consider(Spot(index: 0, section: section), displacing: nil, &best)
        }
        return best
    }

    private func consider(_ spot: Spot, displacing index: Int?, _ best: inout Spot) {
        if mayDrop(at: spot, displacing: index) { best = spot }
    }

    func mayDrop(at spot: Spot, displacing index: Int?) -> Bool {
        sections[spot.section].canDrop && (index.map { row(at: $0).canDrop } ?? true)
    }

    /// The target of a row when a person taps at a height: the place of the row there, the section whose header is
    /// there, or the very end; nil if it may not be dropped there.
    func spot(of index: Int, tappedAt y: Double) -> Spot? {
        if let target = self.index(at: y) {
            var spot = spot(at: target)
            if target > index && spot.section != section(at: index) { spot.index -= 1 }
            return mayDrop(at: spot, displacing: target) ? spot : nil
        }
        let section = headerTops.lastIndex { y >= $0 } ?? 0
        let isHeader = y < headerTops[section] + sections[section].header
        let others = order.indices.filter { place in
            place != index && self.section(at: place) < (isHeader ? section : section + 1)
        }
        let spot = Spot(index: others.count, section: section)
        return mayDrop(at: spot, displacing: nil) ? spot : nil
    }
}
