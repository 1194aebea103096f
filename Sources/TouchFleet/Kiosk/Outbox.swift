internal import System
internal import StrictJSON

/// Carries results from the vault to the streams, in order, each once.
///
///     vault ──List──▶ messages ──▶ lane of duress, lane of results ──acknowledged──▶ cursor
///
/// The vault is the outbox: results without acknowledgement are read again. The cursor only saves that work.
struct Outbox {
    private let kiosk: String
    private let pseudonym: Pseudonym
    private let file: String
    private var results: Lane
    private var duress: Lane
    private var place: Place
    /// Whether another machine seems to send under this kiosk's name.
    let isShared: Bool
    /// Why the cursor could not be read or written, which only means that results are read again; nil: it could.
    private(set) var cursorProblem: SystemError?

    /// Number of results read at a time.
    static let batch: Int64 = 64

    /// Determines where to continue in a vault with that head.
    init(
        _ bus: Bus, _ daemon: Daemon, kiosk: String, _ pseudonym: Pseudonym, cursor file: String,
        head: Daemon.Head
    ) throws(FleetError) {
        (self.kiosk, self.pseudonym, self.file) = (kiosk, pseudonym, file)
        results = try Lane(bus, FleetNames.results, FleetNames.subject(kiosk, "result"))
        duress = try Lane(bus, FleetNames.duress, FleetNames.subject(kiosk, "duress"))
        var cursor: Place?
        do throws(SystemError) {
            // An invalid cursor counts as none: the stream is asked as well.
            cursor = try WholeFile(ifPresent: file, .own, maxBytes: 4_096)
                .flatMap { try? JSONObject(parsing: $0.bytes) }.flatMap { Place($0) }
        } catch { cursorProblem = error }
        (place, isShared) = Place.resume(
            cursor: try cursor.map { place throws(FleetError) in try Self.known(place, daemon, head) },
            stored: try results.stored.map { place throws(FleetError) in try Self.known(place, daemon, head) },
            key: head.keyID)
        // An epoch that began is remembered before anything is sent in it.
        if place != cursor, place != results.stored { keep() }
    }

    /// The epoch of the results sent now.
    var epoch: Place.Epoch { place.epoch }
    /// The last sequence number that is stored.
    var sequence: Int64 { place.sequence }

    /// Sends the next results; returns how many there were, fewer than ``batch`` if there are no more.
    mutating func send(from daemon: Daemon) throws(FleetError) -> Int {
        let found = try daemon.results(after: place.sequence, limit: Self.batch)
        let before = place
        do throws(FleetError) { for result in found { try send(result) } } catch {
            // A message that was sent cannot be recalled.
            if place != before { keep() }
            throw error
        }
        if place != before || cursorProblem != nil { keep() }
        return found.count
    }

    private mutating func send(_ result: JSONObject) throws(FleetError) {
        guard let message = FleetMessage(result: result, of: kiosk, place.epoch, pseudonym) else { return }
        if message.sequence > place.sequence + 1 {
            let gap = FleetMessage(gap: place.sequence + 1...message.sequence - 1, of: kiosk, place.epoch)
            try results.publish(gap, place.epoch)
        }
        if let own = FleetMessage(duressOf: result, of: kiosk, place.epoch) { try duress.publish(own, place.epoch) }
        try results.publish(message, place.epoch)
        (place.sequence, place.id) = (message.sequence, message.resultID)
    }

    /// Compares a place with the vault.
    private static func known(
        _ place: Place, _ daemon: Daemon, _ head: Daemon.Head
    ) throws(FleetError) -> Place.Known {
        guard place.sequence > 0, place.epoch.key == head.keyID else { return Place.Known(place: place, isOwn: true) }
        var first: (sequence: Int64, id: String)?
        if let found = try daemon.results(after: place.sequence - 1, limit: 1).first,
            let sequence = found.whole("sequence"), let id = found.text("id")
        {
            first = (sequence, id)
        }
        return Place.Known(place: place, isOwn: place.isOwn(of: head.sequence, found: first))
    }

    private mutating func keep() {
        do throws(SystemError) {
            let text = Array((place.json.description + "\n").utf8)
            try WholeFile.replace(file, with: text, mode: 0o600, isDurable: true)
            cursorProblem = nil
        } catch { cursorProblem = error }
    }
}
