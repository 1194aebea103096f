/// Columns of text, as wide as their widest cell.
package enum Table {
    /// The lines of rows with as many cells as there are headings, headings first, two spaces between columns.
    package static func text(_ headings: [String], _ rows: [[String]]) -> String {
        let rows = [headings] + rows
        let widths = headings.indices.map { column in rows.map { $0[column].count }.max() ?? 0 }
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
