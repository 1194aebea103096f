import CUmockdev

/// Replies to ioctls that programs in a test bed make on an event node.
///
/// Wraps UMockdevIoctlBase. umockdev calls from its own thread.
/// The object counts its references itself and is read from any thread.
@safe struct IoctlHandler: ~Copyable, @unchecked Sendable {
    let handler: UnsafeMutablePointer<UMockdevIoctlBase>

    /// A handler that replies from the state of a panel, in any thread.
    init(_ memory: PanelMemory) throws(PanelError) {
        guard let handler = unsafe umockdev_ioctl_base_new() else {
            throw .library(call: "umockdev_ioctl_base_new", reason: "no handler")
        }
        let callback:
            @convention(c) (
                UnsafeMutablePointer<UMockdevIoctlBase>?, UnsafeMutablePointer<UMockdevIoctlClient>?, gpointer?
            ) -> gboolean = { _, client, data in
                guard let client = unsafe client, let data = unsafe data else { return 0 }
                return unsafe Unmanaged<PanelMemory>.fromOpaque(data).takeUnretainedValue().handle(client)
            }
        let data = unsafe Unmanaged.passRetained(memory).toOpaque()
        let connected = unsafe g_signal_connect_data(
            handler, "handle-ioctl", unsafeBitCast(callback, to: GCallback.self), data,
            { data, _ in if let data = unsafe data { unsafe Unmanaged<PanelMemory>.fromOpaque(data).release() } },
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

extension PanelMemory {
    fileprivate func handle(_ client: UnsafeMutablePointer<UMockdevIoctlClient>) -> gboolean {
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
