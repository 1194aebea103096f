public import TouchCore

/// Filters applied to the contacts of one panel between repair and mapping; all off by default.
///
/// Lengths are on the panel, in millimeters. Delays are in the doc comments of the stages (`TouchInput/Filters`).
public struct FilterSettings: Hashable, Sendable {
    /// Contacts that land closer to an edge than this are ignored, in mm; 0: off.
    public var edgeZone = 0.0
    /// Contacts that land in one of these are ignored.
    public var deadZones: [DeadZone] = []
    /// Contacts shorter than this are ignored; 0: off.
    public var minimumLife = Interval.seconds(0)
    /// Contacts that never reach this breadth are ignored, in mm; 0: off; no effect on panels that report no breadth.
    public var minimumSize = 0.0
    /// A finger that lifts and lands again in the same place within this time counts as not lifted; 0: off.
    public var debounce = Interval.seconds(0)
    /// Jumps that last less than half of this are removed; 0: off.
    public var spikeWindow = Interval.seconds(0)
    /// Removes jitter from slow movements; nil: off.
    public var smoothing: Smoothing?

    /// All filters off.
    public init() {}

    /// Whether all filters are off.
    public var isEmpty: Bool { self == FilterSettings() }

    /// A rectangle of the panel as built, in fractions of its axes, edges included.
    public struct DeadZone: Hashable, Sendable {
        /// The corner with the smallest coordinates.
        public var start: UnitPoint
        /// The corner with the largest.
        public var end: UnitPoint

        /// Makes a zone from two corners.
        public init(start: UnitPoint, end: UnitPoint) {
            (self.start, self.end) = (start, end)
        }

        /// Whether a place lies in it.
        public func contains(_ place: UnitPoint) -> Bool {
            place.x >= start.x && place.x <= end.x && place.y >= start.y && place.y <= end.y
        }
    }

    /// Whether its zones take the whole panel, as far as its size is known.
    package func leaveNothing(of size: PanelSize?) -> Bool {
        let margin = UnitPoint(x: size.map { edgeZone / $0.width } ?? 0, y: size.map { edgeZone / $0.height } ?? 0)
        guard margin.x < 0.5, margin.y < 0.5 else { return true }
        // Between neighboring borders, each place is in the same zones.
        func places(_ margin: Double, _ borders: [Double]) -> [Double] {
            let all = (borders.filter { $0 > margin && $0 < 1 - margin } + [margin, 1 - margin]).sorted()
            return zip(all, all.dropFirst()).map { ($0 + $1) / 2 }
        }
        let rows = places(margin.y, deadZones.flatMap { [$0.start.y, $0.end.y] })
        return places(margin.x, deadZones.flatMap { [$0.start.x, $0.end.x] }).allSatisfy { x in
            rows.allSatisfy { y in deadZones.contains { $0.contains(UnitPoint(x: x, y: y)) } }
        }
    }

    /// The two parameters of the 1€ filter (Casiez, Roussel, Vogel, CHI 2012).
    public struct Smoothing: Hashable, Sendable {
        /// Minimum cutoff frequency, in Hz: lower is smoother but slower at rest.
        public var minimumCutoff: Double
        /// How much the cutoff rises with speed, in Hz per mm/s: higher lags less in movement.
        public var speedCoefficient: Double

        /// Makes a setting.
        public init(minimumCutoff: Double, speedCoefficient: Double) {
            (self.minimumCutoff, self.speedCoefficient) = (minimumCutoff, speedCoefficient)
        }
    }
}
