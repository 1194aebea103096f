/// Columns of text, as wide as their widest cell.
struct Table {
    private var rows: [[String]]

    /// Makes a table with a row of headings.
    init(_ headings: [String]) {
        rows = [headings]
    }

    /// Adds a row; as many cells as there are headings.
    mutating func add(_ cells: [String]) {
        rows.append(cells)
    }

    /// The lines, headings first, two spaces between columns, no trailing spaces.
    var text: String {
        let columns = rows.first?.count ?? 0
        let widths = (0..<columns).map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            var line = ""
            for (cell, width) in zip(row, widths) {
                line += cell + String(repeating: " ", count: width - cell.count + 2)
            }
            while line.last == " " { line.removeLast() }
            return line + "\n"
        }.joined()
    }
}
