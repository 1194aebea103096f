import Arguments
import Testing

@Suite struct ArgumentsTests {
    static let known = [
        Option("config", "c", value: .required), Option("dump", value: .optional), Option("verbose", "v"),
        Option("version"),
    ]

    static func words(_ line: String) -> [String] { ["prog"] + line.split(separator: " ").map(String.init) }

    @Test(
        arguments: [
            ("--config a.conf x", ["config=a.conf"], ["x"]),
            ("--config=a.conf x", ["config=a.conf"], ["x"]),
            ("-c a.conf -v", ["config=a.conf", "verbose"], []),
            ("-vca.conf", ["verbose", "config=a.conf"], []),
            ("x --verbose y", ["verbose"], ["x", "y"]),
            ("--dump x", ["dump"], ["x"]),
            ("--dump=json", ["dump=json"], []),
            ("--verb -- --config", ["verbose"], ["--config"]),
            ("", [], []),
        ] as [(String, [String], [String])])
    func `a command line becomes options and operands`(line: String, options: [String], operands: [String]) throws {
        let arguments = try Arguments(Self.words(line), known: Self.known)
        #expect(arguments.options.map { name, value in value.map { "\(name)=\($0)" } ?? name } == options)
        #expect(arguments.operands == operands)
    }

    @Test func `a command after the options keeps its own`() throws {
        let arguments = try Arguments(Self.words("-v run --config x -v"), known: Self.known, stopsAtOperand: true)
        #expect(arguments.options.map(\.name) == ["verbose"])
        #expect(arguments.operands == ["run", "--config", "x", "-v"])
    }

    @Test(arguments: [
        ("--nope", "unknown option --nope"), ("-x", "unknown option -x"), ("--ver", "unknown option --ver"),
        ("--config", "option --config needs a value"), ("-c", "option -c needs a value"),
        ("--verbose=1", "unknown option --verbose=1"),
        ("run --nope", "unknown option --nope"), ("run -x more", "unknown option -x"),
        ("run --verbose=1 y", "unknown option --verbose=1"),
        ("run y --config", "option --config needs a value"), ("run -vx", "unknown option -x"),
    ])
    func `an unexpected argument is named`(line: String, expected: String) {
        let error = #expect(throws: CommandError.self) { try Arguments(Self.words(line), known: Self.known) }
        #expect(error?.description == expected)
    }

    @Test func `the last of several values wins`() throws {
        let arguments = try Arguments(Self.words("-c a -c b"), known: Self.known)
        #expect(arguments["config"] == "b")
        #expect(arguments.has("config") && !arguments.has("verbose"))
    }

    @Test func `command lines can be parsed concurrently`() async {
        let lines = (0..<8).map { number in
            (words: Self.words("x\(number) -c \(number) -v y"), operands: ["x\(number)", "y"])
        }
        let mixed = await withTaskGroup(of: Int.self) { group in
            for line in lines {
                group.addTask {
                    (0..<2_000).count { _ in
                        let read = try? Arguments(line.words, known: Self.known)
                        return read?.operands != line.operands || read?.options.count != 2
                    }
                }
            }
            return await group.reduce(0, +)
        }
        #expect(mixed == 0)
    }
}
