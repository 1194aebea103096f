import Arguments
import TouchCore

struct Options: Equatable, Sendable {
    enum Mode: Equatable, Sendable {
        /// Make a panel and start a program under it; without words, no program.
        case simulate(program: [String])
        /// Send a command to the touchsim at the control socket.
        case send(command: String)
    }

    var mode = Mode.simulate(program: [])
    var backend = BackendKind.automatic
    /// An evemu file that describes the panel.
    var description: String?
    /// In pixels.
    var view = Size(width: 1280, height: 800)
    var panels = 1
    var properties: [String: String] = [:]
    var control: String?
    var script: String?
    /// Commands, separated by semicolons.
    var commands: String?

    static let known = [
        Option("backend", "b", value: .required), Option("description", "d", value: .required),
        Option("view", value: .required),
        Option("property", "p", value: .required), Option("control", "c", value: .required),
        Option("script", "s", value: .required), Option("do", value: .required),
        Option("panels", value: .required),
    ]

    /// Reads the arguments in a command line.
    init(_ arguments: Arguments, in words: [String]) throws(CommandError) {
        for (name, value) in arguments.options { try apply(name, value ?? "") }
        let operands = arguments.operands
        let isProgram = words.dropLast(operands.count).last == "--"
        if isProgram || operands.isEmpty {
            mode = .simulate(program: operands)
        } else if control != nil {
            mode = .send(command: operands.joined(separator: " "))
        } else {
            throw .usage(
                "unexpected argument \"\(operands[0])\" (a program comes after --, a command needs --control PATH)")
        }
        if script != nil, commands != nil { throw .usage("--script cannot be used with --do") }
    }

    private mutating func apply(_ name: String, _ value: String) throws(CommandError) {
        switch name {
        case "backend":
            guard let kind = BackendKind(rawValue: value) else {
                throw .usage("--backend is auto, uinput or umockdev, not \"\(value)\"")
            }
            backend = kind
        case "description": description = value
        case "view": view = try Self.size(value)
        case "panels":
            guard let count = Int(value), (1...8).contains(count) else {
                throw .usage("--panels is a number from 1 to 8, not \"\(value)\"")
            }
            panels = count
        case "property":
            let parts = value.split(separator: "=", maxSplits: 1, omittingEmptySubsequences: false)
            guard parts.count == 2, !parts[0].isEmpty, !value.contains(where: \.isNewline) else {
                throw .usage("--property is NAME=VALUE, not \"\(value)\"")
            }
            properties[String(parts[0])] = String(parts[1])
        case "control": control = value
        case "script": script = value
        default: commands = value
        }
    }

    private static func size(_ text: String) throws(CommandError) -> Size {
        let parts = text.split(separator: "x", omittingEmptySubsequences: false).compactMap { Int($0) }
        guard parts.count == 2, parts.allSatisfy({ (1...100_000).contains($0) }) else {
            throw .usage("--view is WIDTHxHEIGHT in pixels, not \"\(text)\"")
        }
        return Size(width: Double(parts[0]), height: Double(parts[1]))
    }
}
