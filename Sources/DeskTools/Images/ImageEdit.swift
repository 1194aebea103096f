import Arguments
import TouchCore
import TouchModels
import TouchPicture

/// One step of `touchctl image edit`: a word, optionally with `=` and a value.
struct ImageEdit {
    let name: String
    let value: String

    /// The picture after the step; `color` and `data-uri` have output.
    func applied(to picture: Raster, _ output: (String) -> Void) throws(CommandError) -> Raster {
        switch name {
        case "gray": return picture.gray
        case "reverse": return picture.reversed
        case "sketch":
            guard let code = UInt32(value, radix: 16), value.utf8.count == 6 else { throw wrong("RRGGBB") }
            return picture.sketch(Pixel(code))
        case "color":
            let place = try numbers(2, "X,Y")
            guard let pixel = picture.color(atX: place[0], y: place[1]) else {
                output("outside\n")
                return picture
            }
            output("#\(String(1 << 24 | pixel.code, radix: 16).dropFirst()) alpha \(pixel.alpha)\n")
            return picture
        case "data-uri":
            output(picture.dataURI + "\n")
            return picture
        case "fit", "fill", "stretch":
            return picture.fitted(into: try size("x"), ContentMode(rawValue: name) ?? .fit)
        case "tile": return picture.tiled(to: try size("x"))
        case "longest": return picture.shrunk(toSide: try side(numbers(1, "PIXELS")[0]))
        case "matrix":
            let numbers = value.split { $0 == "," || $0 == " " }.map { Double($0) ?? .nan }
            guard numbers.count == 20, numbers.allSatisfy(\.isFinite) else { throw wrong("20 numbers") }
            return picture.multiplied(by: numbers)
        case "rounded": return try rounded(picture)
        case "flip":
            switch value {
            case "vertical": return picture.upright(from: 4)
            case "horizontal": return picture.upright(from: 2)
            default: throw wrong("vertical or horizontal")
            }
        case "upright":
            guard let orientation = Int(value), Exif.orientations.contains(orientation) else { throw wrong("1 to 8") }
            return picture.upright(from: orientation)
        case "turn":
            guard let degrees = Double(value), degrees.isFinite else { throw wrong("DEGREES") }
            guard let turned = picture.turned(degrees: degrees) else { throw .file("turn: the result is too large") }
            return turned
        case "crop":
            let part = try numbers(4, "X,Y,WIDTH,HEIGHT")
            guard part[2] > 0, part[3] > 0, part[0] >= 0, part[1] >= 0, part[2] <= picture.width - part[0],
                part[3] <= picture.height - part[1]
            else { throw wrong("a part of the picture, which is \(picture.width)x\(picture.height)") }
            return picture.cropped(x: part[0], y: part[1], width: part[2], height: part[3])
        case "clip": return try clipped(picture)
        case "merge":
            return picture.merged(under: try Raster(file: value))
        default: throw .usage("unknown step \(name) of image edit")
        }
    }

    private func rounded(_ picture: Raster) throws(CommandError) -> Raster {
        var words = value.split(separator: ",", omittingEmptySubsequences: false)
        let mode = words.last.flatMap { ContentMode(rawValue: String($0)) }
        if mode != nil { words.removeLast() }
        let numbers = words.compactMap { Int($0) }
        guard (1...2).contains(numbers.count), numbers.count == words.count, (0...1 << 20).contains(numbers[0]) else {
            throw wrong("RADIUS[,WIDTH][,fit|fill|stretch]")
        }
        let width = try numbers.count > 1 ? side(numbers[1]) : nil
        return picture.rounded(radius: Double(numbers[0]), width: width, mode ?? .fill)
    }

    private func clipped(_ picture: Raster) throws(CommandError) -> Raster {
        let mode = ContentMode(rawValue: String(value.prefix { $0 != "," }))
        let path = mode == nil ? value[...] : value.drop { $0 != "," }.dropFirst()
        let shape: Outline
        do throws(OutlineError) { shape = path.isEmpty ? .puzzle : try Outline(path: String(path)) } catch {
            throw .usage("clip: \(error)")
        }
        guard let mode else { return picture.clipped(to: shape) }
        for length in [shape.size.width, shape.size.height] { _ = try side(Int(length.rounded(.up))) }
        return picture.clipped(to: shape, mode)
    }

    private func wrong(_ wanted: String) -> CommandError { .usage("\(name) takes \(wanted), not \(value)") }

    private func numbers(_ count: Int, _ wanted: String) throws(CommandError) -> [Int] {
        let numbers = value.split(separator: ",", omittingEmptySubsequences: false).map { Int($0) }
        guard numbers.count == count, numbers.allSatisfy({ $0.map { abs($0) <= 1 << 20 } ?? false }) else {
            throw wrong(wanted)
        }
        return numbers.compactMap { $0 }
    }

    private func side(_ number: Int) throws(CommandError) -> Int {
        guard Raster.sides.contains(number) else { throw wrong("sides of 1 to \(Raster.sides.upperBound)") }
        return number
    }

    private func size(_ separator: Character) throws(CommandError) -> PictureSize {
        let sides = value.split(separator: separator, omittingEmptySubsequences: false).map { Int($0) ?? 0 }
        guard sides.count == 2 else { throw wrong("WIDTHxHEIGHT") }
        return PictureSize(width: try side(sides[0]), height: try side(sides[1]))
    }
}
