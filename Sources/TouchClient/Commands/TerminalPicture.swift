internal import Arguments
internal import CShims
internal import Glibc
internal import TouchCore

/// A full-screen picture of colored cells in a terminal, redrawn completely each time.
struct TerminalPicture {
    /// The colors of the other front ends.
    enum Color: UInt32 {
        case ground = 0x0d1428
        case ink = 0xe8edf7
        case quiet = 0x8896b0
        case accent = 0x5577f2
        case right = 0x37d39b
        case wrong = 0xff6b6b
    }

    private struct Cell {
        var letter: Character = " "
        var ink = Color.quiet
    }

    static let opening = "\u{1b}[?1049h\u{1b}[?25l"
    private static let closing: StaticString = "\u{1b}[0m\u{1b}[?25h\u{1b}[?1049l"

    /// Makes Ctrl-C restore the terminal and end the program.
    static func closeOnInterrupt() {
        signal(SIGINT) { _ in
            TerminalPicture.close()
            _exit(ExitStatus.refused.rawValue)
        }
    }

    /// Restores the terminal; may be called from a signal handler.
    static func close() {
        _ = unsafe Glibc.write(1, closing.utf8Start, closing.utf8CodeUnitCount)
    }

    let (columns, rows): (Int, Int)
    private let (across, down): (Double, Double)
    private var cells: [[Cell]]

    /// An empty picture of a view of that size in pixels; it fills the terminal, so that widgets lie below the finger.
    init(width: Double, height: Double) {
        let size = cshims_terminal_size(1)
        self.init(width: width, height: height, columns: Int(size.ws_col), rows: Int(size.ws_row))
    }

    /// The same for a terminal of that size in cells; at least 20 by 8.
    init(width: Double, height: Double, columns: Int, rows: Int) {
        (self.columns, self.rows) = (max(columns, 20), max(rows, 8))
        (across, down) = (Double(self.columns) / max(width, 1), Double(self.rows) / max(height, 1))
        cells = Array(repeating: Array(repeating: Cell(), count: self.columns), count: self.rows)
    }

    /// Writes a text centered on a place of the view.
    mutating func write(_ text: String, _ color: Color, x: Double, y: Double) {
        let text = text.onOneLine
        let middle = cell((x, y))
        for (offset, letter) in text.enumerated() {
            put(letter, color, middle.column - text.count / 2 + offset, middle.row)
        }
    }

    /// Writes a text from a place downward, in as many lines as it needs, none wider than a fraction of the view.
    mutating func write(_ text: String, _ color: Color, x: Double, y: Double, within width: Double) {
        let lines = text.onOneLine.wrapped(to: max(Int(min(width * across, Double(columns))) - 2, 8))
        for (number, line) in lines.enumerated() { write(line, color, x: x, y: y + Double(number) / down) }
    }

    /// A straight line, from the cell after the first place to that before the second.
    mutating func line(_ color: Color, from: (x: Double, y: Double), to: (x: Double, y: Double)) {
        let (start, end) = (cell(from), cell(to))
        let (across, down) = (end.column - start.column, end.row - start.row)
        let count = max(abs(across), abs(down))
        for step in 1..<max(count, 1) {
            let part = Double(step) / Double(count)
            put(
                "•", color, start.column + Int((Double(across) * part).rounded()),
                start.row + Int((Double(down) * part).rounded()))
        }
    }

    /// The arrow closest to an angle: degrees from upward, clockwise, above −360.
    mutating func arrow(_ color: Color, angle: Double, x: Double, y: Double) {
        let arrows = Array("↑↗→↘↓↙←↖")
        write(String(arrows[Int((angle / 45).rounded() + 8) % arrows.count]), color, x: x, y: y)
    }

    /// The cell at a place; places far outside are moved to just outside.
    private func cell(_ place: (x: Double, y: Double)) -> (column: Int, row: Int) {
        func index(_ place: Double, _ count: Int) -> Int {
            place.isNaN ? -count : Int(min(max(place.rounded(.down), Double(-count)), Double(2 * count)))
        }
        return (index(place.x * across, columns), index(place.y * down, rows))
    }

    private mutating func put(_ letter: Character, _ color: Color, _ column: Int, _ row: Int) {
        guard cells.indices.contains(row), cells[row].indices.contains(column) else { return }
        cells[row][column].letter = letter
        cells[row][column].ink = color
    }

    var text: String {
        var text = "\u{1b}[H"
        var ink: Color?
        for (number, row) in cells.enumerated() {
            if number > 0 { text += "\r\n" }
            for cell in row {
                if cell.ink != ink { text += Self.code(38, cell.ink) + (ink == nil ? Self.code(48, .ground) : "") }
                ink = cell.ink
                text.append(cell.letter)
            }
        }
        return text
    }

    private static func code(_ which: Int, _ color: Color) -> String {
        "\u{1b}[\(which);2;\(color.rawValue >> 16);\(color.rawValue >> 8 & 0xff);\(color.rawValue & 0xff)m"
    }
}
