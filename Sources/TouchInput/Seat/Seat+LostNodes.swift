import TouchCore

/// Nodes of panels that are plugged in but not read: revoked by the kernel, or refused by their permissions.
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

    /// Reopens the nodes of panels that are still plugged in: libinput can only reopen all.
    func reopenLostNodes(at now: Instant) {
        var lost: [String] = []
        while let node = recovery.takeDue(at: now) {
            if !context.hasTouchscreen(at: node) {
                recovery.forget(node)
                context.opener.forget(node)
                verdicts[node] = nil
            } else if recovery.isRefused(node), context.opener.isStillRefused(node) {
                recovery.refuse(node, at: now)
            } else if !rounds.panels.contains(where: { !$0.isEmpty }) || !recovery.postpone(node, at: now) {
                lost.append(node)
            }
        }
        guard !lost.isEmpty else { return }
        let refused = context.opener.refused
        isReopening = true
        context.suspend()
        round(mayLackDevices: false)
        defer { isReopening = false }
        // A sink may have stopped the seat.
        guard state == .running else { return }
        let isResumed = context.resume()
        round(mayLackDevices: false)
        for node in lost {
            if let panel = rounds.panel(at: node) {
                sayReopened(panel, wasRefused: refused.contains(node))
            } else if context.opener.refused.contains(node) {
                recovery.refuse(node, at: now)
            } else if !isResumed || context.opener.failures[node] != nil {
                lose(node, at: now)
            }
        }
        sayNotices()
    }

    private func sayReopened(_ panel: Panel, wasRefused: Bool) {
        let node = panel.device.node
        let text =
            wasRefused
            ? "\(node): permission granted; reading it"
            : "the kernel had revoked \(node) while its panel was plugged in; reading it again"
        say(Notice(.lostNode, wasRefused ? .info : .warning, device: panel.device.id, text: text))
    }
}
