// Draws puzzles with their answers, for the attacks of Benchmarks/attack; never installed.
//
//     touchpuzzles PROFILE SEED COUNT
//
// PROFILE is simple, default or hard; the puzzles have the numbers SEED, SEED+1 and so on. Each puzzle goes to standard
// output as eight numbers of 32 bits, little end first (width and height of the picture and of the piece, target,
// start), the picture as red, green and blue, the piece as red, green, blue and alpha.
private import Glibc
private import TouchPicture

private let orders: [String: PuzzleOrder] = [
    "simple": PuzzleOrder(size: PictureSize(width: 400, height: 268), rules: .simple),
    "default": PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: .standard),
    "hard": PuzzleOrder(size: PictureSize(width: 480, height: 300), rules: .hard),
]
private let arguments = Array(CommandLine.arguments.dropFirst())
guard arguments.count == 3, let order = orders[arguments[0]], let seed = UInt64(arguments[1]),
    let count = UInt64(arguments[2])
else {
    fatalError("usage: touchpuzzles simple|default|hard SEED COUNT")
}

for number in 0..<count {
    let puzzle = order.puzzle(from: PictureSeed(number: seed &+ number))
    let numbers = [
        puzzle.picture.width, puzzle.picture.height, puzzle.piece.width, puzzle.piece.height, puzzle.target.x,
        puzzle.target.y, puzzle.start.x, puzzle.start.y,
    ]
    var bytes: [UInt8] = []
    for number in numbers {
        for shift in [0, 8, 16, 24] { bytes.append(UInt8(truncatingIfNeeded: number >> shift)) }
    }
    for pixel in puzzle.picture.pixels { bytes += [pixel.red, pixel.green, pixel.blue] }
    for pixel in puzzle.piece.pixels { bytes += [pixel.red, pixel.green, pixel.blue, pixel.alpha] }
    var rest = bytes[...]
    while !rest.isEmpty {
        let written = unsafe rest.withUnsafeBytes { unsafe write(1, $0.baseAddress, $0.count) }
        guard written > 0 else { exit(1) }
        rest = rest.dropFirst(written)
    }
}
