import StrictJSON
import Varlink

/// An interface with one method of each kind.
final class TestInterface: Interface {
    let name = "org.example.test"
    let description = """
        # For tests.
        interface org.example.test

        type Dot (x: float, note: ?string)

        method Ping() -> ()

        method Echo(text: string) -> (text: string)

        # Answers with so many bytes.
        method Repeat(count: int) -> (text: string)

        # [Requires 'more' flag]
        method Count(to: int) -> (number: int)

        # [Requires 'more' flag]
        method Watch() -> (event: ?string, number: ?int)

        # Answered when the test wants.
        method Wait() -> (text: ?string)

        method Draw(dots: []Dot) -> ()

        method Fail() -> ()

        # Answers what is not declared.
        method Drift() -> (text: string)

        error Broken (why: string)

        """

    /// Calls of Watch and Wait that are open, oldest first.
    var waiting: [Call] = []
    /// How many calls were cancelled.
    var cancelled = 0
    /// Every call handled, in order.
    var handled: [String] = []

    func handle(_ call: Call) {
        handled.append(call.method)
        switch call.method {
        case "Echo": call.reply(["text": call.parameters["text"]])
        case "Repeat":
            let count = Int(call.parameters["count"]?.integerValue ?? 0)
            call.reply { $0.member("text", String(repeating: "x", count: count)) }
        case "Count": count(call)
        case "Watch", "Wait":
            waiting.append(call)
            call.onCancelled = { [weak self, weak call] in
                self?.cancelled += 1
                self?.waiting.removeAll { $0 === call }
            }
        case "Fail": call.fail(VarlinkError("org.example.test.Broken", ["why": "asked"]))
        case "Drift": call.reply(["text": 1])
        default: call.reply()
        }
    }

    private func count(_ call: Call) {
        guard call.wantsMore else {
            call.fail(.expectedMore)
            return
        }
        let last = call.parameters["to"]?.integerValue ?? 0
        for number in 1..<last { call.replyContinuing(["number": .integer(number)]) }
        call.reply(["number": .integer(last)])
    }
}
