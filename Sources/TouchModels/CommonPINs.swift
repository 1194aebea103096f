/// PINs that people choose so often that a thief tries them first.
///
/// The leaders of published counts: 3.4 million PINs of four digits (N. Berry, PIN analysis, DataGenetics 2012),
/// 204,508 passcodes of telephones (D. Amitay, Most common iPhone passcodes, 2011), and the four and six digits that
/// Markert, Bailey, Golla, Dürmuth and Aviv (This PIN Can Be Easily Guessed, IEEE Security and Privacy 2020) found to
/// be guessed first. They measured that a list helps once it holds about a tenth of all PINs of four digits. The rules
/// reach that with the habits that Berry and Bonneau, Preibusch and Anderson (A Birthday Present Every Eleven Wallets?,
/// Financial Cryptography 2012) counted: one digit only, runs, repetitions, mirrors, years and dates.
enum CommonPINs {
    /// Leaders that no rule finds: lines and shapes on the keypad, words on its letters, numbers from films.
    private static let leaders = [
        "2580", "0852", "5683", "1004", "6969", "7410", "1470", "3690", "9630", "1397", "1379", "1236", "1478", "3698",
        "0007", "5150", "8520", "0070", "1230", "2468", "1357", "0911", "1342", "4200", "0420", "1123",
        "789456", "159753", "147258", "258456", "741852", "963852", "159357", "142536", "123654", "101010", "520131",
        "520520", "007007", "147852", "135790", "246810", "123789", "521521", "112358", "314159", "111222", "123457",
        "42069", "8675309", "147258369", "159263487", "789456123", "1357924680", "3141592654",
    ].map { $0.utf8.map { Int($0) - 48 } }

    /// Whether a PIN is one of them; every rule is evaluated, so that the time does not reveal which one matched.
    static func contains(_ digits: [Int]) -> Bool {
        let found = [
            leaders.reduce(false) { found, leader in areEqual(leader, digits) || found },
            isRun(digits), isRepeated(digits), isMirrored(digits), isPaired(digits), isYear(digits), isDate(digits),
        ]
        return found.reduce(false) { $1 || $0 }
    }

    private static func areEqual(_ first: [Int], _ second: [Int]) -> Bool {
        guard first.count == second.count else { return false }
        return zip(first, second).reduce(0) { $0 | ($1.0 ^ $1.1) } == 0
    }

    /// The same step from each digit to the next, 9 and 0 being neighbors: 0000, 1234, 7890, 4321, 1357.
    private static func isRun(_ digits: [Int]) -> Bool {
        let steps = zip(digits, digits.dropFirst()).map { (($1 - $0) % 10 + 10) % 10 }
        let isEven = steps.allSatisfy { $0 == steps[0] }
        return isEven && [0, 1, 2, 8, 9].contains(steps[0])
    }

    /// One group repeated: 1212, 123123, 123412341234.
    private static func isRepeated(_ digits: [Int]) -> Bool {
        (1...digits.count / 2).reduce(false) { found, length in
            let isPeriod = digits.count.isMultiple(of: length)
            return isPeriod && digits.indices.allSatisfy { digits[$0] == digits[$0 % length] } || found
        }
    }

    /// The same from both ends: 1221, 123321.
    private static func isMirrored(_ digits: [Int]) -> Bool { areEqual(digits, digits.reversed()) }

    /// Each digit twice in a row: 1122, 112233.
    private static func isPaired(_ digits: [Int]) -> Bool {
        digits.count.isMultiple(of: 2) && digits.indices.allSatisfy { digits[$0] == digits[$0 & ~1] }
    }

    /// A plausible year of birth of a living person.
    private static func isYear(_ digits: [Int]) -> Bool {
        digits.count == 4 && [19, 20].contains(number(digits[0..<2]))
    }

    /// A day of a year, by any of the usual orders.
    private static func isDate(_ digits: [Int]) -> Bool {
        func isDay(_ month: Int, _ day: Int) -> Bool {
            let (month, day) = (number(digits[month..<month + 2]), number(digits[day..<day + 2]))
            return (1...12).contains(month) && (1...31).contains(day)
        }
        switch digits.count {
        case 4: return isDay(0, 2) || isDay(2, 0)
        case 6: return isDay(0, 2) || isDay(2, 0) || isDay(2, 4)
        case 8:
            let (isLast, isFirst) = (
                [19, 20].contains(number(digits[4..<6])), [19, 20].contains(number(digits[0..<2]))
            )
            return isLast && (isDay(0, 2) || isDay(2, 0)) || isFirst && isDay(4, 6)
        default: return false
        }
    }

    private static func number(_ digits: ArraySlice<Int>) -> Int { digits.reduce(0) { $0 * 10 + $1 } }
}
