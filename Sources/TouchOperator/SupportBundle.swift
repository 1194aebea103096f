internal import Arguments
internal import System
internal import Glibc
internal import TouchCore

/// The archive that `touchctl bundle` makes at this kiosk.
struct SupportBundle {
    let bytes: [UInt8]

    private static let patience = Interval.seconds(40)

    /// Makes one, in a folder of its own that is removed again.
    init(socket: String) throws(CommandError) {
        let folder: PrivateFolder
        do throws(SystemError) { folder = try PrivateFolder(named: "touchd-operator") } catch {
            throw Self.failed("\(error)")
        }
        let path = folder.path + "/bundle.tar.gz"
        let done: Subprocess.Outcome
        do throws(SystemError) {
            done = try Subprocess.run(
                ["touchctl", "--socket", socket, "bundle", path], error: .captured, within: Self.patience)
        } catch { throw Self.failed("touchctl bundle: \(error.reason)") }
        guard done.terminationStatus.isSuccess else {
            let line = String(decoding: done.output.prefix { $0 != 0x0a }, as: UTF8.self)
            throw Self.failed(line.isEmpty ? "touchctl bundle failed" : line)
        }
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { throw Self.failed("\(SystemError.last("stat \(path)"))") }
        guard status.st_size <= BundleFacts.maxBytes else {
            let (count, most) = (status.st_size, BundleFacts.maxBytes)
            throw .file("the bundle is too long: \(count) bytes, maximum \(most) (shorten keep-frames= in [input])")
        }
        do throws(SystemError) {
            bytes = try WholeFile(path, .own, maxBytes: BundleFacts.maxBytes).bytes
        } catch { throw Self.failed("\(error)") }
    }

    private static func failed(_ reason: String) -> CommandError { .file("cannot make a bundle: \(reason)") }
}
