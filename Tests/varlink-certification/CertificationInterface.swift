import StrictJSON
import Varlink

/// `org.varlink.certification`: a client performs twelve steps and must return each result unchanged.
///
/// The server checks what each step must contain and rejects anything else. The interface exists for testing Varlink
/// implementations and is never part of a product.
final class CertificationInterface: Interface {
    let name = "org.varlink.certification"
    let description: String
    private var steps: [(client: String, step: Int)] = []
    private var started = 0
    private static let maximumClients = 100

    /// - Parameter description: the interface, as Varlink publishes it.
    init(description: String) { self.description = description }

    func handle(_ call: Call) {
        if call.method == "Start" {
            started += 1
            let client = "client-\(started)"
            if steps.count == Self.maximumClients { steps.removeFirst() }
            steps.append((client, 0))
            call.reply(["client_id": .string(client)])
            return
        }
        let client = call.parameters["client_id"]?.stringValue ?? ""
        guard let index = steps.firstIndex(where: { $0.client == client }) else {
            call.fail(VarlinkError("org.varlink.certification.ClientIdError"))
            return
        }
        let step = Self.course[steps[index].step]
        var sent = call.parameters
        sent["client_id"] = nil
        guard call.method == step.method, call.wantsMore == step.wantsMore, call.isOneway == step.isOneway,
            Self.isSame(.object(sent), .object(step.sent))
        else {
            steps.remove(at: index)
            call.fail(
                VarlinkError(
                    "org.varlink.certification.CertificationError",
                    [
                        "wants": ["method": .string(step.method), "parameters": .object(step.sent)],
                        "got": ["method": .string(call.method), "parameters": .object(sent)],
                    ]))
            return
        }
        if steps[index].step + 1 == Self.course.count { steps.remove(at: index) } else { steps[index].step += 1 }
        for reply in step.replies.dropLast() { call.replyContinuing(reply) }
        call.reply(step.replies.last ?? [:])
    }

    /// Whether both are equal: null equals absent, and `1` equals `1.0`, as in JSON.
    private static func isSame(_ left: JSON, _ right: JSON) -> Bool {
        switch (left, right) {
        case (.object(let left), .object(let right)):
            let left = left.filter { $0.value != .null }
            let right = JSONObject(right.filter { $0.value != .null }.map { ($0.key, $0.value) })
            return left.count == right.count
                && left.allSatisfy { member in right[member.key].map { isSame(member.value, $0) } ?? false }
        case (.array(let left), .array(let right)):
            return left.count == right.count && zip(left, right).allSatisfy(isSame)
        case (.integer, .real), (.real, .integer): return left.doubleValue == right.doubleValue
        default: return left == right
        }
    }
}
