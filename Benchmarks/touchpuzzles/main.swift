// Draws puzzles with their answers, for the attacks of Benchmarks/attack and for sheets to look at; never installed.
//
//     touchpuzzles puzzles PROFILE SEED COUNT
//     touchpuzzles cuts PROFILE SEED COUNT
//     touchpuzzles contrast PROFILE SEED COUNT
//     touchpuzzles sheet PROFILE MOTIF
//
// PROFILE is simple or default; the puzzles have the numbers SEED, SEED+1 and so on. Each goes to standard output as ten
// numbers of 32 bits, little end first (width and height of the picture and of the piece, target, start, bytes of both as
// they are sent), the picture as red, green and blue, the piece as red, green, blue and alpha. Of cuts come the first
// eight numbers alone, and nothing is drawn. Contrast prints for each motif the lowest and the median of COUNT puzzles, and
// fails if one is too low. A sheet is a PNG file of twenty puzzles of one motif, the piece where it lies at first.
private import Glibc
private import TouchPicture

private let size = PictureSize(width: 400, height: 268)
private let rules: [String: PuzzleRules] = ["simple": .simple, "default": .standard]
private let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count >= 3, let rules = rules[arguments[1]] else {
    fatalError("usage: touchpuzzles puzzles|cuts|contrast simple|default SEED COUNT, or sheet simple|default MOTIF")
}
private let order = PuzzleOrder(size: size, rules: rules)

private func write(_ bytes: [UInt8]) {
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes { unsafe Glibc.write(1, $0.baseAddress, $0.count) }
        guard written > 0 else { exit(1) }
        rest = rest.dropFirst(written)
    }
}

private func puzzle(of motif: Motif, _ number: UInt64) -> (puzzle: Puzzle, whole: Raster) {
    var generator = SeededGenerator(PictureSeed(number: number))
    let cut = order.cut(&generator)
    let whole = motif.draw(width: size.width, height: size.height, using: &generator)
    return (Puzzle(of: whole, cut), whole)
}

private func sheet(of motif: Motif) -> Raster {
    let (columns, rows, gap) = (4, 5, 8)
    var sheet = Raster(
        width: columns * (size.width + gap), height: rows * (size.height + gap), Pixel(0xffffff))
    for number in 0..<columns * rows {
        let shown = puzzle(of: motif, UInt64(number)).puzzle.shown
        let (left, top) = (number % columns * (size.width + gap), number / columns * (size.height + gap))
        for y in 0..<size.height {
            for x in 0..<size.width { sheet[left + x, top + y] = shown[x, y] }
        }
    }
    return sheet
}

private func numbers(_ numbers: [Int]) -> [UInt8] {
    numbers.flatMap { number in [0, 8, 16, 24].map { UInt8(truncatingIfNeeded: number >> $0) } }
}

private func numbers(of cut: PuzzleCut) -> [Int] {
    [
        cut.size.width, cut.size.height, cut.piece.size.width, cut.piece.size.height, cut.target.x, cut.target.y,
        cut.start.x, cut.start.y,
    ]
}

if arguments[0] == "sheet" {
    guard let motif = Motif(rawValue: arguments[2]) else { fatalError("touchpuzzles: no motif '\(arguments[2])'") }
    write(PNGWriter(level: 9, filter: .none).png(of: sheet(of: motif)))
    exit(0)
}
guard arguments.count == 4, let seed = UInt64(arguments[2]), let count = UInt64(arguments[3]) else {
    fatalError("touchpuzzles: SEED and COUNT are numbers")
}
if arguments[0] == "contrast" {
    var lowest = Double.infinity
    for motif in Motif.allCases {
        let contrasts = (0..<count).map { number in
            let (puzzle, whole) = puzzle(of: motif, seed &+ number)
            return puzzle.contrast(with: whole)
        }.sorted()
        lowest = min(lowest, contrasts[0])
        print(
            "\(motif), \(arguments[1]): \(Puzzle.told(contrasts[0])), median \(Puzzle.told(contrasts[contrasts.count / 2]))"
        )
    }
    exit(lowest < Puzzle.minContrast ? 1 : 0)
}
private let writer = PNGWriter(filter: .none)
for number in 0..<count {
    let seed = PictureSeed(number: seed &+ number)
    guard arguments[0] == "puzzles" else {
        var generator = SeededGenerator(seed)
        write(numbers(numbers(of: order.cut(&generator))))
        continue
    }
    let puzzle = order.puzzle(from: seed)
    let lengths = [puzzle.picture, puzzle.piece].map { writer.png(of: $0).count }
    var bytes = numbers(numbers(of: puzzle.cut) + lengths)
    for pixel in puzzle.picture.pixels { bytes += [pixel.red, pixel.green, pixel.blue] }
    for pixel in puzzle.piece.pixels { bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha] }
    write(bytes)
}
