internal import Glibc
internal import System

/// What programs without commands have in common: options, help, version, errors.
package struct ServiceFrame: Sendable {
    private let name: String
    private let help: String
    private let options: [Option]
    private let stopsAtOperand: Bool

    /// Adds `--help` and `--version` to the options of a program.
    package init(_ name: String, _ options: [Option], help: String, stopsAtOperand: Bool = false) {
        (self.name, self.help, self.stopsAtOperand) = (name, help, stopsAtOperand)
        self.options = options + [Option("help", "h"), Option("version", "V")]
    }

    /// Runs the program, unless its command line, program first, asks for help or version.
    package func run(_ words: [String], _ body: (Arguments) throws(CommandError) -> Int32) -> Int32 {
        do throws(CommandError) {
            let arguments = try Arguments(words, known: options, stopsAtOperand: stopsAtOperand)
            if arguments.has("help") { return say(help) }
            if arguments.has("version") { return say("\(name) \(Version.text)\n") }
            return try body(arguments)
        } catch {
            complain(error.sentence(see: "\(name) --help"))
            return error.status.rawValue
        }
    }

    /// Root can read files that the service cannot; from here on this process reads as the user with the program's name does, whose
    /// service it is, if there is one.
    package func becomeServiceUser() {
        guard geteuid() == 0, let user = unsafe getpwnam(name) else { return }
        let (id, group) = unsafe (user.pointee.pw_uid, user.pointee.pw_gid)
        guard unsafe initgroups(name, group) == 0, setgid(group) == 0, setuid(id) == 0 else {
            return complain("cannot check as user \(name), only as root: \(SystemError.last("setuid"))")
        }
    }

    /// Prints a text; 1 if nobody reads it, otherwise 0.
    package func say(_ text: String) -> Int32 { StandardStream.output.write(text) ? 0 : 1 }

    /// Prints an error, a line without its end.
    package func complain(_ line: String) { StandardStream.errors.write("\(name): \(line)\n") }
}
