internal import TouchCore

/// How late frames are: from the kernel's stamp to their arrival here, and to the moment when everything they caused was
/// written to the sockets of front ends.
package final class FrameLatencies {
    /// Of the frames that arrived while no secret was on screen.
    ///
    /// The number and times of the others would reveal the length of a PIN, and the rhythm in which it is entered: only
    /// administrators get them.
    private var readInTheOpen = LatencyHistogram()
    private var readHidden = LatencyHistogram()
    private var deliveredInTheOpen = LatencyHistogram()
    private var deliveredHidden = LatencyHistogram()
    /// Timestamps of the frames of the present round; those beyond count as delivered when they are read.
    private var stamps = InlineArray<32, (time: Instant, isOpen: Bool)>(repeating: (.zero, true))
    private var count = 0

    init() {}

    /// Records the timestamp of a frame that has just been read, and whether it may belong to a secret.
    func noteRead(stamp: Instant, now: Instant, isSecret: Bool = false) {
        let latency = now.since(stamp)
        if isSecret { readHidden.record(latency) } else { readInTheOpen.record(latency) }
        guard count < stamps.count else { return noteDelivered(latency, isOpen: !isSecret) }
        stamps[count] = (stamp, !isSecret)
        count += 1
    }

    /// Records that everything the frames of a round caused was sent.
    func noteDelivered(now: Instant) {
        for index in 0..<count { noteDelivered(now.since(stamps[index].time), isOpen: stamps[index].isOpen) }
        count = 0
    }

    private func noteDelivered(_ latency: Interval, isOpen: Bool) {
        if isOpen { deliveredInTheOpen.record(latency) } else { deliveredHidden.record(latency) }
    }

    /// How late frames were read, and delivered; perhaps without those that arrived while a secret was on screen.
    func figures(hidingSecrets: Bool) -> (read: LatencyHistogram, delivered: LatencyHistogram) {
        // Copies, so that the compiler guards no access.
        let (read, delivered) = (readInTheOpen, deliveredInTheOpen)
        let (hiddenRead, hiddenDelivered) = (readHidden, deliveredHidden)
        return hidingSecrets ? (read, delivered) : (read.adding(hiddenRead), delivered.adding(hiddenDelivered))
    }

    /// How many frames were read; perhaps without those that arrived while a secret was on screen.
    package func count(hidingSecrets: Bool = false) -> Int {
        figures(hidingSecrets: hidingSecrets).read.count
    }
}
