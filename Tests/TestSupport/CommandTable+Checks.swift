package import Arguments
import Testing

extension CommandTable {
    /// Checks what the help promises, and that wrong command lines are refused.
    package func expectSound() {
        #expect(firstPage.split(separator: "\n", omittingEmptySubsequences: false).count <= 31, "\(firstPage)")
        let global: Set = ["help", "version"]
        #expect(Set(choices.map(\.option.name)).subtracting(global) == Set(commands.flatMap(\.options)))
        for command in commands {
            let page = page(of: command, as: program)
            #expect(page.split(separator: "\n", omittingEmptySubsequences: false).count <= 41, "\(page)")
            #expect(firstPage.contains(command.name))
            #expect(reads("help \(command.name)") && reads("\(command.name) --help"))
            // A shell reads what follows.
            let example = command.example.prefix { $0 != "<" }
            if command.companion != nil { continue }
            #expect(reads(String(example)), "\(example)")
            for option in choices.map(\.option)
            where !global.contains(option.name) && !command.options.contains(option.name) {
                let words = "\(command.name) --\(option.name)\(option.value == .none ? "" : "=1")"
                #expect(problem(words) == "--\(option.name) cannot be used with \(command.name)")
            }
            for option in choices.map(\.option)
            where command.options.contains(option.name) && option.value == .required {
                #expect(problem("\(command.name) --\(option.name)") == "option --\(option.name) needs a value")
            }
            #expect(problem("\(command.name) --dance") == "unknown option --dance")
            #expect(
                command.operands.lowerBound == 0
                    || problem(command.name) == "\(command.name) takes \(command.forms.joined(separator: ", or "))")
            guard command.operands.upperBound < 10 else { continue }
            let many = Array(repeating: "x", count: command.operands.upperBound + 1)
            #expect(problem("\(command.name) \(many.joined(separator: " "))") == "unexpected argument x")
        }
    }

    private func reads(_ words: String) -> Bool { problem(words) == nil }

    /// Why a command line is refused; nil: it is not.
    private func problem(_ words: String) -> String? {
        do throws(CommandError) { _ = try request([program] + words.split(separator: " ").map(String.init)) } catch {
            return "\(error)"
        }
        return nil
    }
}
