internal import Arguments
internal import Glibc

/// A system program used by a command.
struct Tool {
    private let words: [String]

    /// - Parameter words: its name, looked up in PATH, and its arguments.
    init(_ words: [String]) { self.words = words }

    /// Runs it to its end.
    ///
    /// - Parameters:
    ///   - takesComplaints: whether its standard error is captured too; otherwise it is passed through.
    ///   - file: a descriptor that its standard output goes to; nil: it is captured.
    /// - Returns: its exit status, 128 and more if a signal ended it, and what was captured, as text.
    func run(
        takesComplaints: Bool = false, writingTo file: Int32? = nil
    ) throws(ControlError) -> (status: Int32, output: String) {
        var pipes: [Int32] = [-1, -1]
        guard unsafe pipe(&pipes) == 0 else { throw failure(errno) }
        defer { close(pipes[0]) }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_adddup2(&actions, file ?? pipes[1], STDOUT_FILENO)
        if takesComplaints { unsafe posix_spawn_file_actions_adddup2(&actions, pipes[1], STDERR_FILENO) }
        var copies = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        var process: pid_t = 0
        let reason = unsafe posix_spawnp(&process, words[0], &actions, nil, &copies, environ)
        close(pipes[1])
        guard reason == 0 else { throw failure(reason) }
        var output: [UInt8] = []
        var part = [UInt8](repeating: 0, count: 65_536)
        while true {
            let count = unsafe read(pipes[0], &part, part.count)
            if count < 0, errno == EINTR { continue }
            guard count > 0 else { break }
            output += part[..<count]
        }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        let signal = status & 0x7f
        return (signal == 0 ? status >> 8 & 0xff : 128 + signal, String(decoding: output, as: UTF8.self))
    }

    private func failure(_ reason: Int32) -> ControlError {
        .file("\(words[0]): \(unsafe String(cString: strerror(reason)))")
    }
}

/// A private folder for files that go into an archive; removed with its owner.
final class StagingFolder {
    /// The parent folder, for programs that need a folder and a name.
    let parent: String
    /// Its name.
    let name: String
    private var files: [String] = []
    private var path: String { "\(parent)/\(name)" }

    /// Makes it.
    init(named name: String) throws(ControlError) {
        let place = unsafe getenv("TMPDIR").map { unsafe String(cString: $0) } ?? "/tmp"
        var template = Array("\(place)/touchctl-XXXXXX".utf8CString)
        guard unsafe mkdtemp(&template) != nil else { throw Self.failure(place) }
        parent = String(decoding: template.dropLast().map(UInt8.init(bitPattern:)), as: UTF8.self)
        self.name = name
        guard unsafe mkdir("\(parent)/\(name)", 0o700) == 0 else { throw Self.failure(parent) }
    }

    /// Writes a file into it.
    func write(_ text: String, to file: String) throws(ControlError) {
        files.append("\(path)/\(file)")
        try ControlError.from { () throws(CommandError) in try File.write(Array(text.utf8), to: "\(path)/\(file)") }
    }

    private static func failure(_ path: String) -> ControlError {
        .file("\(path): \(unsafe String(cString: strerror(errno)))")
    }

    deinit {
        for file in files { unsafe unlink(file) }
        unsafe rmdir(path)
        unsafe rmdir(parent)
    }
}
