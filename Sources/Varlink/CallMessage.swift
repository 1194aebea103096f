internal import StrictJSON

/// A received call whose envelope was checked.
struct CallMessage {
    /// Why bytes are not a call; the connection ends without a reply.
    struct Malformed: Error, Equatable {
        let reason: String
    }

    private enum Flag: String {
        case more, oneway, upgrade
    }

    let method: String
    let parameters: JSONObject
    let wantsMore: Bool
    let isOneway: Bool

    init(parsing bytes: Span<UInt8>) throws(Malformed) {
        let message: JSONObject
        do throws(JSONError) {
            message = try JSONObject(parsing: bytes)
        } catch {
            throw Malformed(reason: "\(error)")
        }
        var method: String?
        var parameters = JSONObject()
        var flag: Flag?
        for (key, value) in message {
            switch (key, value) {
            case ("method", .string(let name)): method = name
            case ("parameters", .object(let object)): parameters = object
            case ("parameters", .null): break
            case ("more", .bool(let isSet)), ("oneway", .bool(let isSet)), ("upgrade", .bool(let isSet)):
                guard isSet else { break }
                guard flag == nil else { throw Malformed(reason: "more than one flag is set") }
                flag = Flag(rawValue: key)
            case ("method", _), ("parameters", _), ("more", _), ("oneway", _), ("upgrade", _):
                throw Malformed(reason: "wrong type of '\(key)'")
            default:
                // A dotted key is an extension of the protocol that we do not support.
                guard key.utf8.contains(UInt8(ascii: ".")) else { throw Malformed(reason: "unknown key '\(key)'") }
            }
        }
        guard let method else { throw Malformed(reason: "no method") }
        // Any other reply would promise raw bytes from here on.
        if flag == .upgrade { throw Malformed(reason: "upgrade is not supported") }
        (self.method, self.parameters) = (method, parameters)
        (wantsMore, isOneway) = (flag == .more, flag == .oneway)
    }
}
