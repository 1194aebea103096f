package import TouchCore
package import TouchDevice

/// Maps view pixels to the panel's axes: pixel 0 to the first unit, the view's width exactly to the last.
///
/// The inverse of touchd's mapping of an unrotated, uncalibrated panel.
package struct PanelMapping: Equatable, Sendable {
    private let view: Size
    private let x: Axis
    private let y: Axis

    /// Makes the mapping of a view to a panel that has position axes.
    package init(view: Size, panel: DeviceDescription) throws(PanelError) {
        guard let axes = panel.claimedAxes else { throw .noPositionAxes }
        self.view = view
        (x, y) = axes
    }

    /// The device units under a view point; points off the view lie off the panel.
    package func position(of point: Point) -> PanelPosition {
        PanelPosition(x: x.unit(at: point.x / view.width), y: y.unit(at: point.y / view.height))
    }

    /// What the command does that lands, moves or lifts a finger.
    package func changes(of command: Command) -> [FingerChange] {
        switch command {
        case .down(let finger, let point): return [.down(finger: finger, position(of: point))]
        case .move(let finger, let point): return [.move(finger: finger, position(of: point))]
        case .up(let finger): return [.up(finger: finger)]
        default: preconditionFailure("\(command) moves no single finger")
        }
    }

    /// The distance between two view points in millimeters, on a panel with a resolution.
    func millimeters(from start: Point, to end: Point) throws(PanelError) -> Double {
        guard x.resolution > 0, y.resolution > 0 else { throw .noResolution }
        let across = (end.x - start.x) / view.width * Double(x.steps) / Double(x.resolution)
        let down = (end.y - start.y) / view.height * Double(y.steps) / Double(y.resolution)
        return (across * across + down * down).squareRoot()
    }
}
