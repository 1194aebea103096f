internal import Arguments

/// A command of `touchctl` that another program carries out, whose libraries a kiosk or a script does without.
package struct OtherProgram {
    private let program: Companion
    /// Whether it also has other commands, so that it needs this one's name.
    private let isShared: Bool

    /// The program of a command; nil if touchctl carries it out itself.
    package init?(_ command: String) {
        switch command {
        case "dump", "measure": (program, isShared) = (.dump, true)
        case "plot", "convert", "replay", "image": (program, isShared) = (.tools, true)
        case "fleet": (program, isShared) = (.fleet, false)
        default: return nil
        }
    }

    /// Replaces this program by the one that carries out, or explains, the command; returns the error, or nil if
    /// touchctl carries it out itself.
    package static func become(_ words: [String]) -> String? {
        let isHelp = words.dropFirst().first == "help"
        let rest = words.dropFirst(isHelp ? 2 : 1)
        guard let name = rest.first, let other = OtherProgram(name) else { return nil }
        let own = other.isShared ? ["touchctl"] + rest : [other.program.name] + rest.dropFirst()
        return "touchctl: \(other.program.become(own + (isHelp ? ["--help"] : [])))"
    }
}
