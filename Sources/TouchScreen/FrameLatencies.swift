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
    /// Timestamps of the frames of the present round.
    private var stamps: [(time: Instant, isOpen: Bool)] = []

    init() {
        stamps.reserveCapacity(64)
    }

    /// Records the timestamp of a frame that has just been read.
    ///
    /// - Parameter isSecret: whether it may belong to a secret.
    func noteRead(stamp: Instant, now: Instant, isSecret: Bool = false) {
        let latency = now.since(stamp)
        if isSecret { readHidden.record(latency) } else { readInTheOpen.record(latency) }
        // Moved out meanwhile, here and below, so that the compiler need not guard it.
        var own: [(time: Instant, isOpen: Bool)] = []
        swap(&own, &stamps)
        own.append((stamp, !isSecret))
        swap(&own, &stamps)
    }

    /// Records that everything the frames of a round caused was sent.
    func noteDelivered(now: Instant) {
        var own: [(time: Instant, isOpen: Bool)] = []
        swap(&own, &stamps)
        // By index: in debug builds, an iterator allocates its elements.
        for index in own.indices {
            let latency = now.since(own[index].time)
            if own[index].isOpen { deliveredInTheOpen.record(latency) } else { deliveredHidden.record(latency) }
        }
        own.forgetElements()
        swap(&own, &stamps)
    }

    /// How late frames were read, and delivered.
    ///
    /// - Parameter hidingSecrets: leaves out the frames that arrived while a secret was on screen.
    func figures(hidingSecrets: Bool) -> (read: LatencyHistogram, delivered: LatencyHistogram) {
        if hidingSecrets { return (readInTheOpen, deliveredInTheOpen) }
        return (readInTheOpen.adding(readHidden), deliveredInTheOpen.adding(deliveredHidden))
    }

    /// How many frames were read.
    ///
    /// - Parameter hidingSecrets: leaves out those that arrived while a secret was on screen.
    package func count(hidingSecrets: Bool = false) -> Int {
        readInTheOpen.count + (hidingSecrets ? 0 : readHidden.count)
    }
}
