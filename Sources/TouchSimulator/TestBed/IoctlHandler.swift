import CUmockdev

/// Replies to ioctls that programs in a test bed make on an event node.
///
/// Wraps UMockdevIoctlBase. umockdev calls from its own thread.
/// The object counts its references itself and is read from any thread.
@safe struct IoctlHandler: ~Copyable, @unchecked Sendable {
    /// The object to attach to a node.
    let handler: UnsafeMutablePointer<UMockdevIoctlBase>

    /// A handler that calls `answer`, from any thread, with the request and the bytes in the caller's buffer.
    init(_ answer: @escaping @Sendable (IoctlRequest, [UInt8]) -> IoctlAnswer) throws(PanelError) {
        guard let handler = unsafe umockdev_ioctl_base_new() else {
            throw .library(call: "umockdev_ioctl_base_new", reason: "no handler")
        }
        let callback:
            @convention(c) (
                UnsafeMutablePointer<UMockdevIoctlBase>?, UnsafeMutablePointer<UMockdevIoctlClient>?, gpointer?
            ) -> gboolean = { _, client, data in
                guard let client = unsafe client, let data = unsafe data else { return 0 }
                return unsafe Unmanaged<Answering>.fromOpaque(data).takeUnretainedValue().handle(client)
            }
        let data = unsafe Unmanaged.passRetained(Answering(answer)).toOpaque()
        let connected = unsafe g_signal_connect_data(
            handler, "handle-ioctl", unsafeBitCast(callback, to: GCallback.self), data,
            { data, _ in if let data = unsafe data { unsafe Unmanaged<Answering>.fromOpaque(data).release() } },
            GConnectFlags(0))
        guard connected != 0 else {
            unsafe g_object_unref(handler)
            throw .library(call: "g_signal_connect", reason: "no signal handle-ioctl")
        }
        unsafe self.handler = handler
    }

    deinit {
        unsafe g_object_unref(handler)
    }
}

private final class Answering: Sendable {
    private let answer: @Sendable (IoctlRequest, [UInt8]) -> IoctlAnswer

    init(_ answer: @escaping @Sendable (IoctlRequest, [UInt8]) -> IoctlAnswer) { self.answer = answer }

    func handle(_ client: UnsafeMutablePointer<UMockdevIoctlClient>) -> gboolean {
        let request = IoctlRequest(unsafe umockdev_ioctl_client_get_request(client))
        let pointer = unsafe umockdev_ioctl_client_get_arg(client)
        var buffer: UnsafeMutablePointer<UMockdevIoctlData>?
        if request.size > 0, !request.passesValue {
            unsafe buffer = umockdev_ioctl_data_resolve(pointer, 0, gsize(request.size), nil)
        }
        defer { if let buffer = unsafe buffer { unsafe g_object_unref(buffer) } }
        switch answer(request, unsafe Self.contents(of: buffer)) {
        case .failed(let errno): unsafe umockdev_ioctl_client_complete(client, -1, errno)
        case .done: unsafe umockdev_ioctl_client_complete(client, 0, 0)
        case .bytes(let bytes, let result):
            var part = Array(bytes.prefix(request.size))
            unsafe umockdev_ioctl_data_update(buffer, 0, &part, Int32(part.count))
            unsafe umockdev_ioctl_client_complete(client, glong(result), 0)
        }
        return 1
    }

    private static func contents(of buffer: UnsafeMutablePointer<UMockdevIoctlData>?) -> [UInt8] {
        guard let buffer = unsafe buffer, let data = unsafe buffer.pointee.data else { return [] }
        return unsafe Array(UnsafeBufferPointer(start: data, count: Int(buffer.pointee.data_len)))
    }
}
