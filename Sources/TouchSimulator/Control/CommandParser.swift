package import TouchCore

/// Reads commands, as `touchsim --help` explains them.
package struct CommandParser: Sendable {
    /// The default area of commands.
    let view: Size

    /// A parser for a view of `view` pixels.
    package init(view: Size) { self.view = view }

    static let names = [
        "pattern", "slide", "tap", "line", "together", "down", "move", "up", "lose", "play", "flood", "wait",
        "await-open", "revoke", "unplug", "plug", "status", "environment", "quit",
    ]

    /// The command in one line; nil for an empty line or a comment ("#").
    package func command(_ line: String) throws(CommandFault) -> Command? {
        var words = CommandWords(line)
        guard let name = words.next, !name.hasPrefix("#") else { return nil }
        if ["pattern", "slide", "tap", "line"].contains(name) { return .draw([try gesture(&words, finger: 0)]) }
        let start = words.column
        _ = words.skip(name)
        if name == "together" { return .draw(try together(words)) }
        guard let command = try self.command(name, &words) else {
            throw CommandFault(
                column: start, message: "unknown command \"\(name)\"; known are \(Self.names.joined(separator: ", "))")
        }
        try words.finish()
        return command
    }

    private func command(_ name: Substring, _ words: inout CommandWords) throws(CommandFault) -> Command? {
        switch name {
        case "down": .down(finger: try finger(&words), try words.point())
        case "move": .move(finger: try finger(&words), try words.point())
        case "up": .up(finger: try finger(&words))
        case "lose": .lose(try lost(&words))
        case "play": try play(&words)
        case "flood": try flood(&words)
        case "wait": .wait(milliseconds: try words.number("the time in ms", in: 0...3_600_000))
        case "await-open": try awaitOpen(&words)
        case "revoke":
            .revoke(next: words.next == nil ? 0 : try words.integer("how many more readers", in: 0...1000))
        case "unplug": .unplug
        case "plug": .plug
        case "status": .status
        case "environment": .environment
        case "quit": .quit
        default: nil
        }
    }

    private func finger(_ words: inout CommandWords) throws(CommandFault) -> Int {
        try words.integer("the finger", in: 0...255)
    }

    // ---- drawing -------------------------------------------------------------------------------------------------

    private func together(_ words: CommandWords) throws(CommandFault) -> [Gesture] {
        var gestures: [Gesture] = []
        for (index, part) in words.split(by: "|").enumerated() {
            var part = part
            let start = part.column
            let gesture = try gesture(&part, finger: index)
            if gestures.contains(where: { $0.pen.finger == gesture.pen.finger }) {
                throw CommandFault(column: start, message: "finger \(gesture.pen.finger) is already drawing")
            }
            gestures.append(gesture)
        }
        return gestures
    }

    private func gesture(_ words: inout CommandWords, finger: Int) throws(CommandFault) -> Gesture {
        let name = try words.word("pattern, slide, tap or line")
        switch name.text {
        case "pattern":
            let dots = try words.word("the dots, such as 1-4-7")
            let options = try DrawingOptions(&words, allowing: ["in", "grid"], view: view, finger: finger)
            return .pattern(
                try numbers(dots, in: options.columns * options.rows), in: options.area, columns: options.columns,
                rows: options.rows, pen: options.pen)
        case "slide":
            let fraction = try words.number("the fraction", in: -10...10)
            let options = try DrawingOptions(&words, allowing: ["in", "from", "thumb"], view: view, finger: finger)
            return .slide(
                to: fraction, in: options.area, thumb: options.thumb ?? options.area.size.height, from: options.start,
                pen: options.pen)
        case "tap":
            let point = try words.point()
            var options = try DrawingOptions(&words, allowing: [], view: view, finger: finger)
            if !options.given.contains("hold") { options.pen.hold = Gesture.tapDuration }
            return .tap(point, pen: options.pen)
        case "line":
            var points = [try words.point(), try words.point()]
            while words.next?.contains(",") == true { points.append(try words.point()) }
            return Gesture(points, pen: try DrawingOptions(&words, allowing: [], view: view, finger: finger).pen)
        default:
            throw CommandFault(
                column: name.column, message: "unknown drawing \"\(name.text)\"; known are pattern, slide, tap and line"
            )
        }
    }

    private func numbers(_ dots: CommandWords.Word, in count: Int) throws(CommandFault) -> [Int] {
        var column = dots.column
        var numbers: [Int] = []
        for part in dots.text.split(separator: "-", omittingEmptySubsequences: false) {
            guard let number = Int(part), (1...count).contains(number) else {
                throw CommandFault(column: column, message: "a dot is a number from 1 to \(count), not \"\(part)\"")
            }
            numbers.append(number)
            column += part.count + 1
        }
        return numbers
    }

    private func lost(_ words: inout CommandWords) throws(CommandFault) -> Command {
        let name = try words.word("down, move or up")
        guard ["down", "move", "up"].contains(name.text), let lost = try command(name.text, &words) else {
            throw CommandFault(column: name.column, message: "cannot lose \"\(name.text)\"; only down, move and up")
        }
        return lost
    }

    // ---- others --------------------------------------------------------------------------------------------------

    private func play(_ words: inout CommandWords) throws(CommandFault) -> Command {
        let path = try words.word("the recording's file")
        let speed = words.skip("speed") ? try words.number("the speed", in: 0...1_000_000) : 1
        let seed = words.skip("losing") ? UInt64(try words.integer("the seed", in: 0...Int(Int32.max))) : nil
        return .play(path: String(path.text), speed: speed, losing: seed)
    }

    private func flood(_ words: inout CommandWords) throws(CommandFault) -> Command {
        let frames = try words.integer("the number of frames", in: 1...1_000_000_000)
        let fingers = words.skip("fingers") ? try words.integer("the number of fingers", in: 1...256) : 1
        let rate = words.skip("rate") ? try words.number("the rate in Hz", in: 0...100_000) : 125
        return .flood(frames: frames, fingers: fingers, rate: rate)
    }

    private func awaitOpen(_ words: inout CommandWords) throws(CommandFault) -> Command {
        let given = words.next.map { $0 != "timeout" } ?? false
        let readers = given ? try words.integer("the number of readers", in: 0...1000) : 1
        let limit = words.skip("timeout") ? try words.integer("the time in ms", in: 0...3_600_000) : 10_000
        return .awaitOpen(readers: readers, milliseconds: limit)
    }
}
