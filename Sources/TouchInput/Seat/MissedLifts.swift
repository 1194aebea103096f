import TouchCore

/// When the kernel is asked whether fingers have lifted unseen, as they do while another program has grabbed the panel.
///
///     no contact ──contact──▶ asked in a second ──silence──▶ differs? ──yes──▶ asked once more ──yes──▶ cancelled
///                               ▲     ▲ reports               │ no
///                               └─────┴───────────────────────┘
///
/// A panel with contacts is asked once a second at most, and never while it reports.
struct MissedLifts {
    /// How long a difference must last: a frame may be under way.
    static let doubt = Interval.milliseconds(250)

    /// When to ask; nil: there is no contact, or the kernel cannot be asked.
    fileprivate(set) var due: Instant?
    /// The last event before a difference was found; nil: there is none.
    fileprivate var doubted: Instant?
}

extension Panel {
    /// Schedules the first question about contacts, or none without contacts.
    ///
    /// It stays where it is while the panel reports, which would otherwise set a timer for each report.
    func reviewQuestion() {
        if isEmpty {
            question = MissedLifts()
        } else if question.due == nil, kernel?.tellsFingers == true {
            question.due = decoder.lastEvent.advanced(by: Self.silence)
        }
    }

    /// Ends contacts whose fingers have lifted unseen; only after all events were read.
    func endMissedLifts(at now: Instant, to sink: any SeatSink) {
        guard let due = question.due, due <= now, let kernel else { return }
        let silent = decoder.lastEvent.advanced(by: Self.silence)
        guard silent <= now else { return question.due = silent }
        question.due = now.advanced(by: Self.silence)
        if decoder.isCut {
            decoder.endCut()
            handOut(to: sink)
            return reviewQuestion()
        }
        guard nextStamp == nil, !decoder.isUnsettled, let ids = kernel.ids, decoder.misses(ids) else {
            return question.doubted = nil
        }
        guard question.doubted == decoder.lastEvent else {
            question.doubted = decoder.lastEvent
            return question.due = now.advanced(by: MissedLifts.doubt)
        }
        question.doubted = nil
        guard let snapshot = kernel.snapshot() else { return }
        let hasEnded = decoder.endMissed(with: snapshot, at: now)
        if hasEnded { sink.notice(notices.missedLift(of: device, at: now)) }
        handOut(to: sink)
        reviewQuestion()
    }
}
