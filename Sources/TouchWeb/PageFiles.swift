internal import CTouchWeb
package import System
internal import Glibc

/// The folders that pages are served from.
///
/// Opened once: folders renamed over them later are not noticed.
package struct PageFiles: ~Copyable {
    private let folders: [Int32]

    /// A file that is being served.
    package struct File: ~Copyable {
        /// Open for reading, at its beginning.
        package let descriptor: Descriptor
        /// Length of the file.
        package let bytes: UInt64
        /// Changes with the content: inode, size and time of the last change.
        package let tag: String
        /// For the header `Content-Type`.
        package let contentType: StaticString
    }

    /// Opens the folders.
    ///
    /// - Throws: for the first one that cannot be opened; its call is `open FOLDER`.
    package init(_ paths: [String]) throws(SystemError) {
        var opened: [Int32] = []
        for path in paths {
            let folder = unsafe ctouchweb_open_folder(path)
            guard folder >= 0 else {
                let error = SystemError.last("open \(path)")
                for one in opened { close(one) }
                throw error
            }
            opened.append(folder)
            // A folder is not a plain file; any other result means that the call is not permitted here.
            var found = ctouchweb_file()
            guard unsafe ctouchweb_open_beneath(folder, ".", &found) < 0, errno == EISDIR else {
                let error = SystemError.last("openat2 \(path)")
                for one in opened { close(one) }
                throw error
            }
        }
        folders = opened
    }

    deinit {
        for folder in folders { close(folder) }
    }

    /// Opens the file in the first folder that has it; links that lead out of a folder are ignored.
    package func open(_ path: PagePath) throws(Refusal) -> File {
        for folder in folders {
            var found = ctouchweb_file()
            let number = unsafe ctouchweb_open_beneath(folder, path.relative, &found)
            guard number >= 0 else { continue }
            let parts = [
                found.inode, found.bytes, UInt64(bitPattern: found.seconds), UInt64(bitPattern: found.nanoseconds),
            ]
            let tag = parts.map { String($0, radix: 16) }.joined(separator: "-")
            return File(
                descriptor: Descriptor(owning: number), bytes: found.bytes, tag: "\"\(tag)\"",
                contentType: path.contentType)
        }
        throw .path
    }
}
