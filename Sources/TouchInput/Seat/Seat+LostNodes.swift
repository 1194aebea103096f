import TouchCore

/// Nodes revoked by the kernel while their panels are plugged in.
extension Seat {
    /// Records that libinput dropped a panel that may still be there.
    func lose(_ node: String, at time: Instant) {
        guard recovery.lose(node, at: time) else {
            let reason = "the kernel revoked it while plugged in, and \(NodeRecovery.maxTries) times again"
            verdicts[node] = reason
            let text = "\(node): no longer read: \(reason) (plug the panel in again, or restart touchd)"
            return context.opener.notices.append(Notice(.lostNode, .error, text: text))
        }
        verdicts[node] = "the kernel revoked it; touchd opens it again if it remains"
    }

    /// Reopens the nodes of panels that are still plugged in.
    ///
    /// libinput can only reopen all devices together.
    func reopenLostNodes(at now: Instant) {
        var lost: [String] = []
        while let node = recovery.takeDue(at: now) {
            if !context.hasTouchscreen(at: node) {
                recovery.forget(node)
                verdicts[node] = nil
            } else if !panelsInOrder.contains(where: { !$0.isEmpty }) || !recovery.postpone(node, at: now) {
                lost.append(node)
            }
        }
        guard !lost.isEmpty else { return }
        isReopening = true
        context.suspend()
        round(mayLackDevices: false)
        defer { isReopening = false }
        // A sink may have suspended or stopped the seat.
        guard state == .running else { return }
        let isResumed = context.resume()
        round(mayLackDevices: false)
        for node in lost {
            if let panel = panelsInOrder.first(where: { $0.device.node == node }) {
                let text = "the kernel had revoked \(node) while its panel was plugged in; reading it again"
                sink.notice(Notice(.lostNode, .warning, device: panel.device.id, text: text))
            } else if !isResumed || context.opener.failures[node] != nil {
                lose(node, at: now)
            }
        }
        sayNotices()
    }
}
