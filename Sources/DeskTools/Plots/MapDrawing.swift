import TouchCore
import TouchPicture

/// Shades the fields of a view by how often contacts were there; those where none ever was are gray.
struct MapDrawing: Sendable {
    private let field: Size
    private let columns: Int
    private let counts: [Int]

    init(of paths: [ContactPath], in view: Size, columns: Int, rows: Int) {
        var counts = [Int](repeating: 0, count: columns * rows)
        for place in paths.lazy.flatMap(\.samples).map(\.place) {
            let (x, y) = (place.x / view.width * Double(columns), place.y / view.height * Double(rows))
            guard x >= 0, y >= 0, x <= Double(columns), y <= Double(rows) else { continue }
            counts[min(Int(y), rows - 1) * columns + min(Int(x), columns - 1)] += 1
        }
        (self.columns, self.counts) = (columns, counts)
        field = Size(width: view.width / Double(columns), height: view.height / Double(rows))
    }

    /// Draws the fields, with gaps of that width between them.
    func draw(_ projection: Projection, gap: Double, on canvas: inout Canvas) {
        let most = Double(max(1, counts.max() ?? 1))
        for (index, count) in counts.enumerated() {
            let rect = Rect(
                x: Double(index % columns) * field.width, y: Double(index / columns) * field.height,
                width: field.width, height: field.height)
            let shade = Palette.view.mixed(with: Palette.touched, Int(38 + 115 * Double(count) / most))
            canvas.draw(.rect(projection.rect(rect).grown(by: -gap / 2)), count == 0 ? Palette.untouched : shade)
        }
    }
}
