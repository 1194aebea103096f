/// What the bridge itself tells a page: a text message of its own, which no reply of the daemon looks like.
package enum PageNews: String, Sendable {
    /// The daemon's connection is there: calls may be sent.
    case connected
    /// The daemon is gone, and with it every call that has not been answered. The page says the same back; what it sends
    /// before that was meant for the daemon that is gone, and goes nowhere.
    case lost
    /// The daemon has not answered a simple question for a while; calls wait.
    case hung
    /// It answers again.
    case answers

    /// The message.
    package var message: [UInt8] { Array("{\"touchd\":\"\(rawValue)\"}".utf8) }
}
