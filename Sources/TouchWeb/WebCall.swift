internal import CTouchWeb
internal import CWebsockets

@safe
struct WebCall {
    private let wsi: OpaquePointer

    init(_ wsi: OpaquePointer) {
        unsafe self.wsi = wsi
    }

    // MARK: requests

    /// A header, or part of the request line; empty if it is missing, nil if it is too long.
    func header(_ token: lws_token_indexes) -> String? {
        let length = unsafe lws_hdr_total_length(wsi, token)
        guard length > 0 else { return "" }
        guard length <= 2_048 else { return nil }
        return unsafe withUnsafeTemporaryAllocation(of: CChar.self, capacity: Int(length) + 1) { buffer in
            guard unsafe lws_hdr_copy(wsi, buffer.baseAddress, length + 1, token) == length else { return nil }
            let bytes = unsafe UnsafeRawBufferPointer(UnsafeMutableRawBufferPointer(buffer))[..<Int(length)]
            return unsafe String(validating: bytes, as: UTF8.self)
        }
    }

    var target: (path: String, isHead: Bool)? {
        if let path = header(WSI_TOKEN_GET_URI), !path.isEmpty { return (path, false) }
        if let path = header(WSI_TOKEN_HEAD_URI), !path.isEmpty { return (path, true) }
        return nil
    }

    // MARK: answers

    func begin(_ status: UInt32, _ headers: [(name: String, value: String)], length: UInt64?) -> Bool {
        let room = 4_096
        return unsafe withUnsafeTemporaryAllocation(byteCount: ctouchweb_room + room, alignment: 16) { buffer in
            guard let base = buffer.baseAddress else { return false }
            let start = unsafe (base + ctouchweb_room).assumingMemoryBound(to: UInt8.self)
            var place: UnsafeMutablePointer<UInt8>? = unsafe start
            let end = unsafe start + room
            guard unsafe lws_add_http_header_status(wsi, status, &place, end) == 0 else { return false }
            for (name, value) in headers {
                guard
                    unsafe lws_add_http_header_by_name(wsi, name + ":", value, Int32(value.utf8.count), &place, end)
                        == 0
                else { return false }
            }
            if let length, unsafe lws_add_http_header_content_length(wsi, length, &place, end) != 0 { return false }
            return unsafe lws_finalize_write_http_header(wsi, start, &place, end) == 0
        }
    }

    func callWhenWritable() {
        unsafe _ = lws_callback_on_writable(wsi)
    }

    /// Whether part of the last write is pending; libwebsockets buffers that part, and no more.
    var isChoked: Bool { unsafe lws_partial_buffered(wsi) != 0 }

    /// Sends bytes that `fill` puts into a buffer of this size; returns false if the connection must be closed.
    func write(_ size: Int, _ kind: lws_write_protocol, fill: (UnsafeMutableRawBufferPointer) -> Void) -> Bool {
        unsafe withUnsafeTemporaryAllocation(byteCount: ctouchweb_room + max(size, 1), alignment: 16) { buffer in
            let body = unsafe UnsafeMutableRawBufferPointer(rebasing: buffer[ctouchweb_room...])
            unsafe fill(UnsafeMutableRawBufferPointer(rebasing: body[..<size]))
            return unsafe lws_write(wsi, body.baseAddress?.assumingMemoryBound(to: UInt8.self), size, kind) >= size
        }
    }

    func complete() -> Int32 {
        unsafe lws_http_transaction_completed(wsi) != 0 ? -1 : 0
    }

    func setDeadline(seconds: UInt32) {
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_HTTP_CONTENT, Int32(seconds))
    }

    // MARK: WebSockets

    var isFirst: Bool { unsafe lws_is_first_fragment(wsi) != 0 }
    var isLast: Bool { unsafe lws_is_final_fragment(wsi) != 0 && lws_remaining_packet_payload(wsi) == 0 }
    var isBinary: Bool { unsafe lws_frame_is_binary(wsi) != 0 }

    func hold(_ isHeld: Bool) {
        unsafe _ = lws_rx_flow_control(wsi, isHeld ? 0 : 1)
    }

    /// Closes a WebSocket from within a callback, with a status and a reason; returns the result of the callback.
    func close(_ status: lws_close_status, _ reason: StaticString) -> Int32 {
        var text = Array("\(reason)".utf8)
        unsafe lws_close_reason(wsi, status, &text, text.count)
        return -1
    }

    func kill() {
        unsafe lws_set_timeout(wsi, PENDING_TIMEOUT_USER_REASON_BASE, LWS_TO_KILL_ASYNC)
    }
}
