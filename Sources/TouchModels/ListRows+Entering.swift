/// When other rows give way to a lifted one (`swapRule`).
public enum SwapRule: String, CaseIterable, Sendable {
    /// When the leading edge of the lifted row reaches their middle.
    case leadingEdge = "leading_edge"
    /// When the middle of the lifted row is over their present place. Rows of unequal heights may then swap on every
    /// report of the panel.
    case enter
}

extension ListRows {
    /// The place of a lifted row whose center, in pixels from the top of the content, is over another row, or over the
    /// header of a section without rows.
    func spot(of home: Int, at present: Spot, entering center: Double) -> Spot {
        var (y, place, next) = (0.0, 0, 0)
        for section in sections.indices {
            let top = y
            y += sections[section].header
            let first = place
            while true {
                if next == home { next += 1 }
                let row: Int
                if section == present.section && place == present.index {
                    row = home
                } else if next < count && self.section(at: next) == section {
                    row = next
                    next += 1
                } else {
                    break
                }
                let bottom = y + self.row(at: row).height
                if center >= y && center < bottom {
                    return row == home ? present : entered(Spot(index: place, section: section), from: present, row)
                }
                y = bottom
                place += 1
            }
            if place == first && center >= top && center < y {
                return entered(Spot(index: place, section: section), from: present, nil)
            }
        }
        return present
    }

    /// The place of the entered row, as counted by the lifted one when it comes from another section.
    private func entered(_ spot: Spot, from present: Spot, _ row: Int?) -> Spot {
        var spot = spot
        if spot.section != present.section && spot.index > present.index { spot.index -= 1 }
        return mayDrop(at: spot, displacing: row) ? spot : present
    }
}
