import TouchCore

/// Maps view pixels to a picture: a part of the view, centered in a rectangle and as large as it fits.
struct Projection: Sendable {
    /// Pixels of the picture per view pixel.
    let scale: Double
    /// The part of the view, in the picture.
    let target: Rect
    private var origin: Point

    /// Of a part of the view into a room of the picture.
    init(of part: Rect, into room: Rect) {
        scale = min(room.size.width / part.size.width, room.size.height / part.size.height)
        let (width, height) = (part.size.width * scale, part.size.height * scale)
        target = Rect(
            x: room.center.x - width / 2, y: room.center.y - height / 2, width: width, height: height)
        origin = part.origin
    }

    /// The same for places that are measured from a corner elsewhere in the view.
    func measured(from corner: Point) -> Projection {
        var moved = self
        moved.origin = origin.offset(dx: -corner.x, dy: -corner.y)
        return moved
    }

    func place(_ place: Point) -> Point {
        Point(x: target.minX + (place.x - origin.x) * scale, y: target.minY + (place.y - origin.y) * scale)
    }

    func rect(_ rect: Rect) -> Rect {
        let corner = place(rect.origin)
        return Rect(x: corner.x, y: corner.y, width: rect.size.width * scale, height: rect.size.height * scale)
    }
}
