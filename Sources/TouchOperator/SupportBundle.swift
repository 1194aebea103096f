internal import System
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
        let folder: PrivateFolder
        do throws(SystemError) { folder = try PrivateFolder(named: "touchd-operator") } catch {
            throw .failed("\(error)")
        }
        let path = folder.path + "/bundle.tar.gz"
        let done: Subprocess.Outcome
        do throws(SystemError) {
            done = try Subprocess.run(
                ["touchctl", "--socket", socket, "bundle", path], error: .captured, within: Self.patience)
        } catch { throw .failed("touchctl bundle: \(error.reason)") }
        guard done.terminationStatus.isSuccess else {
            let line = String(decoding: done.output.prefix { $0 != 0x0a }, as: UTF8.self)
            throw .failed(line.isEmpty ? "touchctl bundle failed" : line)
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw .failed("\(SystemError.last("stat \(path)"))") }
        guard status.st_size <= BundleFacts.maxBytes else { throw .tooLong(status.st_size) }
        do throws(SystemError) {
            bytes = try WholeFile(path, .own, maxBytes: BundleFacts.maxBytes).bytes
        } catch { throw .failed("\(error)") }
    }
}
