package import TouchCore

/// One calibration of a panel by a person, from the first target to the outcome.
///
///     aiming 1…n ──last lift, fit──▶ verifying ──lift near the mark──▶ trial ──confirmed──▶ kept
///        │  └───────no fit──▶ refused ◀──lift far from it──┘             └──``trialTime`` over──▶ reverted
///        └── at any time: cancelled by the owner, or ``patience`` over ──▶ cancelled
///        └── last touch, if it only measures ──▶ measured
///
/// A value without clock, threads or C: takes places as the panel reports them and returns the calibration to use.
/// A touch counts if a single finger landed, stayed within ``maxDrag`` and lifted; otherwise it is asked for again.
package struct CalibrationRun: Sendable {
    /// How long a trial lasts without confirmation.
    package static let trialTime = Interval.seconds(15)
    /// How long a target waits for its touch.
    package static let patience = Interval.seconds(60)
    /// Maximum movement of a finger while it touches a target, in mm.
    package static let maxDrag = 5.0
    /// Fractions of the view at which targets lie: near the edges, but far enough in for a fingertip.
    static let marks = [0.1, 0.5, 0.9]
    private static let verification = UnitPoint(x: 0.3, y: 0.7)
    private static let keep = UnitPoint(x: 0.7, y: 0.3)

    /// Number of targets.
    package enum Targets: Int, Sendable, CaseIterable {
        /// The corners and the center.
        case five = 5
        /// Three rows of three.
        case nine = 9

        /// Where they are, in fractions of the part of the view that the panel covers.
        package var places: [UnitPoint] {
            let grid = CalibrationRun.marks.flatMap { y in CalibrationRun.marks.map { UnitPoint(x: $0, y: y) } }
            return self == .nine ? grid : [0, 2, 4, 6, 8].map { grid[$0] }
        }
    }

    /// Progress of a calibration.
    package enum Stage: Hashable, Sendable {
        /// Waiting for the touch of a target, counted from 0.
        case aiming(Int)
        /// Waiting for one more touch, which shows the error of the new calibration.
        case verifying
        /// The new calibration is used for ``trialTime``.
        case trial
        /// The new calibration is kept.
        case kept
        /// The previous calibration was restored, as nobody confirmed the new one.
        case reverted
        /// The touches give no plausible calibration, or the verification was missed.
        case refused(String)
        /// Cancelled by the owner, or no touch within ``patience``.
        case cancelled
        /// Every target was touched, and nothing more was asked for.
        case measured

        /// Whether this is a final stage.
        package var isOver: Bool {
            switch self {
            case .aiming, .verifying, .trial: false
            case .kept, .reverted, .refused, .cancelled, .measured: true
            }
        }
    }

    private struct Touch {
        let id: ContactID
        let landing: UnitPoint
        var sum: UnitPoint
        var count = 1.0
        var isSpoilt = false
    }

    /// The current stage.
    package private(set) var stage = Stage.aiming(0)
    /// Where the targets are, in fractions of the part of the view that the panel covers.
    package let targets: [UnitPoint]
    /// The new calibration; nil before the fit.
    package private(set) var fit: CalibrationFit?
    /// Error of the verification touch, in mm.
    package private(set) var miss: Double?
    /// When the stage changes by itself.
    package private(set) var deadline: Instant?
    /// Whether it ends after the last target, without a calibration.
    package let isMeasuring: Bool
    /// Where the targets were touched, in their order: as the places came in.
    package private(set) var touched: [UnitPoint] = []
    private let rotation: Rotation
    private let size: PanelSize
    private var touch: Touch?
    private var others: Set<ContactID> = []

    /// Begins with the first target.
    ///
    /// - Parameters:
    ///   - targets: how many.
    ///   - rotation: of the panel behind the view; the result is valid for this rotation only.
    ///   - size: of the panel as built; as a person sees it, if it only measures.
    ///   - isMeasuring: whether it only reports where targets are touched. Places are then fractions of the part of the
    ///     view that the panel covers.
    ///   - time: now.
    package init(
        _ targets: Targets, rotation: Rotation, size: PanelSize, isMeasuring: Bool = false, at time: Instant
    ) {
        self.targets = targets.places
        self.isMeasuring = isMeasuring
        (self.rotation, self.size) = (rotation, size)
        deadline = time.advanced(by: Self.patience)
    }

    /// Where to touch now, in fractions of the part of the view that the panel covers; nil in a final stage.
    package var mark: UnitPoint? {
        switch stage {
        case .aiming(let index): targets[index]
        case .verifying: Self.verification
        case .trial: Self.keep
        case .kept, .reverted, .refused, .cancelled, .measured: nil
        }
    }

    /// Handles one change of a contact.
    ///
    /// - Parameter place: fractions of the panel as built, as reported; neither clamped nor calibrated.
    /// - Returns: whether ``stage`` changed.
    package mutating func handle(_ id: ContactID, _ phase: Phase, _ place: UnitPoint, at time: Instant) -> Bool {
        switch phase {
        case .began:
            guard touch == nil, others.isEmpty else {
                touch?.isSpoilt = true
                others.insert(id)
                return false
            }
            touch = Touch(id: id, landing: place, sum: place)
        case .moved:
            guard var known = touch, known.id == id else { return false }
            known.sum = UnitPoint(x: known.sum.x + place.x, y: known.sum.y + place.y)
            known.count += 1
            let drag = CalibrationFit.distance(place, known.landing, on: size)
            if !(drag <= Self.maxDrag) { known.isSpoilt = true }
            touch = known
        case .ended, .cancelled:
            others.remove(id)
            guard let known = touch, known.id == id else { return false }
            touch = nil
            guard phase == .ended, !known.isSpoilt else { return false }
            return lift(UnitPoint(x: known.sum.x / known.count, y: known.sum.y / known.count), at: time)
        }
        return false
    }

    /// Keeps the calibration that is on trial.
    ///
    /// - Returns: false if none is on trial.
    package mutating func confirm() -> Bool {
        guard case .trial = stage else { return false }
        end(.kept)
        return true
    }

    /// Cancels the calibration; the previous one stays.
    package mutating func cancel() {
        if !stage.isOver { end(.cancelled) }
    }

    /// Ends stages whose time is over.
    ///
    /// - Returns: whether ``stage`` changed.
    package mutating func tick(at time: Instant) -> Bool {
        guard let deadline, deadline <= time else { return false }
        if case .trial = stage { end(.reverted) } else { end(.cancelled) }
        return true
    }

    private mutating func lift(_ place: UnitPoint, at time: Instant) -> Bool {
        switch stage {
        case .aiming(let index):
            touched.append(place)
            if touched.count < targets.count {
                stage = .aiming(index + 1)
            } else if isMeasuring {
                end(.measured)
                return true
            } else {
                let back = Rotation(rawValue: (360 - rotation.rawValue) % 360) ?? .none
                let pairs = zip(touched, targets).map { touched, target in
                    CalibrationFit.Pair(touched: touched, wanted: back.transform.applied(to: target))
                }
                do throws(CalibrationFit.Refusal) {
                    fit = try CalibrationFit(pairs, size: size)
                    stage = .verifying
                } catch {
                    end(.refused(error.description))
                    return true
                }
            }
            deadline = time.advanced(by: Self.patience)
            return true
        case .verifying:
            let off = distance(of: place, to: Self.verification)
            miss = off
            guard off <= CalibrationFit.maxMiss else {
                end(.refused("the verification was missed by \(Int(off.rounded())) mm"))
                return true
            }
            stage = .trial
            deadline = time.advanced(by: Self.trialTime)
            return true
        // Touches take their normal route with the new calibration; the caller decides who may confirm.
        case .trial, .kept, .reverted, .refused, .cancelled, .measured: return false
        }
    }

    /// Distance of a reported place from a mark with the new calibration, in mm.
    private func distance(of place: UnitPoint, to mark: UnitPoint) -> Double {
        let map = (fit?.transform ?? .identity).followed(by: rotation.transform)
        return CalibrationFit.distance(map.applied(to: place), mark, on: map.orientation.applied(to: size))
    }

    private mutating func end(_ stage: Stage) {
        self.stage = stage
        deadline = nil
        touch = nil
    }
}
