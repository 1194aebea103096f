/// Columns of text, as wide as their widest cell.
package struct Table {
    private var rows: [[String]]

    /// Makes a table with a row of headings.
    package init(_ headings: [String]) { rows = [headings] }

    /// Adds a row; as many cells as there are headings.
    package mutating func add(_ cells: [String]) { rows.append(cells) }

    /// The lines, headings first, two spaces between columns.
    package var text: String {
        let widths = rows[0].indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
        return rows.map { row in
            let cells = zip(row, widths).map { $0 + String(repeating: " ", count: $1 - $0.count) }
            return cells.joined(separator: "  ").withoutTrailingBlanks + "\n"
        }.joined()
    }
}

extension String {
    /// The text without the blanks at its end.
    package var withoutTrailingBlanks: String { String(lastIndex { $0 != " " }.map { self[...$0] } ?? "") }
}
