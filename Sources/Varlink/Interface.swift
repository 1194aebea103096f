/// One interface of a service: its description and what answers its calls.
public protocol Interface: AnyObject {
    /// The description file, word for word; clients see exactly this text.
    var description: String { get }

    /// Answers a call of a declared method, at once or later.
    ///
    /// The parameters have been checked against the description: every member is declared, every field that must be
    /// there is, with its type. A call is finished exactly once, also a oneway call (where nothing is sent): the
    /// connection's next call is not begun before.
    func handle(_ call: Call)
}
