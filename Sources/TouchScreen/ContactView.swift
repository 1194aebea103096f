internal import TouchCore

/// The fingers that are down, and which of them may be reported.
///
/// A finger that was down while a pattern or a captcha was on screen belongs to a secret until it lifts, wherever it is
/// and whatever is on screen by then.
struct ContactView {
    /// One finger.
    struct Finger {
        let device: DeviceID
        var contact: Contact
        fileprivate var isSecret: Bool
    }

    /// All fingers that are down, the newest last.
    private var fingers: [Finger] = []

    /// Whether something on screen asks for a secret or a proof.
    var isGuarded = false {
        didSet {
            guard isGuarded else { return }
            for index in fingers.indices { fingers[index].isSecret = true }
        }
    }

    /// Whether no finger may be reported.
    var isHidden: Bool {
        if isGuarded { return true }
        for index in fingers.indices where fingers[index].isSecret { return true }
        return false
    }

    /// The fingers, the newest last; nil while none may be reported.
    var visible: [Finger]? { isHidden ? nil : fingers }

    /// Whether a contact's activity belongs to a secret; an unknown contact lands now.
    func isSecret(_ contact: ContactID) -> Bool {
        if isGuarded { return true }
        return index(of: contact).map { fingers[$0].isSecret } ?? false
    }

    /// Handles a frame of a panel.
    mutating func handle(_ frame: borrowing Frame) {
        for place in frame.contacts.indices {
            let contact = frame.contacts[place]
            switch (index(of: contact.id, guess: place), contact.phase.isFinal) {
            case (let index?, false): fingers[index].contact = contact
            case (let index?, true): fingers.remove(at: index)
            case (nil, false): fingers.append(Finger(device: frame.device, contact: contact, isSecret: isGuarded))
            case (nil, true): break
            }
        }
    }

    // Loops use indices: in debug builds, an iterator allocates its elements.
    private func index(of contact: ContactID, guess: Int = 0) -> Int? {
        if guess < fingers.count, fingers[guess].contact.id == contact { return guess }
        for index in fingers.indices where fingers[index].contact.id == contact { return index }
        return nil
    }
}
