extension CommandTable {
    private static let width = 110

    /// The first page: the commands by who needs them.
    package var firstPage: String {
        var lines = ["Usage: \(program) COMMAND [OPTION…] [ARGUMENT…]", about, ""]
        for reader in Reader.allCases {
            let names = rows.filter { $0.key == reader }.flatMap(\.value).map(\.name)
            guard !names.isEmpty else { continue }
            lines += [reader.rawValue + ":"] + names.joined(separator: ", ").wrapped(to: Self.width, indent: 2)
        }
        lines += ["", "\(program) help COMMAND explains a command and its options."]
        return (lines + ending.wrapped(to: Self.width)).joined(separator: "\n") + "\n"
    }

    /// The page of one command of the program that the user knows.
    package func page(of command: Command, as program: String) -> String {
        var lines = command.forms.enumerated().map { index, form in
            let options = command.options.isEmpty ? "" : " [OPTION…]"
            return
                "\(index == 0 ? "Usage:" : "      ") \(program) \(command.name)\(options)\(form.isEmpty ? "" : " " + form)"
        }
        for paragraph in command.text { lines += [""] + paragraph.wrapped(to: Self.width) }
        let known = choices.filter { command.options.contains($0.option.name) }
        if !known.isEmpty { lines += ["", "Options:"] }
        for choice in known {
            let letter = choice.option.letter.map { "-\($0), " } ?? "    "
            let start = "  \(letter)--\(choice.option.name)\(choice.value.map { " " + $0 } ?? "")"
            let rest = choice.meaning.wrapped(to: Self.width, indent: Self.column)
            if start.count < Self.column - 1 {
                lines.append(start + rest[0].dropFirst(start.count))
                lines += rest.dropFirst()
            } else {
                lines += [start] + rest
            }
        }
        lines += ["", "Example:", "  \(program) \(command.example)"]
        return lines.joined(separator: "\n") + "\n"
    }

    /// The table as lines of words between tabs, for programs that write completions and man pages.
    package var listing: String {
        var text = ""
        func line(_ words: [String]) { text += words.joined(separator: "\t") + "\n" }
        line(["program", program, about, ending])
        for (reader, command) in rows.flatMap({ reader, rows in rows.map { (reader, $0) } }) {
            let options = command.options.joined(separator: ",")
            line(["command", command.name, options, reader.rawValue, command.example])
            for form in command.forms { line(["form", form]) }
            for paragraph in command.text { line(["text", paragraph]) }
        }
        for choice in choices {
            let letter = choice.option.letter.map(String.init) ?? ""
            line(["option", choice.option.name, letter, choice.value ?? "", choice.meaning])
        }
        return text
    }

    private static let column = 26
}

extension String {
    /// The words in lines that are no wider than that, behind a margin.
    package func wrapped(to width: Int, indent: Int = 0) -> [String] {
        let margin = String(repeating: " ", count: indent)
        var lines = [margin]
        for word in split(separator: " ", omittingEmptySubsequences: false) {
            let line = lines[lines.count - 1]
            if line.count == indent {
                lines[lines.count - 1] += word
            } else if line.count + 1 + word.count <= width {
                lines[lines.count - 1] += " " + word
            } else {
                lines.append(margin + word)
            }
        }
        return lines
    }
}
