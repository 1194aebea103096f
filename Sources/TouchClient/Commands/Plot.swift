internal import TouchImage
internal import TouchTrace

/// The command that draws a trace; it needs no daemon.
enum Plot {
    /// What the command line asks for.
    struct Request {
        let trace: String
        let picture: String
        let size: (width: Int, height: Int)?
        let isClose: Bool
    }

    /// Reads the trace, draws it and writes the picture.
    static func run(_ request: Request) throws(ControlError) {
        let picture: [UInt8]
        do {
            let trace = try Trace(parsing: File.text(request.trace))
            let plot = try TracePlot(trace, showing: request.isClose ? .close : .view)
            let width = request.size?.width ?? TracePlot.defaultWidth
            picture = try plot.draw(width: width, height: request.size?.height).png()
        } catch let error as ControlError {
            throw error
        } catch {
            throw .file("\(request.trace): \(error)")
        }
        try File.write(picture, to: request.picture)
    }

    /// The two sides in `640x400`.
    static func size(_ text: String?) throws(ControlError) -> (width: Int, height: Int)? {
        guard let text else { return nil }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            Canvas.sides.contains(width), Canvas.sides.contains(height)
        else {
            let (least, most) = (Canvas.sides.lowerBound, Canvas.sides.upperBound)
            throw .usage("--size takes WIDTHxHEIGHT, each \(least) to \(most), not \(text)")
        }
        return (width, height)
    }
}
