package import EventLoop
internal import System
package import StrictJSON
internal import TouchConfiguration
package import TouchCore
package import TouchScreen
package import TouchVault

/// Enrollments that an operator asked for: front ends may show them, and nothing else comes of them.
///
/// In a file of the state directory, replaced as a whole, so that a restart forgets none. A damaged file counts as empty:
/// it can cost a reminder, but never keep the daemon from starting.
package final class AskedEnrollments {
    /// An enrollment that was asked for.
    package struct Asked: Equatable {
        let id: ResultID
        let user: UserName
        let asked: WallTime
        let expires: WallTime

        /// As the file and the interface have it.
        package var json: JSONObject {
            [
                "id": .string(id.description), "user": .string(user.description),
                "askedWallTimeUSec": .integer(asked.microseconds),
                "expiresWallTimeUSec": .integer(expires.microseconds),
            ]
        }

        /// One that is asked for; ``AskedEnrollments/keep(_:then:)`` keeps it.
        package init(id: ResultID, user: UserName, asked: WallTime, expires: WallTime) {
            (self.id, self.user, self.asked, self.expires) = (id, user, asked, expires)
        }

        /// Reads the output of ``json``; nil if it is anything else.
        init?(_ json: JSON) {
            guard let object = json.objectValue, let id = object["id"]?.stringValue.flatMap({ ResultID($0) }),
                let user = object["user"]?.stringValue.flatMap({ try? UserName($0) }),
                let asked = object["askedWallTimeUSec"]?.integerValue,
                let expires = object["expiresWallTimeUSec"]?.integerValue
            else { return nil }
            self.init(
                id: id, user: user, asked: WallTime(microseconds: asked), expires: WallTime(microseconds: expires))
        }
    }

    /// The name of the file in the state directory.
    static let name = "asked.json"
    /// Maximum number of users.
    static let maxUsers = 100
    /// How long one holds: if nothing else is said, and at most.
    package static let (usualTime, maxTime) = (Interval.seconds(7 * 86_400), Interval.seconds(90 * 86_400))
    private static let maxFile = 64 << 10

    /// Why a change was not made.
    package enum Refusal {
        case tooMany
        /// In words for people.
        case storage(String)
    }

    private let path: String
    private let aside: AsideWork
    private let peerLog: PeerLog
    /// The daemon's own user.
    private let ownUser: UInt32
    /// Not before a vault is open: until then the state directory may be another one.
    private lazy var all = Self.read(path)
    /// Users whose one is being removed.
    private var forgotten: [UserName] = []
    /// Each change begins when the one before it is on the disk and told.
    private let turns: Turns

    /// Reads the file of a state directory, if it exists.
    ///
    /// - Parameter aside: writes it.
    package init(
        directory: String, on loop: EventLoop, _ aside: AsideWork, _ peerLog: PeerLog, ownUser: UInt32
    ) {
        (self.aside, self.peerLog, self.ownUser) = (aside, peerLog, ownUser)
        path = "\(directory)/\(Self.name)"
        turns = Turns(loop: loop)
    }

    /// Those that hold at a moment; of one user, or of all.
    package func holding(at now: WallTime, of user: String? = nil) -> [Asked] {
        all.filter { asked in
            asked.expires > now && (user == nil || asked.user.description == user)
                && !forgotten.contains(asked.user)
        }
    }

    /// Stores one in place of an earlier one for the same user.
    ///
    /// - Parameter then: called when it is on the disk, or why nothing has changed.
    package func keep(_ fresh: Asked, then: @escaping (Refusal?) -> Void) {
        change(then) { all in
            let others = all.filter { $0.expires > fresh.asked && $0.user != fresh.user }
            return others.count < Self.maxUsers ? others + [fresh] : nil
        }
    }

    /// Removes the one of a user: withdrawn, or the user was enrolled.
    ///
    /// No longer held from now on; after a start it is, if the daemon ended before this was written.
    ///
    /// - Parameter then: called when that is on the disk, or why it stays until it expires.
    package func forget(_ user: UserName, then: @escaping (Refusal?) -> Void) {
        forgotten.append(user)
        change { [self] refusal in
            forgotten.removeFirst()
            then(refusal)
        } to: {
            $0.filter { $0.user != user }
        }
    }

    /// The daemon stops: changes that wait for their turn are given up.
    package func stop() { turns.stop() }

    /// A user was enrolled, or seems to be: nobody need be asked for it.
    func forgetEnrolled(_ user: UserName) {
        forget(user) { [self] refusal in
            if case .storage(let failure)? = refusal { peerLog.line(.error, .storage, of: ownUser, failure) }
        }
    }

    /// - Parameter edit: gives what holds after the change; nil: there are too many.
    private func change(_ then: @escaping (Refusal?) -> Void, to edit: @escaping ([Asked]) -> [Asked]?) {
        turns.await { [unowned self] done in
            func end(_ refusal: Refusal?) {
                then(refusal)
                done()
            }
            guard let next = edit(all) else { return end(.tooMany) }
            guard next != all else { return end(nil) }
            let text: JSON = ["asked": .array(next.map { .object($0.json) })]
            let (path, bytes) = (path, Array("\(text)\n".utf8))
            aside.run {
                Result { () throws(SystemError) in
                    try WholeFile.replace(path, with: bytes, mode: 0o600, isDurable: true)
                }
            } finish: { [self] result in
                do throws(SystemError) {
                    try result.get()
                    all = next
                    end(nil)
                } catch { end(.storage("cannot \(error)")) }
            }
        }
    }

    private static func read(_ path: String) -> [Asked] {
        guard let stored = try? WholeFile(path, .own, maxBytes: maxFile),
            let file = try? JSONObject(parsing: stored.bytes)
        else { return [] }
        return Array((file["asked"]?.arrayValue ?? []).compactMap { Asked($0) }.prefix(maxUsers))
    }
}
