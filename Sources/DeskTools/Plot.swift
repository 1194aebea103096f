internal import Arguments
internal import RecordingWriters
internal import TouchCore
internal import TouchDump
internal import TouchImage
internal import TouchInput
internal import TouchRecording
internal import TouchTrace

/// The command that draws a trace; needs no daemon.
enum Plot {
    /// The request of the command line.
    struct Request {
        let trace: String
        let picture: String
        let size: (width: Int, height: Int)?
        let isCropped: Bool
        let hasMap: Bool
    }

    /// Reads the trace, draws it and writes the picture.
    ///
    /// - Parameter remark: receives doubts about a recording.
    static func run(_ request: Request, remark: (String) -> Void) throws(CommandError) {
        let picture: [UInt8]
        do {
            picture = try draw(try trace(request.trace, remark), request)
        } catch let error as CommandError {
            throw error
        } catch {
            throw .file("\(request.trace): \(error)")
        }
        try File.write(picture, to: request.picture)
    }

    private static func draw(_ trace: Trace, _ request: Request) throws -> [UInt8] {
        let map = TracePlot.Extent.map(columns: TouchStatistics.columns, rows: TouchStatistics.rows)
        let plot = try TracePlot(trace, showing: request.hasMap ? map : request.isCropped ? .used : .view)
        return try plot.draw(width: request.size?.width ?? TracePlot.defaultWidth, height: request.size?.height).png()
    }

    /// A trace from a file: a trace, or the fingers of a recording.
    private static func trace(_ path: String, _ remark: (String) -> Void) throws -> Trace {
        let bytes = try File.bytes(path)
        let isTrace = bytes.withoutByteOrderMark.drop { $0 == 10 || $0 == 32 }.starts(with: "{\"trace\"".utf8)
        guard !isTrace, Dialect(of: bytes) != nil else { return try Trace(parsing: File.text(path, bytes)) }
        let file = RecordingFile(reading: bytes)
        if let problem = file.problem, file.events.isEmpty { throw problem }
        try RecordedKinds(file.devices).expectFingers(path, remark: remark)
        let collector = TouchCollector(tracing: Size(width: 100, height: 100))
        let view = PanelView(view: Size(width: 100, height: 100))
        RecordedSeat(file.devices, view: { _ in view }, sink: collector).play(file.devices)
        guard let lines = collector.trace else { throw CommandError.file("\(path): describes no panel") }
        return try Trace(parsing: lines.text)
    }

    /// The two sides in `640x400`.
    static func size(
        _ text: String?, option: String = "size", in range: ClosedRange<Int> = Canvas.sides
    ) throws(CommandError) -> (width: Int, height: Int)? {
        guard let text else { return nil }
        let sides = text.split(separator: "x", omittingEmptySubsequences: false).map { Int($0) }
        guard sides.count == 2, let width = sides[0], let height = sides[1],
            range.contains(width), range.contains(height)
        else {
            let (least, most) = (range.lowerBound, range.upperBound)
            throw .usage("--\(option) takes WIDTHxHEIGHT, each \(least) to \(most), not \(text)")
        }
        return (width, height)
    }
}
