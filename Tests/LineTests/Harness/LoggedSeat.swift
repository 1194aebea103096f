import Glibc
import TestSupport

/// A private `/run/systemd`, with files as logind writes them, for a program that is started with ``wrapper``.
///
/// libsystemd reads a fixed path: the program gets a mount namespace in which a folder of the test lies there. Needs root.
final class LoggedSeat {
    private let folder: TemporaryFolder
    /// The words before the program's command line.
    let wrapper: [String]

    init() throws {
        folder = try TemporaryFolder()
        // Others than the owner read it too.
        unsafe chmod(folder.path, 0o755)
        for name in ["seats", "sessions", "users", "machines"] { unsafe mkdir(folder.path(of: name), 0o755) }
        // The mount exists for this program only and disappears with it.
        let script = "mkdir -p /run/systemd && mount --bind \"$0\" /run/systemd && exec \"$@\""
        wrapper = ["/usr/bin/unshare", "--mount", "/bin/sh", "-c", script, folder.path]
    }

    /// Writes the sessions of seat0; the active one is in front.
    func write(sessions: [(id: Int, user: UInt32, state: String)]) {
        for (id, user, state) in sessions {
            put(
                "UID=\(user)\nUSER=u\(user)\nACTIVE=\(state == "active" ? 1 : 0)\nSTATE=\(state)\nREMOTE=0\nTYPE=tty\n"
                    + "CLASS=user\nSEAT=seat0\n", at: "sessions/\(id)")
        }
        let front = sessions.first { $0.state == "active" }
        let active = front.map { "ACTIVE=\($0.id)\nACTIVE_UID=\($0.user)\n" } ?? ""
        let ids = sessions.map { "\($0.id)" }.joined(separator: " ")
        let users = sessions.map { "\($0.user)" }.joined(separator: " ")
        put(
            "IS_SEAT0=1\nCAN_MULTI_SESSION=1\nCAN_TTY=1\nCAN_GRAPHICAL=1\n\(active)SESSIONS=\(ids)\nUIDS=\(users)\n",
            at: "seats/seat0")
    }

    /// Atomically, as logind does: a file is moved to its place.
    private func put(_ text: String, at name: String) {
        guard let path = try? folder.write(text, to: "new") else { return }
        unsafe chmod(path, 0o644)
        unsafe rename(path, folder.path(of: name))
    }
}
