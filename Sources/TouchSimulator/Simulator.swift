import Arguments
import Glibc
import Synchronization
import System
import TouchDevice

/// The program touchsim: a panel, a program under it, and commands from a script and a socket.
package enum Simulator {
    private static let couldNotRun = ExitStatus.couldNotRun.rawValue
    /// What ends the program under the panel, or tells of its end.
    private static let awaited = sigset_t([SIGINT, SIGTERM, SIGHUP, SIGCHLD])
    private static let frame = ServiceFrame("touchsim", Options.known, help: Usage.help, stopsAtOperand: true)

    /// Runs the command line, the program's own name first, and returns the exit status.
    package static func run(_ words: [String]) -> Int32 {
        frame.run(words) { arguments throws(CommandError) in
            let options = try Options(arguments, in: words)
            do throws(PanelError) {
                switch options.mode {
                case .send(let command):
                    let command = try ControlClient.absolute(command, from: SystemPath.resolved(".") ?? ".")
                    let answer = try ControlClient.send(command, to: options.control ?? "")
                    _ = frame.say("\(answer)\n")
                    return answer.hasPrefix("ok") ? 0 : couldNotRun
                case .simulate(let program): return try simulate(program, options)
                }
            } catch { throw .file(error.description) }
        }
    }

    private static func simulate(_ program: [String], _ options: Options) throws(PanelError) -> Int32 {
        // Before any thread starts, so that only the loop below gets signals.
        var awaited = awaited
        unsafe pthread_sigmask(SIG_BLOCK, &awaited, nil)
        let description = try options.description.map { path throws(PanelError) in try DeviceDescription(path: path) }
        let script = try Script(options)
        let panel = try VirtualPanel(
            description ?? .touchsim, kind: options.backend, properties: options.properties)
        defer { panel.remove() }
        var others: [VirtualPanel] = []
        defer { for other in others.reversed() { other.remove() } }
        while others.count + 1 < options.panels {
            var description = panel.description
            description.name += " \(others.count + 2)"
            others.append(
                try VirtualPanel(
                    description, kind: options.backend, properties: options.properties, beside: others.last ?? panel))
        }
        let ending = Ending()
        let runner = try CommandRunner(panel, beside: others, view: options.view) { ending.end(.asked) }
        let server = try options.control.map { path throws(PanelError) in
            try ControlServer(path: path, runner: runner)
        }
        defer { server?.close() }
        let child = try program.isEmpty ? nil : start(program, under: panel)
        if child == nil {
            _ = frame.say(panel.environment.sorted { $0.key < $1.key }.map { "\($0.key)=\($0.value)\n" }.joined())
        }
        RunningThread.detached {
            if let failure = script.run(with: runner, awaitingOpen: child != nil) {
                frame.complain(failure)
                ending.end(.scriptFailed)
            }
        }
        return finish(child, ending)
    }

    /// Starts a program that sees the panel; an LD_PRELOAD of the environment is kept, after the panel's.
    static func start(_ program: [String], under panel: VirtualPanel) throws(PanelError) -> Subprocess {
        var environment = Subprocess.environment
        for (name, value) in panel.environment {
            let present = name == "LD_PRELOAD" ? environment[name] : nil
            environment[name] = present.map { "\(value):\($0)" } ?? value
        }
        let pairs = environment.map { "\($0.key)=\($0.value)" }
        return try PanelError.wrap { () throws(SystemError) in try Subprocess(program, environment: pairs) }
    }

    /// Passes signals on to the program until it ends; without a program, waits for a signal or the command `quit`.
    private static func finish(_ child: Subprocess?, _ ending: Ending) -> Int32 {
        while true {
            var awaited = awaited
            var information = unsafe siginfo_t()
            let signal = unsafe sigwaitinfo(&awaited, &information)
            if signal < 0 { continue }
            let reason = ending.reason
            guard let child else {
                if signal != SIGCHLD { return reason == .scriptFailed ? couldNotRun : 0 }
                continue
            }
            if signal == SIGCHLD {
                guard let status = child.status()?.code else { continue }
                return reason == .scriptFailed ? couldNotRun : status
            }
            // The terminal sends its signals to the whole foreground group, including the program.
            if unsafe information.si_code != SI_KERNEL { child.send(signal) }
        }
    }
}

/// Why touchsim ends before its program does; wakes the loop that waits for signals.
private final class Ending: Sendable {
    enum Reason { case asked, scriptFailed }

    private let first = Mutex<Reason?>(nil)

    var reason: Reason? { first.withLock { $0 } }

    func end(_ reason: Reason) {
        first.withLock { if $0 == nil { $0 = reason } }
        kill(getpid(), SIGTERM)
    }
}
