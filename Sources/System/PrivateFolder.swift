internal import CShims
internal import Glibc

/// A folder of the program's own, for files that another program makes or reads; removed with its owner.
package final class PrivateFolder {
    /// Its path.
    package let path: String

    /// Makes it, in the folder for temporary files.
    package init(named name: String) throws(SystemError) {
        let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/\(name)-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw .last("make a folder in \(place)") }
        path = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
    }

    deinit { unsafe cshims_remove_tree(path) }
}
