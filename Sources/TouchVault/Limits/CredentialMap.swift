/// Values by the row of the credential, whose changes during a transaction can be undone.
///
/// A copy of all values would take time for each user: among 10,000, half a millisecond for every attempt.
struct CredentialMap<Value> {
    private var values: [Int64: Value] = [:]
    /// What the transaction under way has replaced; nil outside of one.
    private var former: [Int64: Value?]?

    subscript(credential: Int64) -> Value? {
        get { values[credential] }
        set {
            if let former, !former.keys.contains(credential) {
                self.former?.updateValue(values[credential], forKey: credential)
            }
            values[credential] = newValue
        }
    }

    mutating func begin() { former = [:] }

    /// The transaction ends, with its changes made or not.
    mutating func end(isMade: Bool) {
        if !isMade, let former { for (credential, value) in former { values[credential] = value } }
        former = nil
    }
}
