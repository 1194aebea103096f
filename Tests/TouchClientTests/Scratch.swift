import Glibc
import Testing

/// A folder of files that goes when the test is over.
struct Scratch: ~Copyable {
    let path: String

    init() throws {
        var template = Array("/tmp/touchctl-test-XXXXXX".utf8CString)
        try #require(unsafe mkdtemp(&template) != nil)
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit {
        guard let listing = unsafe opendir(path) else { return }
        while let entry = unsafe readdir(listing) {
            let name = unsafe withUnsafePointer(to: &entry.pointee.d_name) { pointer in
                unsafe pointer.withMemoryRebound(to: CChar.self, capacity: 256) { unsafe String(cString: $0) }
            }
            if name != ".", name != ".." { unsafe unlink(path + "/" + name) }
        }
        unsafe closedir(listing)
        unsafe rmdir(path)
    }
}
