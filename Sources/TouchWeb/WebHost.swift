internal import CTouchWeb
internal import CWebsockets
internal import System
internal import Glibc

/// The context of libwebsockets: its options, and its callbacks into the bridge.
@safe
final class WebHost {
    /// Timeout of an incomplete handshake or request, or a response that is not read, in seconds.
    static let patience: UInt32 = 5
    /// Maximum number of descriptors: two for each connection, and some more.
    private static let descriptors: UInt32 = 768

    private let context: OpaquePointer
    private let vhost: OpaquePointer
    /// libwebsockets keeps pointers into these.
    private let protocols: UnsafeMutablePointer<lws_protocols>
    private static let names: [StaticString] = ["http", "touchd"]

    init(watching descriptor: Int32) throws(SystemError) {
        lws_set_log_level(0, nil)
        // Its tables are sized for the limit.
        _ = ctouchweb_limit_descriptors(Self.descriptors)
        unsafe protocols = .allocate(capacity: Self.names.count + 1)
        unsafe protocols.initialize(repeating: lws_protocols(), count: Self.names.count + 1)
        for (index, name) in Self.names.enumerated() {
            unsafe protocols[index].name = UnsafePointer(OpaquePointer(name.utf8Start))
            unsafe protocols[index].callback = WebHost.callback
            unsafe protocols[index].rx_buffer_size = 4_096
        }
        var info = unsafe lws_context_creation_info()
        unsafe info.port = CONTEXT_PORT_NO_LISTEN_SERVER
        unsafe info.protocols = UnsafePointer(protocols)
        unsafe info.options = UInt64(LWS_SERVER_OPTION_EXPLICIT_VHOSTS) | UInt64(LWS_SERVER_OPTION_VALIDATE_UTF8)
        unsafe info.timeout_secs = Self.patience
        unsafe info.timeout_secs_ah_idle = Self.patience
        unsafe info.keepalive_timeout = 30
        unsafe info.fd_limit_per_thread = Self.descriptors
        unsafe info.pt_serv_buf_size = 4_096
        let server: StaticString = "touchd-web"
        unsafe info.server_string = UnsafePointer(OpaquePointer(server.utf8Start))
        guard let context = unsafe lws_create_context(&info) else {
            throw SystemError(call: "lws_create_context", code: ENOMEM)
        }
        guard let vhost = unsafe lws_create_vhost(context, &info) else {
            unsafe lws_context_destroy(context)
            throw SystemError(call: "lws_create_vhost", code: ENOMEM)
        }
        unsafe (self.context, self.vhost) = unsafe (context, vhost)
        // libwebsockets closes the descriptors it adopts.
        let copy = dup(descriptor)
        guard copy >= 0 else { throw .last("dup") }
        var adopted = lws_sock_file_fd_type()
        unsafe adopted.filefd = copy
        guard unsafe lws_adopt_descriptor_vhost(vhost, LWS_ADOPT_RAW_FILE_DESC, adopted, "http", nil) != nil else {
            throw SystemError(call: "lws_adopt_descriptor_vhost", code: ENOMEM)
        }
    }

    deinit {
        unsafe lws_context_destroy(context)
        unsafe protocols.deallocate()
    }

    func wait() throws(SystemError) {
        guard unsafe lws_service(context, 0) >= 0 else { throw .last("lws_service") }
    }

    func adopt(_ descriptor: consuming Descriptor, for connection: PageConnection) -> Bool {
        var adoption = unsafe lws_adopt_desc_t()
        unsafe adoption.vh = vhost
        unsafe adoption.type = lws_adoption_type(LWS_ADOPT_HTTP.rawValue | LWS_ADOPT_SOCKET.rawValue)
        unsafe adoption.fd.sockfd = descriptor.release()
        unsafe adoption.opaque = Unmanaged.passUnretained(connection).toOpaque()
        return unsafe lws_adopt_descriptor_vhost_via_info(&adoption) != nil
    }

    private static let callback:
        @convention(c) (
            OpaquePointer?, lws_callback_reasons, UnsafeMutableRawPointer?, UnsafeMutableRawPointer?, Int
        ) -> Int32 = { wsi, reason, _, bytes, count in
            guard let wsi = unsafe wsi, let opaque = unsafe lws_get_opaque_user_data(wsi) else { return 0 }
            let connection = unsafe Unmanaged<PageConnection>.fromOpaque(opaque).takeUnretainedValue()
            let call = unsafe WebCall(wsi)
            switch reason {
            case LWS_CALLBACK_HTTP: return connection.requested(call)
            case LWS_CALLBACK_HTTP_WRITEABLE: return connection.goOn(call)
            case LWS_CALLBACK_HTTP_CONFIRM_UPGRADE:
                let name = unsafe bytes.map { unsafe String(cString: $0.assumingMemoryBound(to: CChar.self)) }
                return connection.upgrading(call, to: name ?? "")
            case LWS_CALLBACK_ESTABLISHED: return connection.established(call)
            case LWS_CALLBACK_RECEIVE:
                return unsafe connection.received(call, UnsafeRawBufferPointer(start: bytes, count: count))
            case LWS_CALLBACK_RECEIVE_PONG: return connection.ponged()
            case LWS_CALLBACK_SERVER_WRITEABLE: return connection.writable(call)
            case LWS_CALLBACK_CLOSED: return connection.closed()
            case LWS_CALLBACK_WSI_DESTROY:
                connection.closed()
                connection.bridge.ended(connection)
                return 0
            default: return 0
            }
        }
}
