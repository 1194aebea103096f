internal import StrictJSON
internal import TouchCore
internal import Varlink

/// touchd, as seen on its socket by a program that only reads.
final class Daemon {
    private let socket: String
    private var client: Client?
    private static let patience = Interval.seconds(20)

    init(_ socket: String) { self.socket = socket }

    /// The end of the chain of results.
    struct Head {
        let sequence: Int64
        /// `SEQUENCE:HEX`, as the interface has it.
        let text: String
        /// The same, signed.
        let signed: String
        /// The key it is signed with, as a JSON Web Key with its thumbprint.
        let key: JSONObject
        let keyID: String
    }

    func head() throws(FleetError) -> Head {
        let reply = try call("io.touchd.result.Head")
        guard let text = reply.text("head"),
            let number = text.split(separator: ":").first.flatMap({ Int64($0) }),
            let signed = reply.text("signed"), let key = reply["key"]?.objectValue,
            let id = key.text("kid")
        else { throw .daemon(.violation("io.touchd.result.Head without head, signature or key")) }
        return Head(sequence: number, text: text, signed: signed, key: key, keyID: id)
    }

    /// Results after a sequence number, oldest first.
    func results(after sequence: Int64, limit: Int64) throws(FleetError) -> [JSONObject] {
        let reply = try call("io.touchd.result.List", ["after": .integer(sequence), "limit": .integer(limit)])
        guard let results = reply["results"]?.arrayValue else {
            throw .daemon(.violation("io.touchd.result.List without results"))
        }
        return results.compactMap(\.objectValue)
    }

    /// One call; a failed connection is replaced at the next call.
    func call(_ method: String, _ parameters: JSONObject = [:]) throws(FleetError) -> JSONObject {
        do throws(ClientError) {
            let open = if let client { client } else { try Client(socket, timeout: Self.patience) }
            client = open
            return try open.call(method, parameters)
        } catch {
            if case .remote = error {} else { client = nil }
            throw .daemon(error)
        }
    }

    /// Checks that the results lead to a known head; this may take long.
    func verify(_ head: String) throws(FleetError) -> JSONObject {
        var result = JSONObject()
        do throws(ClientError) {
            let patient = try Client(socket, timeout: .seconds(600))
            try patient.stream("io.touchd.result.VerifyChain", ["head": .string(head)]) { reply in
                result = reply
                return true
            }
        } catch { throw .daemon(error) }
        return result
    }
}
