/// Messages from the bridge itself to a page: text messages that differ from any reply of the daemon.
enum PageNews: String, Sendable {
    case connected
    /// The daemon is gone, and with it every unanswered call. The page acknowledges with the same message; anything it
    /// sends before is dropped, as it was meant for the previous daemon.
    case lost
    case hung
    case answers

    var message: [UInt8] { Array("{\"touchd\":\"\(rawValue)\"}".utf8) }
}
