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

    /// Replaces this program by it, with all further words.
    ///
    /// - Parameter words: the command line of touchctl, with the command as its second word.
    /// - Returns: the error, a line without its end.
    package func become(_ words: [String]) -> String {
        let own = isShared ? ["touchctl"] + words.dropFirst() : [program.name] + words.dropFirst(2)
        return "touchctl: \(program.become(own))"
    }
}
