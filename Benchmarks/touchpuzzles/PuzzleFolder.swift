import Glibc
import TouchPicture

/// Puzzles as files: `N.png`, `N-piece.png`, and `answers.csv` with what the daemon keeps to itself.
struct PuzzleFolder {
    let path: String

    /// The rules of a profile.
    static func rules(_ profile: String, decoys: Int?) -> PuzzleRules? {
        let rules: [String: PuzzleRules] = ["simple": .simple, "default": .standard, "hard": .hard]
        return rules[profile]?.harder(by: decoys ?? 0)
    }

    /// Draws puzzles from the seeds `first`, `first + 1`, …
    func fill(_ rules: PuzzleRules, count: Int, first: UInt64) -> Bool {
        let size = PictureSize(width: rules.gap == .veil ? 400 : 480, height: rules.gap == .veil ? 268 : 300)
        let order = PuzzleOrder(size: size, rules: rules)
        let writer = PNGWriter()
        var answers = "seed,target_x,target_y,start_x,start_y,piece_width,piece_height\n"
        for seed in first..<first + UInt64(max(count, 0)) {
            let puzzle = order.puzzle(from: PictureSeed(number: seed))
            guard write(writer.png(of: puzzle.picture), to: "\(seed).png"),
                write(writer.png(of: puzzle.piece), to: "\(seed)-piece.png")
            else { return false }
            let numbers = [
                puzzle.target.x, puzzle.target.y, puzzle.start.x, puzzle.start.y, puzzle.piece.width,
                puzzle.piece.height,
            ]
            answers += "\(seed)," + numbers.map { "\($0)" }.joined(separator: ",") + "\n"
        }
        return write(Array(answers.utf8), to: "answers.csv")
    }

    private func write(_ bytes: [UInt8], to name: String) -> Bool {
        guard let file = unsafe fopen("\(path)/\(name)", "we") else {
            unsafe perror("\(path)/\(name)")
            return false
        }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        return unsafe fclose(file) == 0 && count == bytes.count
    }
}
