/// One interface of a service: its description and the handler of its calls.
public protocol Interface: AnyObject {
    /// The name that the description file has.
    var name: String { get }
    /// The text of the description file, as sent to clients.
    var description: String { get }

    /// Handles a call of a declared method; the reply may come later.
    ///
    /// The parameters conform to the description: every member is declared, every required field
    /// is present, with its type. Every call must be finished exactly once, even a oneway call, which sends nothing: the
    /// connection's next call starts only then.
    func handle(_ call: Call)
}
