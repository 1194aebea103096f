internal import CNats
internal import Glibc
internal import TouchCore

extension Bus {
    /// Creates a stream or the bucket, or changes one that `exists`: servers before 2.10 would reserve its room a
    /// second time.
    func make(_ plan: StreamPlan, replicas: Int, exists: Bool) throws(FleetError) {
        let count = plan.subjects.count
        var copies: [UnsafePointer<CChar>?] = unsafe (plan.subjects + [plan.name]).map {
            unsafe UnsafePointer(strdup($0))
        }
        defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        var stream = unsafe jsStreamConfig()
        unsafe jsStreamConfig_Init(&stream)
        unsafe stream.Name = copies[count]
        unsafe stream.SubjectsLen = Int32(count)
        unsafe stream.Storage = js_FileStorage
        unsafe stream.Replicas = Int64(replicas)
        unsafe stream.AllowDirect = true
        unsafe stream.DenyDelete = true
        unsafe stream.MaxBytes = plan.maxBytes
        unsafe stream.Discard = plan.overflow == .refuse ? js_DiscardNew : js_DiscardOld
        if let days = plan.days {
            unsafe stream.MaxAge = Int64(days) * 86_400 * 1_000_000_000
            // How long message ids are remembered.
            unsafe stream.Duplicates = 600 * 1_000_000_000
            // Not even a console can delete results before their time.
            unsafe stream.DenyPurge = !plan.isOfBundles
            if plan.isOfBundles {
                unsafe (stream.MaxMsgsPerSubject, stream.MaxMsgSize) = (StreamPlan.maxParts, 64 << 10)
            }
        } else {
            unsafe stream.MaxMsgsPerSubject = 1
            unsafe stream.AllowRollup = true
        }
        let status = unsafe copies.withUnsafeMutableBufferPointer { copies in
            unsafe stream.Subjects = copies.baseAddress
            return unsafe exists
                ? js_UpdateStream(nil, context, &stream, nil, nil) : js_AddStream(nil, context, &stream, nil, nil)
        }
        guard status == NATS_OK else { throw failure("make stream \(plan.name)", status) }
    }

    func space(of name: String) throws(FleetError) -> StreamSpace? {
        var options = unsafe jsOptions()
        unsafe jsOptions_Init(&options)
        unsafe options.Wait = Self.patienceOfFacts.wholeMilliseconds
        var found: UnsafeMutablePointer<jsStreamInfo>?
        let status = unsafe js_GetStreamInfo(&found, context, name, &options, nil)
        if status == NATS_NOT_FOUND { return nil }
        guard status == NATS_OK, let found = unsafe found else { throw failure("read the size of \(name)", status) }
        defer { unsafe jsStreamInfo_Destroy(found) }
        let limit = unsafe found.pointee.Config.pointee.MaxBytes
        return StreamSpace(
            name: name, used: Int64(clamping: unsafe found.pointee.State.Bytes), limit: limit > 0 ? limit : nil)
    }

    /// Servers do not answer what a certificate may not ask.
    private static let patienceOfFacts = Interval.seconds(2)

    func purge(_ stream: String, _ subject: String) throws(FleetError) {
        var options = unsafe jsOptions()
        unsafe jsOptions_Init(&options)
        unsafe options.Wait = Self.patience.wholeMilliseconds
        let status = unsafe subject.withCString { subject in
            unsafe options.Stream.Purge.Subject = subject
            return unsafe js_PurgeStream(context, stream, &options, nil)
        }
        guard status == NATS_OK else { throw failure("purge \(subject)", status) }
    }
}
