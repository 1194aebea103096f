internal import Glibc
internal import System

/// Who besides root may write a configuration file, by its owner, its mode, or its folder.
///
/// The user who started the program counts as root: a touchd started by hand obeys that user anyway.
enum FileTrust {
    /// What lets others write a file that was read: the file itself, or the folder of its name or of its target; nil:
    /// nothing.
    ///
    /// - Parameter content: what was opened; the name may lead to another file by now.
    static func exposure(of file: String, _ content: WholeFile) -> Exposure? {
        if let whom = writer(of: content.status) { return Exposure(path: file, whom: whom) }
        return [file, content.resolved].lazy.compactMap { $0 }.compactMap { exposure(at: SystemPath.folder(of: $0)) }
            .first
    }

    /// What others may write, and who.
    struct Exposure: Hashable {
        let path: String
        let whom: String
    }

    private static func exposure(at path: String) -> Exposure? {
        var status = stat()
        guard unsafe stat(path, &status) == 0 else { return nil }
        guard let whom = writer(of: status) else { return nil }
        return Exposure(path: path, whom: whom)
    }

    private static func writer(of status: stat) -> String? {
        let own = geteuid()
        if status.st_uid != 0, status.st_uid != own { return "its owner (uid \(status.st_uid))" }
        // In a sticky folder, users cannot replace each other's files.
        if status.st_mode & S_IFMT == S_IFDIR, status.st_mode & S_ISVTX != 0 { return nil }
        if status.st_mode & S_IWOTH != 0 { return "everybody" }
        let isOwnGroup = own != 0 && status.st_gid == getegid()
        if status.st_mode & S_IWGRP != 0, status.st_gid != 0, !isOwnGroup { return "group \(status.st_gid)" }
        return nil
    }
}
