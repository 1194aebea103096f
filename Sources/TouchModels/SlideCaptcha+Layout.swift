package import TouchCore

// MARK: - Where everything is

extension SlideCaptcha {
    /// The rectangles of picture and bar in a widget, and the size of a picture pixel.
    static func layOut(
        _ settings: Settings, _ drive: ChallengeDrive, in size: Size
    ) throws(SettingError) -> (picture: Rect, bar: Rect?, scale: Double) {
        let below = drive == .bar ? barHeight : 0
        let room = Size(width: size.width, height: size.height - below)
        guard room.width >= minPicture.width, room.height >= minPicture.height else {
            throw .impossible(key: "size", reason: "a captcha needs a picture of at least 100 by 40 pixels")
        }
        var (shown, scale) = (room, 1.0)
        let width = try settings.number("pictureWidth", in: 100...10_000)
        let height = try settings.number("pictureHeight", in: 40...10_000)
        if let width, let height {
            scale = min(room.width / width, room.height / height)
            guard scales.contains(scale) else {
                throw .impossible(key: "size", reason: "a picture is shown at a quarter to eight times its size")
            }
            shown = Size(width: width * scale, height: height * scale)
        }
        let (x, y) = ((room.width - shown.width) / 2, (room.height - shown.height) / 2)
        let picture = Rect(x: x, y: y, width: shown.width, height: shown.height)
        let bar = drive == .bar ? Rect(x: x, y: picture.maxY, width: shown.width, height: below) : nil
        return (picture, bar, scale)
    }

    /// How far the corner of the piece can move, in widget pixels.
    package var reach: Size {
        Size(
            width: max(picture.size.width - piece.size.width, 0),
            height: max(picture.size.height - piece.size.height, 0))
    }

    /// How near to the start of the piece a gap may be along x, in widget pixels: not under the piece, and not so near that
    /// the way there is too short to be judged.
    package var nearestGap: Double { min(max(piece.size.width, minimumTravel), reach.width) }

    /// Picture, bar, and the present place of the piece: its bounding rectangle and its outline.
    public var layout: [LayoutPart] {
        let box = Rect(x: corner.x, y: corner.y, width: piece.size.width, height: piece.size.height)
        let parts = [
            LayoutPart("picture", .rect(picture)), LayoutPart("piece", .rect(box)),
            LayoutPart("outline", .polygon(piece.polygon(at: corner))),
        ]
        guard let bar else { return parts }
        return parts + [LayoutPart("bar", .rect(bar))]
    }
}
