import TouchDevice
import TouchCore

/// The filters of one panel, in their fixed order.
///
///     repair ─▶ zones ─▶ ghosts ─▶ debounce ─▶ spikes ─▶ smoothing ─▶ mapping
///
/// Zones come first, so that ignored contacts delay nothing; smoothing comes last, since it would smear out spikes. The
/// maximum delay of a change is the sum of the delays of the enabled stages.
///
/// For any input, a contact that is let through ends exactly once, as soon as its own contact ended and ``deadline``
/// has been followed to its end. Values without clock or C; no allocations in steady state.
struct FilterChain {
    private var zones: ZoneFilter?
    private var ghosts: GhostFilter?
    private var debounce: Debounce?
    private var spikes: SpikeFilter?
    private var smoothing: SmoothingFilter?
    /// Landings that were filtered out and not yet reported.
    var unheard: [UnheardLanding] = []
    private var incoming: [ContactChange] = []
    private var outgoing: [ContactChange] = []

    init(_ settings: FilterSettings, size: PanelSize?) {
        let size = size ?? .assumed
        if settings.edgeZone > 0 || !settings.deadZones.isEmpty {
            zones = ZoneFilter(edge: settings.edgeZone, zones: settings.deadZones, size: size)
        }
        if settings.minimumLife > .seconds(0) || settings.minimumSize > 0 {
            ghosts = GhostFilter(life: settings.minimumLife, size: settings.minimumSize)
        }
        if settings.debounce > .seconds(0) { debounce = Debounce(window: settings.debounce, size: size) }
        if settings.spikeWindow > .seconds(0) { spikes = SpikeFilter(window: settings.spikeWindow) }
        smoothing = settings.smoothing.map { SmoothingFilter($0, size: size) }
    }

    var isEmpty: Bool {
        zones == nil && ghosts == nil && debounce == nil && spikes == nil && smoothing == nil
    }

    /// When a stage has a change due without a report.
    var deadline: Instant? {
        var earliest = ghosts?.deadline
        earliest.advance(to: debounce?.deadline)
        earliest.advance(to: spikes?.deadline)
        earliest.advance(to: smoothing?.deadline)
        return earliest
    }

    var awaitsSizes: Bool { ghosts?.awaitsSizes ?? false }

    /// Sets the breadth of a contact, in mm.
    mutating func measure(_ id: ContactID, size: Double) {
        ghosts?.measure(id, size: size)
    }

    mutating func filter(_ change: ContactChange, at time: Instant, into changes: inout [ContactChange]) {
        outgoing.append(change)
        pass(at: time, isTick: false, into: &changes)
    }

    mutating func tick(at time: Instant, into changes: inout [ContactChange]) {
        pass(at: time, isTick: true, into: &changes)
    }

    /// Cancels what the stages hold back; incoming contacts must be cancelled first.
    mutating func cancelAll(at time: Instant, into changes: inout [ContactChange]) {
        debounce?.cancelAll(into: &outgoing)
        turn()
        for change in incoming { spikes?.filter(change, at: time, into: &outgoing) }
        if spikes != nil { turn() }
        for change in incoming { smoothing?.filter(change, at: time, into: &outgoing) }
        if smoothing != nil { turn() }
        changes += incoming
        incoming.removeAll(keepingCapacity: true)
    }

    private mutating func pass(at time: Instant, isTick: Bool, into changes: inout [ContactChange]) {
        if zones != nil {
            turn()
            for change in incoming { zones?.filter(change, into: &outgoing, unheard: &unheard) }
        }
        if ghosts != nil {
            turn()
            for change in incoming { ghosts?.filter(change, at: time, into: &outgoing, unheard: &unheard) }
            if isTick { ghosts?.tick(at: time, into: &outgoing) }
        }
        if debounce != nil {
            turn()
            for change in incoming { debounce?.filter(change, at: time, into: &outgoing, unheard: &unheard) }
            if isTick { debounce?.tick(at: time, into: &outgoing) }
        }
        if spikes != nil {
            turn()
            for change in incoming { spikes?.filter(change, at: time, into: &outgoing) }
            if isTick { spikes?.tick(at: time, into: &outgoing) }
        }
        if smoothing != nil {
            turn()
            for change in incoming { smoothing?.filter(change, at: time, into: &outgoing) }
            if isTick { smoothing?.tick(at: time, into: &outgoing) }
        }
        changes += outgoing
        outgoing.removeAll(keepingCapacity: true)
    }

    private mutating func turn() {
        (incoming, outgoing) = (outgoing, incoming)
        outgoing.removeAll(keepingCapacity: true)
    }
}

extension Instant? {
    fileprivate mutating func advance(to other: Instant?) {
        guard let other else { return }
        self = min(self ?? other, other)
    }
}
