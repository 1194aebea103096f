public import TouchCore

/// Where view pixels lie on the panel's axes: pixel 0 on the first unit, the view's width exactly on the last.
///
/// The inverse of what touchd does with an unrotated, uncalibrated panel.
public struct PanelMapping: Equatable, Sendable {
    /// The view, in pixels.
    public let view: Size
    private let x: AxisDescription
    private let y: AxisDescription

    /// The mapping of a view onto a panel.
    ///
    /// - Throws: when the panel has no axes for positions.
    public init(view: Size, panel: PanelDescription) throws(PanelError) {
        guard let axes = panel.positionAxes else { throw .noPositionAxes }
        self.view = view
        (x, y) = axes
    }

    /// The device units under a view point; points off the view lie off the panel.
    public func position(of point: Point) -> PanelPosition {
        PanelPosition(x: x.unit(at: point.x / view.width), y: y.unit(at: point.y / view.height))
    }

    /// The way between two view points in millimeters.
    ///
    /// - Throws: when the panel does not tell its resolution.
    public func millimeters(from start: Point, to end: Point) throws(PanelError) -> Double {
        guard x.resolution > 0, y.resolution > 0 else { throw .noResolution }
        let across = (end.x - start.x) / view.width * x.span / Double(x.resolution)
        let down = (end.y - start.y) / view.height * y.span / Double(y.resolution)
        return (across * across + down * down).squareRoot()
    }
}
