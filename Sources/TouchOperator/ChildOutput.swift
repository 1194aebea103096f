internal import CShims
internal import EventLoop
internal import Glibc
package import TouchCore

/// The output of another program, limited in time.
package struct ChildOutput {
    /// Its exit status; nil if a signal ended it.
    package let status: Int32?
    /// What it printed.
    package let bytes: [UInt8]

    /// Runs a program to its end, or kills it when its time is over.
    ///
    /// - Parameters:
    ///   - words: its name, looked up in PATH, and its arguments.
    ///   - maxBytes: longer output is cut off.
    ///   - takesComplaints: whether its standard error is captured too; otherwise it is discarded.
    /// - Returns: nil if it could not be run or took too long.
    package static func of(
        _ words: [String], within time: Interval, maxBytes: Int = 1 << 20, takesComplaints: Bool = false
    ) -> ChildOutput? {
        var pipes: [Int32] = [-1, -1]
        guard unsafe pipe(&pipes) == 0 else { return nil }
        for end in pipes { _ = fcntl(end, F_SETFD, FD_CLOEXEC) }
        _ = cshims_set_nonblocking(pipes[0])
        let input = Descriptor(owning: pipes[0])
        guard let process = start(words, output: Descriptor(owning: pipes[1]), takesComplaints) else { return nil }
        let end = Instant.now.advanced(by: time)
        var (output, part) = ([UInt8](), [UInt8](repeating: 0, count: 16_384))
        var isWhole = false
        while !isWhole {
            let left = end.since(.now)
            guard left > .zero else { break }
            guard cshims_wait(input.number, 0, left.pollTimeout) > 0 else { continue }
            let count = unsafe read(input.number, &part, part.count)
            if count > 0 { output += part.prefix(min(count, maxBytes - output.count)) }
            isWhole = count == 0 || count < 0 && errno != EAGAIN && errno != EINTR
        }
        if !isWhole { kill(process, SIGKILL) }
        var status: Int32 = 0
        while unsafe waitpid(process, &status, 0) < 0 && errno == EINTR {}
        guard isWhole else { return nil }
        return ChildOutput(status: status & 0x7f == 0 ? status >> 8 & 0xff : nil, bytes: output)
    }

    private static func start(
        _ words: [String], output: consuming Descriptor, _ takesComplaints: Bool
    ) -> pid_t? {
        var actions = unsafe posix_spawn_file_actions_t()
        unsafe posix_spawn_file_actions_init(&actions)
        defer { unsafe posix_spawn_file_actions_destroy(&actions) }
        unsafe posix_spawn_file_actions_addopen(&actions, STDIN_FILENO, "/dev/null", O_RDONLY, 0)
        unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDOUT_FILENO)
        if takesComplaints {
            unsafe posix_spawn_file_actions_adddup2(&actions, output.number, STDERR_FILENO)
        } else {
            unsafe posix_spawn_file_actions_addopen(&actions, STDERR_FILENO, "/dev/null", O_WRONLY, 0)
        }
        // The threads of a worker block every signal, which a program would inherit.
        var attributes = posix_spawnattr_t()
        unsafe posix_spawnattr_init(&attributes)
        defer { unsafe posix_spawnattr_destroy(&attributes) }
        var none = sigset_t()
        unsafe sigemptyset(&none)
        unsafe posix_spawnattr_setsigmask(&attributes, &none)
        unsafe posix_spawnattr_setflags(&attributes, Int16(POSIX_SPAWN_SETSIGMASK))
        var copies = unsafe words.map { unsafe strdup($0) } + [nil]
        defer { unsafe copies.forEach { unsafe free($0) } }
        var process: pid_t = 0
        return unsafe posix_spawnp(&process, words[0], &actions, &attributes, &copies, environ) == 0 ? process : nil
    }
}
