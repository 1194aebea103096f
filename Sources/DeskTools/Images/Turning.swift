import System
import TouchCore
import TouchPicture

extension Raster {
    /// The picture upright, from one of the eight camera orientations, by the numbers of Exif.
    func upright(from orientation: Int) -> Raster {
        let turns = Exif.turns(orientation)
        let (isMirrored, isFlipped) = ([2, 3, 7, 8].contains(orientation), [3, 4, 6, 7].contains(orientation))
        var result = Raster(width: turns ? height : width, height: turns ? width : height)
        for y in 0..<result.height {
            for x in 0..<result.width {
                let (column, row) = turns ? (y, x) : (x, y)
                result[x, y] = self[isMirrored ? width - 1 - column : column, isFlipped ? height - 1 - row : row]
            }
        }
        return result
    }

    /// The picture turned clockwise about its center, on a canvas that contains all of it; nil if that is too large.
    func turned(degrees: Double) -> Raster? {
        let axis = Maths.unit(degrees: degrees)
        let (w, h) = (Double(width), Double(height))
        // A quarter turn must not grow by a pixel because its cosine is not exactly zero.
        func length(_ value: Double) -> Int { Int((value - 1e-9).rounded(.up)) }
        let (across, down) = (
            length(w * abs(axis.x) + h * abs(axis.y)), length(w * abs(axis.y) + h * abs(axis.x))
        )
        guard Raster.sides.contains(across), Raster.sides.contains(down) else { return nil }
        var result = Raster(width: across, height: down)
        for y in 0..<down {
            for x in 0..<across {
                let (dx, dy) = (Double(x) + 0.5 - Double(across) / 2, Double(y) + 0.5 - Double(down) / 2)
                result[x, y] = sample(
                    Point(x: dx * axis.x + dy * axis.y + w / 2, y: dy * axis.x - dx * axis.y + h / 2))
            }
        }
        return result
    }

    /// The bilinear color at a place; transparent beyond the picture.
    private func sample(_ place: Point) -> Pixel {
        let (x, y) = (place.x - 0.5, place.y - 0.5)
        let (column, row) = (Int(x.rounded(.down)), Int(y.rounded(.down)))
        let (u, v) = (Int((x - Double(column)) * 256 + 0.5), Int((y - Double(row)) * 256 + 0.5))
        var mean = WeightedColor()
        for (dx, dy, weight) in [
            (0, 0, (256 - u) * (256 - v)), (1, 0, u * (256 - v)), (0, 1, (256 - u) * v), (1, 1, u * v),
        ] {
            if let pixel = color(atX: column + dx, y: row + dy) { mean.add(pixel, weight) }
        }
        return mean.pixel
    }

    /// The picture scaled down to that longer side, within ``TouchPicture/Raster/sides``, unless it is already smaller.
    func shrunk(toSide side: Int) -> Raster {
        let longest = max(width, height)
        guard side < longest else { return self }
        return rescaled(
            to: PictureSize(width: max(width * side / longest, 1), height: max(height * side / longest, 1)))
    }

    /// The file as a data URI (RFC 2397), for a page or a style sheet.
    var dataURI: String {
        "data:image/png;base64," + String(decoding: Base64.encode(PNGWriter().png(of: self)), as: UTF8.self)
    }
}
