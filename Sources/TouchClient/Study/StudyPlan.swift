/// The rounds of a visit, in random order, each combination equally often.
struct StudyPlan {
    /// One round.
    struct Round: Hashable {
        let profile: String
        let input: String
    }

    let rounds: [Round]

    /// The rounds of a kind; nil: there is no such kind.
    static func choices(of kind: String) -> [Round]? {
        switch kind {
        case "captcha":
            ["simple", "default"].flatMap { profile in
                ["drag", "tap", "both"].map { Round(profile: profile, input: $0) }
            }
        case "gesture": [Round(profile: "default", input: "tap")]
        case "pattern": ["drag", "tap", "both"].map { Round(profile: "given", input: $0) }
        default: nil
        }
    }

    /// Draws the rounds of a visit: all choices in random order, repeated.
    init(_ count: Int, of choices: [Round], using random: inout some RandomNumberGenerator) {
        var rounds: [Round] = []
        while rounds.count < count { rounds += choices.shuffled(using: &random) }
        self.rounds = Array(rounds.prefix(count))
    }

    /// A random pattern: four to six dots of 3 × 3, each adjacent to the previous one, none twice.
    static func pattern(using random: inout some RandomNumberGenerator) -> [Int] {
        let length = Int.random(in: 4...6, using: &random)
        while true {
            var dots = [Int.random(in: 0..<9, using: &random)]
            while dots.count < length, let last = dots.last {
                let near = (0..<9).filter { dot in
                    !dots.contains(dot) && max(abs(dot / 3 - last / 3), abs(dot % 3 - last % 3)) == 1
                }
                guard let next = near.randomElement(using: &random) else { break }
                dots.append(next)
            }
            if dots.count == length { return dots }
        }
    }
}
