/// The seeds of published figures, fixed together with the ranges before the judge was tuned.
package enum TrackSeed {
    /// Tracks that the judge is tuned with.
    package static let tuning: UInt64 = 0x7475_6E65
    /// Tracks that no figure was tuned with; all published figures are of these.
    package static let checking: UInt64 = 0x6368_6563_6B
}
