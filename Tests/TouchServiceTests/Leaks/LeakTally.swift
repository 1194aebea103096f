/// How often secret numbers are found in the messages, compared with random ones.
///
/// A message has many digits, so any number occurs in it now and then. For each challenge, the secret number and
/// another one drawn from the same range are searched for. If nothing leaks, both are equally likely to be found, so
/// among the `n` challenges where only one of them was, the secret one is found as often as a fair coin shows heads.
/// That it leads by more than `8 √n` happens at most once in e³² ≈ 8·10¹³ times (Hoeffding's inequality); with a few
/// thousand forms of numbers in each run, less than once in 10¹⁰ runs.
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

    /// Searches the messages about one challenge for its numbers, and for those of another possible place.
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

    /// The numbers found more often than by chance, and in which form.
    var leaks: [String] {
        counts.flatMap { name, forms in
            forms.compactMap { form, count in
                Self.isLeak(count.secret, count.other)
                    ? "\(name) as \(form): \(count.secret) to \(count.other) of \(challenges)" : nil
            }
        }.sorted()
    }

    /// The forms in which a number would not be detected even if every challenge leaked it, since any number is found.
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
