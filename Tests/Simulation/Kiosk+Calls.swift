package import StrictJSON
package import TestSupport

extension Kiosk: Stage {
    package func peer(as identity: Identity? = nil) throws -> KioskPeer { try KioskPeer(of: self, as: identity) }

    package func reply(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> JSONObject {
        let stream = try KioskStream(method, parameters, on: self, as: identity, more: false)
        // The daemon sees the end before the next call, which may ask for the number of connections.
        defer { stream.hangUp() }
        return try stream.next()
    }

    package func replies(to method: String, _ parameters: JSONObject, as identity: Identity?) throws -> KioskStream {
        try KioskStream(method, parameters, on: self, as: identity)
    }
}
