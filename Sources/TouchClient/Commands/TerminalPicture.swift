internal import CShims
internal import Glibc
internal import Journal

/// A picture of coloured cells for a terminal, drawn anew each time.
struct TerminalPicture {
    /// The colours of the other front ends.
    enum Colour: String {
        case ink = "232;237;247"
        case quiet = "136;150;176"
        case accent = "85;119;242"
        case right = "55;211;155"
        case wrong = "255;107;107"
    }

    /// Takes over the terminal.
    static let opening = "\u{1b}[?1049h\u{1b}[?25l"
    private static let closing: StaticString = "\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

    /// Gives the terminal back as it was; also from a signal handler.
    static func close() {
        _ = unsafe Glibc.write(1, closing.utf8Start, closing.utf8CodeUnitCount)
    }

    let (columns, rows): (Int, Int)
    private let scale: Double
    private var cells: [[(Character, Colour)]]

    /// An empty picture of a view of that size in pixels, as large as the terminal; a cell is twice as high as wide.
    init(width: Double, height: Double) {
        let size = cshims_terminal_size(1)
        (columns, rows) = (max(Int(size.ws_col), 20), max(Int(size.ws_row), 8))
        scale = min(Double(columns) / max(width, 1), Double(rows) * 2 / max(height, 1))
        cells = Array(repeating: Array(repeating: (" ", .quiet), count: columns), count: rows)
    }

    /// Puts a text with its middle at a place of the view.
    mutating func write(_ text: String, _ colour: Colour, x: Double, y: Double) {
        let text = text.onOneLine
        let middle = cell((x, y))
        for (offset, letter) in text.enumerated() {
            put(letter, colour, middle.column - text.count / 2 + offset, middle.row)
        }
    }

    /// A straight line, from the cell after the first place to that before the second.
    mutating func line(_ colour: Colour, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
        let (start, end) = (cell(from), cell(to))
        let (across, down) = (end.column - start.column, end.row - start.row)
        let count = max(abs(across), abs(down))
        for step in 1..<max(count, 1) {
            let part = Double(step) / Double(count)
            put(
                "•", colour, start.column + Int((Double(across) * part).rounded()),
                start.row + Int((Double(down) * part).rounded()))
        }
    }

    /// The cell at a place; what lies far outside lies just outside.
    private func cell(_ place: (x: Double, y: Double)) -> (column: Int, row: Int) {
        func index(_ place: Double, _ count: Int) -> Int {
            place.isNaN ? -count : Int(min(max(place, Double(-count)), Double(2 * count)))
        }
        return (index(place.x * scale, columns), index(place.y * scale / 2, rows))
    }

    private mutating func put(_ letter: Character, _ colour: Colour, _ column: Int, _ row: Int) {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        cells[row][column] = (letter, colour)
    }

    /// What makes the terminal show it.
    var text: String {
        var text = "\u{1b}[H\u{1b}[48;2;13;20;40m"
        var last: Colour?
        for (number, row) in cells.enumerated() {
            if number > 0 { text += "\r\n" }
            for (letter, colour) in row {
                if colour != last { text += "\u{1b}[38;2;\(colour.rawValue)m" }
                text.append(letter)
                last = colour
            }
        }
        return text
    }
}
