import Arguments
import RecordingWriters
import TouchCore
import TouchDump
import TouchInput
import TouchRecording
import TouchTrace

/// The command that draws a trace; needs no daemon.
enum Plot {
    /// A map of how often contacts were in each field of the view.
    static let map = TracePlot.Extent.map(columns: TouchStatistics.columns, rows: TouchStatistics.rows)

    /// Reads the trace, draws it and writes the picture; `remark` receives doubts about a recording.
    static func run(
        _ path: String, to picture: String, size: (width: Int, height: Int)?, showing extent: TracePlot.Extent,
        remark: (String) -> Void
    ) throws(CommandError) {
        let bytes: [UInt8]
        do {
            let plot = try TracePlot(try trace(path, remark), showing: extent)
            bytes = try plot.draw(width: size?.width ?? TracePlot.defaultWidth, height: size?.height).png()
        } catch let error as CommandError {
            throw error
        } catch {
            throw .file("\(path): \(error)")
        }
        try File.write(bytes, to: picture)
    }

    /// A trace from a file: a trace, or the fingers of a recording.
    private static func trace(_ path: String, _ remark: (String) -> Void) throws -> Trace {
        let bytes = try File.bytes(path)
        let isTrace = bytes.withoutByteOrderMark.drop { $0 == 10 || $0 == 32 }.starts(with: "{\"trace\"".utf8)
        guard !isTrace, Dialect(of: bytes) != nil else { return try Trace(parsing: File.text(path, bytes)) }
        let file = RecordingFile(reading: bytes)
        if let problem = file.problem, file.events.isEmpty { throw problem }
        try RecordedKinds(file.devices).expectFingers(path, remark: remark)
        let collector = TouchCollector(isTracing: true)
        RecordedSeat(file.devices, view: { _ in .percent }, sink: collector).play(file.devices) { collector.end() }
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
