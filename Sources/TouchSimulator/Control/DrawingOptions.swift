import TouchCore

/// The options of a drawing command, in any order, each at most once.
struct DrawingOptions {
    var pen: Pen
    var area: Rect
    var columns = 3
    var rows = 3
    var start: Double = 0
    var thumb: Double?
    var given: Set<Substring> = []

    private static let common: Set<Substring> = ["speed", "rate", "hold", "finger"]

    /// Reads options to the end of the words, the common ones and those of the command.
    init(_ words: inout CommandWords, allowing: Set<Substring>, view: Size, finger: Int) throws(CommandFault) {
        pen = Pen(finger: finger)
        area = Rect(x: 0, y: 0, width: view.width, height: view.height)
        let known = Self.common.union(allowing)
        while let name = words.next {
            guard known.contains(name) else {
                throw words.error("unknown option \"\(name)\"; known are \(known.sorted().joined(separator: ", "))")
            }
            guard given.insert(name).inserted else { throw words.error("\"\(name)\" is given twice") }
            _ = words.skip(name)
            try read(name, &words)
        }
    }

    private mutating func read(_ name: Substring, _ words: inout CommandWords) throws(CommandFault) {
        switch name {
        case "speed": pen.speed = try speed(&words)
        case "rate": pen.rate = try words.number("the rate in Hz", in: 1...100_000)
        case "hold": pen.hold = try words.number("the rest in ms", in: 0...3_600_000)
        case "finger": pen.finger = try words.integer("the finger", in: 0...255)
        case "in": area = try words.area()
        case "from": start = try words.number("the start", in: -10...10)
        case "thumb": thumb = try words.number("the thumb's width", in: 0...1_000_000)
        default: (columns, rows) = try grid(&words)
        }
    }

    private func speed(_ words: inout CommandWords) throws(CommandFault) -> Pen.Speed {
        let word = try words.word("the speed")
        let isMetric = word.text.hasSuffix("mm/s")
        let digits = isMetric ? word.text.dropLast(4) : word.text.hasSuffix("px/s") ? word.text.dropLast(4) : word.text
        guard let number = CommandWords.number(digits), number > 0, number <= 1_000_000_000 else {
            throw word.fault(
                "speed must be greater than 0, in view pixels (300) or millimeters (80mm/s) per second")
        }
        return isMetric ? .millimeters(number) : .pixels(number)
    }

    private func grid(_ words: inout CommandWords) throws(CommandFault) -> (Int, Int) {
        let word = try words.word("the grid")
        let parts = word.text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...100).contains($0) }) else {
            throw word.fault("a grid is COLUMNSxROWS, each from 1 to 100")
        }
        return (parts[0], parts[1])
    }
}
