@testable import TouchInput

/// Follows contacts from landing to end and finds what none may do.
struct Lives {
    /// What was wrong, in words; the first few.
    private(set) var oddities: [String] = []
    /// How many contacts began.
    private(set) var count = 0
    private var alive: Set<UInt64> = []
    private var newest: UInt64 = 0

    /// How many have not ended.
    var left: Int { alive.count }

    mutating func take(_ change: ContactChange) {
        let isKnown = alive.contains(change.number)
        switch change {
        case .began(let number, _):
            count += 1
            // Filters may let an older contact through later, but never one that was over.
            if isKnown || ended.contains(number) { complain("\(number) began again") }
            alive.insert(number)
            newest = max(newest, number)
        case .moved(let number, _):
            if !isKnown { complain("\(number) moved without having begun, or after its end") }
        case .ended(let number), .cancelled(let number):
            if alive.remove(number) == nil { complain("\(number) ended twice or never began") }
            ended.insert(number)
        }
    }

    private var ended: Set<UInt64> = []

    private mutating func complain(_ text: String) {
        if oddities.count < 5 { oddities.append(text) }
    }
}
