/// How often numbers that are secret are found in what was sent, beside numbers that mean nothing.
///
/// A message has many digits, so that any number is found in it now and then. Of each challenge the secret number and one
/// redrawn from the same places are looked for. If nothing leaks, both are as likely to be found, and of `n` challenges
/// where only one of them was, the secret one is found in as many as a fair coin shows heads. That it leads by more than
/// `8 √n` happens once in e³² ≈ 8·10¹³ times at most (Hoeffding's inequality); with a few thousand forms of numbers in each
/// run, less than once in 10¹⁰ runs.
struct LeakTally {
    private struct Count {
        var secret = 0
        var other = 0
        var foundOther = 0
    }

    /// How many square roots the secret may lead by.
    private static let margin = 8.0

    private var counts: [String: [NumberForm: Count]] = [:]
    private(set) var challenges = 0

    /// Looks through what was sent of one challenge.
    ///
    /// - Parameters:
    ///   - secret: what nobody may learn, by name.
    ///   - other: the same of another place that it could have been.
    mutating func look(through sent: Transcript, for secret: [HiddenNumber], beside other: [HiddenNumber]) {
        challenges += 1
        for (secret, other) in zip(secret, other) {
            for form in secret.forms {
                let (isThere, isOther) = (sent.holds(secret.value, form), sent.holds(other.value, form))
                guard isThere || isOther else { continue }
                if isThere != isOther {
                    counts[secret.name, default: [:]][form, default: Count()].secret += isThere ? 1 : 0
                    counts[secret.name, default: [:]][form, default: Count()].other += isOther ? 1 : 0
                }
                counts[secret.name, default: [:]][form, default: Count()].foundOther += isOther ? 1 : 0
            }
        }
    }

    /// The numbers that are found more often than by chance, and in which form.
    var leaks: [String] {
        counts.flatMap { name, forms in
            forms.compactMap { form, count in
                Self.isLeak(count.secret, count.other)
                    ? "\(name) as \(form): \(count.secret) to \(count.other) of \(challenges)" : nil
            }
        }.sorted()
    }

    /// The forms that a number would not be found in although it were in every challenge, since any number is.
    func blindSpots(_ numbers: [HiddenNumber]) -> [String] {
        numbers.flatMap { number in
            number.forms.compactMap { form in
                let byChance = counts[number.name]?[form]?.foundOther ?? 0
                return Self.isLeak(challenges - byChance, 0)
                    ? nil : "\(number.name) as \(form): \(byChance) of \(challenges)"
            }
        }
    }

    private static func isLeak(_ secret: Int, _ other: Int) -> Bool {
        Double(secret - other) > margin * Double(secret + other).squareRoot()
    }
}
