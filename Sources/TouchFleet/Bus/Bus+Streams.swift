internal import CNats
internal import Glibc
internal import TouchCore

extension Bus {
    /// Creates the streams and the bucket, or changes existing ones.
    ///
    /// - Parameters:
    ///   - replicas: how many servers keep each message.
    ///   - days: how long results are kept.
    package func makeStreams(replicas: Int, days: Int) throws(BusError) {
        try makeStream(FleetNames.results, ["touchd.v1.*.result", "touchd.v1.*.audit"], replicas, days)
        try makeStream(FleetNames.duress, ["touchd.v1.*.duress"], replicas, days)
        try makeStream(FleetNames.bundles, ["touchd.v1.*.bundle"], replicas, Self.bundleDays, isOfBundles: true)
        try makeStream(FleetNames.bucketStream, ["$KV.\(FleetNames.bucket).>"], replicas, nil)
    }

    /// How long bundles are kept, in days.
    private static let bundleDays = 3
    /// How many parts of bundles are kept of each kiosk: a few bundles of the maximum length.
    private static let maxParts: Int64 = 1_024

    /// - Parameter days: how long messages are kept; nil: the last one of each subject, forever, as in a bucket.
    private func makeStream(
        _ name: String, _ subjects: [String], _ replicas: Int, _ days: Int?, isOfBundles: Bool = false
    ) throws(BusError) {
        var copies: [UnsafePointer<CChar>?] = unsafe (subjects + [name]).map { unsafe UnsafePointer(strdup($0)) }
        defer { unsafe copies.forEach { unsafe free(UnsafeMutablePointer(mutating: $0)) } }
        var stream = unsafe jsStreamConfig()
        unsafe jsStreamConfig_Init(&stream)
        unsafe stream.Name = copies[subjects.count]
        unsafe stream.SubjectsLen = Int32(subjects.count)
        unsafe stream.Storage = js_FileStorage
        unsafe stream.Replicas = Int64(replicas)
        unsafe stream.AllowDirect = true
        if let days {
            unsafe stream.MaxAge = Int64(days) * 86_400 * 1_000_000_000
            // How long message ids are remembered.
            unsafe stream.Duplicates = 600 * 1_000_000_000
            unsafe stream.DenyDelete = true
            if isOfBundles { unsafe (stream.MaxMsgsPerSubject, stream.MaxMsgSize) = (Self.maxParts, 64 << 10) }
            // Not even a console can delete results before their time.
            unsafe stream.DenyPurge = !isOfBundles
        } else {
            unsafe stream.MaxMsgsPerSubject = 1
            unsafe stream.AllowRollup = true
            unsafe stream.DenyDelete = true
            unsafe stream.Discard = js_DiscardNew
        }
        let status = unsafe copies.withUnsafeMutableBufferPointer { copies in
            unsafe stream.Subjects = copies.baseAddress
            var code = jsErrCode(0)
            let made = unsafe js_AddStream(nil, context, &stream, nil, &code)
            // The existing one has another configuration.
            guard made != NATS_OK, code == JSStreamNameExistErr else { return made }
            return unsafe js_UpdateStream(nil, context, &stream, nil, &code)
        }
        guard status == NATS_OK else { throw failure("make stream \(name)", status) }
    }

    /// Deletes the messages of a stream that have a subject.
    func purge(_ stream: String, _ subject: String) throws(BusError) {
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
