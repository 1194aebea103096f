internal import CWebsockets
internal import EventLoop
internal import System

/// One TCP connection: requests for files, or a page's WebSocket.
///
///     waiting ──request──▶ answering ──sent──▶ waiting
///        └──upgrade──▶ opening ──established──▶ open
final class PageConnection {
    private enum State {
        case waiting
        case answering(Answer)
        case opening(PageLink.Target)
        case open(PageLink)
        case closed
    }

    let number: Int
    let owner: UInt32?
    let bridge: Bridge
    private let port: UInt16
    private var state = State.waiting

    init(number: Int, owner: UInt32?, port: UInt16, bridge: Bridge) {
        (self.number, self.owner, self.port, self.bridge) = (number, owner, port, bridge)
    }

    // MARK: HTTP

    func requested(_ call: WebCall) -> Int32 {
        do throws(Refusal) {
            guard let (path, isHead) = call.target else { throw .method }
            let request = try request(call)
            if path == Routes.daemon {
                // A browser gives a page no reason for a refused WebSocket; this response does.
                try bridge.rules.checkCaller(request, owner: owner, needsOrigin: false)
                guard bridge.hasRoomForPage else { throw .tooManyPages }
                return send(call, 200, [UInt8]("{\"allowed\":true}\n".utf8), isHead: isHead)
            }
            try bridge.rules.checkAddress(request)
            guard let page = PagePath(path) else { throw .path }
            return send(call, try bridge.files.open(page), isHead: isHead)
        } catch {
            bridge.refused(error, owner)
            return send(call, error.status, error.body, isHead: false)
        }
    }

    private func request(_ call: WebCall) throws(Refusal) -> Request {
        guard let host = call.header(WSI_TOKEN_HOST) else { throw .host }
        guard let origin = call.header(WSI_TOKEN_ORIGIN) else { throw .origin }
        return Request(host: host, origin: origin, port: port)
    }

    private func send(_ call: WebCall, _ status: UInt32, _ body: [UInt8], isHead: Bool) -> Int32 {
        guard call.begin(status, Self.ofJSON, length: UInt64(body.count)) else { return -1 }
        return isHead ? call.complete() : begin(call, Answer(body))
    }

    private func send(_ call: WebCall, _ file: consuming PageFiles.File, isHead: Bool) -> Int32 {
        // Browsers revalidate each time, so that a kiosk never mixes two versions of a page.
        var headers = [("etag", file.tag), ("cache-control", "no-cache")] + Self.always
        if call.header(WSI_TOKEN_HTTP_IF_NONE_MATCH) == file.tag {
            guard call.begin(304, headers, length: nil) else { return -1 }
            return call.complete()
        }
        headers.append(("content-type", "\(file.contentType)"))
        if !bridge.settings.policy.isEmpty { headers.append(("content-security-policy", bridge.settings.policy)) }
        guard call.begin(200, headers, length: file.bytes) else { return -1 }
        if isHead || file.bytes == 0 { return call.complete() }
        return begin(call, Answer(file))
    }

    private static let always = [
        ("x-content-type-options", "nosniff"), ("referrer-policy", "no-referrer"),
        ("cross-origin-resource-policy", "same-origin"),
    ]

    private static let ofJSON = [("content-type", "application/json"), ("cache-control", "no-store")] + always

    private func begin(_ call: WebCall, _ answer: Answer) -> Int32 {
        state = .answering(answer)
        return wait(call)
    }

    private func wait(_ call: WebCall) -> Int32 {
        call.setDeadline(seconds: WebHost.patience)
        call.callWhenWritable()
        return 0
    }

    func goOn(_ call: WebCall) -> Int32 {
        guard case .answering(let answer) = state else { return 0 }
        guard let piece = answer.next() else { return -1 }
        let kind = answer.isOver ? LWS_WRITE_HTTP_FINAL : LWS_WRITE_HTTP
        guard unsafe call.write(piece.count, kind, fill: { unsafe $0.copyBytes(from: piece) }) else { return -1 }
        if answer.isOver {
            state = .waiting
            return call.complete()
        }
        return wait(call)
    }

    // MARK: WebSocket

    /// Handles a WebSocket request: 0 opens it, 1 means that a response was sent instead.
    func upgrading(_ call: WebCall, to name: String) -> Int32 {
        do throws(Refusal) {
            guard let (path, _) = call.target else { throw .method }
            try bridge.rules.checkCaller(try request(call), owner: owner, needsOrigin: true)
            guard let target = PageLink.Target(path, bridge.settings) else { throw .path }
            guard name.lowercased() == "websocket", call.header(WSI_TOKEN_VERSION) == "13",
                call.header(WSI_TOKEN_PROTOCOL) == Routes.protocolName
            else { throw .protocolName }
            guard bridge.hasRoomForPage else { throw .tooManyPages }
            state = .opening(target)
            return 0
        } catch {
            bridge.refused(error, owner)
            let body = error.body
            guard call.begin(error.status, Self.ofJSON, length: UInt64(body.count)),
                unsafe call.write(body.count, LWS_WRITE_HTTP_FINAL, fill: { unsafe $0.copyBytes(from: body) })
            else { return -1 }
            return 1
        }
    }

    func established(_ call: WebCall) -> Int32 {
        guard case .opening(let target) = state else { return -1 }
        do throws(SystemError) {
            let link = try PageLink(target, call, on: bridge.loop)
            state = .open(link)
            bridge.opened(link, number)
            link.begin()
            return 0
        } catch {
            bridge.log.error("cannot serve a page: \(error)")
            return -1
        }
    }

    func received(_ call: WebCall, _ bytes: UnsafeRawBufferPointer) -> Int32 {
        guard case .open(let link) = state else { return -1 }
        return unsafe link.received(call, bytes)
    }

    func ponged() -> Int32 {
        if case .open(let link) = state { link.heard() }
        return 0
    }

    func writable(_ call: WebCall) -> Int32 {
        guard case .open(let link) = state else { return 0 }
        return link.writable(call)
    }

    /// The connection or its WebSocket was closed: the daemon's connection is closed at once.
    @discardableResult
    func closed() -> Int32 {
        switch state {
        case .open(let link):
            link.end()
            bridge.closed(number)
        case .opening, .waiting, .answering, .closed: break
        }
        state = .closed
        return 0
    }

    var isPage: Bool {
        switch state {
        case .opening, .open: true
        case .waiting, .answering, .closed: false
        }
    }
}
