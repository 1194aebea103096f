internal import Glibc
internal import TouchImage
internal import TouchTrace

/// The command that draws a trace; it needs no daemon.
enum Plot {
    /// Most bytes of a trace that are read: hours of ten fingers, and no picture of more would say anything.
    private static let mostBytes = 64 << 20

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
            let trace = try Trace(parsing: read(request.trace))
            let plot = try TracePlot(trace, showing: request.isClose ? .close : .view)
            let width = request.size?.width ?? TracePlot.defaultWidth
            picture = try plot.draw(width: width, height: request.size?.height).png()
        } catch let error as ControlError {
            throw error
        } catch {
            throw .plot("\(request.trace): \(error)")
        }
        try write(picture, to: request.picture)
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

    private static func read(_ path: String) throws(ControlError) -> String {
        guard let file = unsafe fopen(path, "re") else { throw failure(path) }
        defer { unsafe fclose(file) }
        var bytes: [UInt8] = []
        var buffer = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe fread(&buffer, 1, buffer.count, file)
            if count == 0 { break }
            bytes += buffer[..<count]
            guard bytes.count <= mostBytes else { throw .plot("\(path): larger than \(mostBytes >> 20) MiB") }
        }
        guard unsafe ferror(file) == 0 else { throw failure(path) }
        guard let text = String(validating: bytes, as: UTF8.self) else { throw .plot("\(path): not UTF-8") }
        return text
    }

    private static func write(_ bytes: [UInt8], to path: String) throws(ControlError) {
        guard let file = unsafe fopen(path, "we") else { throw failure(path) }
        let count = unsafe fwrite(bytes, 1, bytes.count, file)
        // The last bytes reach a full disk when the file is closed.
        guard unsafe fclose(file) == 0, count == bytes.count else { throw failure(path) }
    }

    private static func failure(_ path: String) -> ControlError {
        .plot("\(path): \(unsafe String(cString: strerror(errno)))")
    }
}
