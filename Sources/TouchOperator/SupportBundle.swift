internal import EventLoop
internal import Glibc
internal import TouchConfiguration
internal import TouchCore

/// The archive that `touchctl bundle` makes at this kiosk.
struct SupportBundle {
    let bytes: [UInt8]

    /// How long it may take.
    private static let patience = Interval.seconds(40)

    /// Why there is none.
    enum Fault: Error {
        case failed(String)
        case tooLong(Int)

        /// A sentence for people.
        var description: String {
            switch self {
            case .failed(let reason): "cannot make a bundle: \(reason)"
            case .tooLong(let count):
                "the bundle is too long: \(count) bytes, maximum \(BundleFacts.maxBytes) (shorten keep-frames= in [input])"
            }
        }
    }

    /// Makes one, in a folder of its own that is removed again.
    init(socket: String) throws(Fault) {
        let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/touchd-operator-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else {
            throw .failed("\(SystemError.last("make a folder in \(place)"))")
        }
        let folder = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        let path = folder + "/bundle.tar.gz"
        defer {
            unsafe unlink(path)
            unsafe rmdir(folder)
        }
        guard
            let done = ChildOutput.of(
                ["touchctl", "--socket", socket, "bundle", path], within: Self.patience, takesComplaints: true
            )
        else { throw .failed("touchctl bundle cannot run, or took more than \(Self.patience.wholeSeconds) s") }
        guard done.status == 0 else {
            let line = String(decoding: done.bytes.prefix { $0 != 0x0a }, as: UTF8.self)
            throw .failed(line.isEmpty ? "touchctl bundle failed" : line)
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .failed("\(SystemError.last("stat \(path)"))") }
        guard status.st_size <= BundleFacts.maxBytes else { throw .tooLong(status.st_size) }
        do throws(SystemError) {
            bytes = try SmallFile.read(path, maxBytes: BundleFacts.maxBytes)?.bytes ?? []
        } catch { throw .failed("\(error)") }
    }
}
