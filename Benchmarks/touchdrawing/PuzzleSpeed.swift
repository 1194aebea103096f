import AllocationCount
import Glibc
import TouchCore
import TouchPicture

/// How long the parts of a challenge take, for the table of `make bench`; with names of rows, those alone.
///
/// One line a row: its name, the median, 95th and 99th percentile in µs, what the work answered in the mean, and how many
/// bytes of heap it asked for in the mean.
struct PuzzleSpeed {
    private static let warmUp = 200
    private static let rounds = 2_000

    /// Prints the rows.
    func run() {
        let size = PictureSize(width: 400, height: 268)
        // Preloaded pictures, as the anchors have theirs; the profile's own piece each time.
        let pictures = Motif.allCases.map { motif in
            var generator = SeededGenerator(PictureSeed(number: 1))
            return motif.draw(width: size.width, height: size.height, using: &generator)
        }
        let (press, writer) = (PuzzlePress(), PNGWriter(filter: .none))
        func puzzle(_ rules: PuzzleRules, _ seed: UInt64) -> Puzzle {
            var generator = SeededGenerator(PictureSeed(number: seed))
            let cut = PuzzleOrder(size: size, rules: rules).cut(&generator)
            let picture = pictures[Int(seed) % pictures.count].cropped(
                x: 0, y: 0, width: size.width, height: size.height, in: press.memory())
            return Puzzle(of: picture, cut)
        }
        for (name, rules) in [("simple", PuzzleRules.simple), ("default", .standard)] {
            row("cut-\(name)") { seed in
                let puzzle = puzzle(rules, seed)
                defer { press.keep(puzzle.picture) }
                return puzzle.cut.target.x
            }
        }
        for (index, motif) in Motif.allCases.enumerated() {
            row("draw-\(motif)") { seed in
                var generator = SeededGenerator(PictureSeed(number: seed))
                let picture = motif.draw(
                    width: size.width, height: size.height, in: press.memory(), using: &generator)
                defer { press.keep(picture) }
                return picture.width
            }
            row("png-\(motif)") { _ in writer.png(of: pictures[index]).count }
        }
        row("cut-png") { seed in press.print(puzzle(.standard, seed), .none).picture.count / 4 * 3 }
        let order = PuzzleOrder(size: size, rules: .standard)
        row("whole") { seed in order.drawn(from: PictureSeed(number: seed), on: press).picture.count / 4 * 3 }
        print("kept \(MemoryLayout<PuzzleCut>.size)")
    }

    private func row(_ name: String, _ work: (UInt64) -> Int) {
        let wanted = CommandLine.arguments.dropFirst()
        guard wanted.isEmpty || wanted.contains(name) else { return }
        var times: [Int64] = []
        times.reserveCapacity(Self.rounds)
        var sum = 0
        var before: UInt64 = 0
        for round in 0..<Self.warmUp + Self.rounds {
            if round == Self.warmUp { before = allocation_bytes() }
            let start = Self.nanoseconds
            sum += work(UInt64(round))
            if round >= Self.warmUp { times.append(Self.nanoseconds - start) }
        }
        let bytes = (allocation_bytes() - before) / UInt64(Self.rounds)
        times.sort()
        func percentile(_ part: Int) -> Double { Double(times[times.count * part / 100]) / 1_000 }
        // The mean of what the work answered is the mean size where it answers a size.
        let mean = sum / (Self.warmUp + Self.rounds)
        print("\(name) \(percentile(50)) \(percentile(95)) \(percentile(99)) \(mean) \(bytes)")
    }

    private static var nanoseconds: Int64 {
        var time = timespec()
        unsafe clock_gettime(CLOCK_MONOTONIC, &time)
        return Int64(time.tv_sec) * 1_000_000_000 + Int64(time.tv_nsec)
    }
}
