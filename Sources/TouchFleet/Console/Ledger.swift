internal import StrictJSON

/// The record in one kiosk's messages, in the order of the stream.
struct Ledger {
    /// One for each epoch, in the order of their first messages.
    private(set) var accounts: [(epoch: String, Account)] = []

    var isIntact: Bool { accounts.allSatisfy { $0.1.isIntact } }

    mutating func add(_ json: JSONObject) {
        guard let epoch = json.text("epoch") else { return }
        if !accounts.contains(where: { $0.epoch == epoch }) { accounts.append((epoch, Account())) }
        for index in accounts.indices where accounts[index].epoch == epoch { accounts[index].1.add(json, of: epoch) }
    }

    struct Account: Equatable {
        /// The first and the last sequence number; 0: none.
        private(set) var (first, last): (Int64, Int64) = (0, 0)
        private(set) var count = 0
        /// Results that the kiosk reported as deleted.
        private(set) var gaps: [ClosedRange<Int64>] = []
        /// Results that are missing without a reported gap.
        private(set) var missing: [ClosedRange<Int64>] = []
        private(set) var twice: [Int64] = []
        /// Heads with a valid signature.
        private(set) var heads = 0
        /// Sequence numbers of invalid heads: not signed by the key of the epoch, or a second one at the same place.
        private(set) var wrongHeads: [Int64] = []
        private var lastHead: String?

        var isIntact: Bool { missing.isEmpty && twice.isEmpty && wrongHeads.isEmpty }

        fileprivate mutating func add(_ json: JSONObject, of epoch: String) {
            switch json["type"] {
            case "result":
                guard let sequence = json.whole("sequence") else { return }
                if sequence <= last { return twice.append(sequence) }
                count += 1
                go(from: sequence, to: sequence)
            case "gap":
                guard let from = json.whole("from"), let to = json.whole("to"), from <= to else {
                    return
                }
                if from <= last { return twice.append(from) }
                gaps.append(from...to)
                go(from: from, to: to)
            case "audit": addHead(json, of: epoch)
            default: break
            }
        }

        /// The stream may have deleted its oldest messages, so any first number is right.
        private mutating func go(from: Int64, to: Int64) {
            if first == 0 { first = from } else if from > last + 1 { missing.append(last + 1...from - 1) }
            last = to
        }

        private mutating func addHead(_ json: JSONObject, of epoch: String) {
            let sequence = json.whole("sequence") ?? 0
            guard let head = json.text("signed").flatMap({ SignedHead($0) }),
                let key = json["key"]?.objectValue,
                head.sequence == sequence, Place.Epoch(epoch)?.key == head.keyID, head.isSigned(by: key)
            else { return wrongHeads.append(sequence) }
            let known = lastHead.flatMap { text in text.split(separator: ":").first.flatMap { Int64($0) } } ?? 0
            if head.sequence < known || head.sequence == known && lastHead != nil && lastHead != head.text {
                return wrongHeads.append(sequence)
            }
            (heads, lastHead) = (heads + 1, head.text)
            // A head is sent after everything before it.
            guard head.sequence > last else { return }
            if last > 0 { missing.append(last + 1...head.sequence) }
            if first == 0 { first = head.sequence + 1 }
            last = head.sequence
        }

        func json(_ kiosk: String, _ epoch: String) -> JSONObject {
            func ranges(_ list: [ClosedRange<Int64>]) -> JSON {
                .array(list.map { .array([.integer($0.lowerBound), .integer($0.upperBound)]) })
            }
            return [
                "kiosk": .string(kiosk), "epoch": .string(epoch), "intact": .bool(isIntact), "first": .integer(first),
                "last": .integer(last), "results": .integer(Int64(count)), "gaps": ranges(gaps),
                "missing": ranges(missing), "twice": .array(twice.map { .integer($0) }),
                "heads": .integer(Int64(heads)), "wrongHeads": .array(wrongHeads.map { .integer($0) }),
            ]
        }

        func text(_ kiosk: String, _ epoch: String) -> String {
            func ranges(_ list: [ClosedRange<Int64>]) -> String {
                list.map { $0.count == 1 ? "\($0.lowerBound)" : "\($0.lowerBound)-\($0.upperBound)" }
                    .joined(separator: " ")
            }
            var text = "\(kiosk) \(isIntact ? "intact" : "NOT INTACT"): \(count) results"
            if last >= first, first > 0 { text += " from \(first) to \(last)" }
            text += ", \(heads) signed heads"
            if !gaps.isEmpty { text += "; deleted by the kiosk before they were sent: \(ranges(gaps))" }
            if !missing.isEmpty { text += "; missing: \(ranges(missing))" }
            if !twice.isEmpty { text += "; twice: \(twice.map(String.init).joined(separator: " "))" }
            if !wrongHeads.isEmpty {
                text += "; wrong heads: \(wrongHeads.map(String.init).joined(separator: " "))"
            }
            return text + " (vault \(epoch.prefix(8)))"
        }
    }
}
