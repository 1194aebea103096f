import Glibc

/// A folder with pictures that goes with its last holder.
final class PictureScratch {
    struct Failure: Error {}

    let path: String
    private var names: [String] = []

    init() throws {
        var template = Array("/tmp/touchd-pictures-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Failure() }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    func write(_ bytes: [UInt8], to name: String) throws {
        guard let file = unsafe fopen("\(path)/\(name)", "we") else { throw Failure() }
        defer { unsafe fclose(file) }
        guard unsafe fwrite(bytes, 1, bytes.count, file) == bytes.count else { throw Failure() }
        names.append(name)
    }

    deinit {
        for name in names { unsafe unlink("\(path)/\(name)") }
        unsafe rmdir(path)
    }
}
