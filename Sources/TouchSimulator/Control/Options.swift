import Arguments
package import TouchCore

/// The command line of touchsim.
package struct Options: Equatable, Sendable {
    /// What to do.
    package enum Mode: Equatable, Sendable {
        /// Print the help.
        case help
        /// Print the version.
        case version
        /// Make a panel and start a program under it; without words, no program.
        case simulate(program: [String])
        /// Send a command to the touchsim at the control socket.
        case send(command: String)
    }

    /// What to do.
    package var mode = Mode.simulate(program: [])
    /// How to make the panel.
    package var backend = BackendKind.automatic
    /// An evemu file that describes the panel.
    package var description: String?
    /// The view, in pixels.
    package var view = Size(width: 1280, height: 800)
    /// The number of panels.
    package var panels = 1
    /// Additional udev properties.
    package var properties: [String: String] = [:]
    /// The control socket.
    package var control: String?
    /// A file with commands.
    package var script: String?
    /// Commands, separated by semicolons.
    package var commands: String?

    private static let known = [
        Option("help", "h"), Option("version", "V"), Option("backend", "b", value: .required),
        Option("description", "d", value: .required), Option("view", value: .required),
        Option("property", "p", value: .required), Option("control", "c", value: .required),
        Option("script", "s", value: .required), Option("do", value: .required),
        Option("panels", value: .required),
    ]

    /// Parses the arguments, the program's own name first.
    ///
    /// - Throws: for anything not in the help text.
    package init(_ words: [String]) throws(UsageError) {
        let arguments: Arguments
        do throws(ArgumentError) {
            arguments = try Arguments(words, known: Self.known, stopsAtOperand: true)
        } catch {
            throw UsageError("\(error)")
        }
        for (name, value) in arguments.options { try apply(name, value ?? "") }
        guard mode == .simulate(program: []) else { return }
        let operands = arguments.operands
        let isProgram = words.dropLast(operands.count).last == "--"
        if isProgram || operands.isEmpty {
            mode = .simulate(program: operands)
        } else if control != nil {
            mode = .send(command: operands.joined(separator: " "))
        } else {
            throw UsageError(
                "unexpected argument \"\(operands[0])\" (a program comes after --, a command needs --control PATH)")
        }
        if script != nil, commands != nil { throw UsageError("--script cannot be used with --do") }
    }

    private mutating func apply(_ name: String, _ value: String) throws(UsageError) {
        switch name {
        case "help": mode = .help
        case "version": mode = mode == .help ? .help : .version
        case "backend":
            guard let kind = BackendKind(rawValue: value) else {
                throw UsageError("--backend is auto, uinput or umockdev, not \"\(value)\"")
            }
            backend = kind
        case "description": description = value
        case "view": view = try Self.size(value)
        case "panels":
            guard let count = Int(value), (1...8).contains(count) else {
                throw UsageError("--panels is a number from 1 to 8, not \"\(value)\"")
            }
            panels = count
        case "property":
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !value.contains(where: \.isNewline) else {
                throw UsageError("--property is NAME=VALUE, not \"\(value)\"")
            }
            properties[String(parts[0])] = String(parts[1])
        case "control": control = value
        case "script": script = value
        default: commands = value
        }
    }

    private static func size(_ text: String) throws(UsageError) -> Size {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...100_000).contains($0) }) else {
            throw UsageError("--view is WIDTHxHEIGHT in pixels, not \"\(text)\"")
        }
        return Size(width: Double(parts[0]), height: Double(parts[1]))
    }
}

/// Invalid arguments.
package struct UsageError: Error, Equatable, Sendable, CustomStringConvertible {
    /// The error, as a sentence for users.
    package let description: String

    init(_ description: String) { self.description = description }
}
