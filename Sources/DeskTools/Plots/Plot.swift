import Arguments
import RecordingWriters
import TouchDump
import TouchInput
import TouchRecording

extension ToolsProgram {
    /// Draws a trace, or the fingers of a recording.
    func plot(_ path: String) throws(CommandError) {
        guard let picture = arguments["output"] else { throw .usage("plot requires -o OUT.png") }
        let size = try size()
        let map = TracePlot.Extent.map(columns: TouchStatistics.columns, rows: TouchStatistics.rows)
        let bytes: [UInt8]
        do {
            let plot = try TracePlot(
                trace(path), showing: arguments.has("map") ? map : arguments.has("crop") ? .used : .view)
            bytes = try plot.draw(width: size?.width ?? TracePlot.defaultWidth, height: size?.height).png()
        } catch let error as CommandError {
            throw error
        } catch {
            throw .file("\(path): \(error)")
        }
        try File.write(bytes, to: picture)
    }

    private func trace(_ path: String) throws -> Trace {
        let bytes = try File.bytes(path)
        let isTrace = bytes.withoutByteOrderMark.drop { $0 == 10 || $0 == 32 }.starts(with: "{\"trace\"".utf8)
        guard !isTrace, Dialect(of: bytes) != nil else { return try Trace(parsing: File.text(path, bytes)) }
        let file = RecordingFile(reading: bytes)
        if let problem = file.problem, file.events.isEmpty { throw problem }
        try RecordedKinds(file.devices).expectFingers(path, remark: complaint)
        let collector = TouchCollector(isTracing: true)
        RecordedSeat(file.devices, view: { _ in .percent }, sink: collector).play(file.devices) { collector.end() }
        guard let lines = collector.trace else { throw CommandError.file("\(path): describes no panel") }
        return try Trace(parsing: lines.text)
    }
}
