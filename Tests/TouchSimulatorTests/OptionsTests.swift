import Arguments
import Testing
import TouchCore

@testable import TouchSimulator

@Suite struct OptionsTests {
    static func options(_ line: String) throws -> Options {
        let words = ["touchsim"] + line.split(separator: " ").map(String.init)
        return try Options(Arguments(words, known: Options.known, stopsAtOperand: true), in: words)
    }

    @Test(
        arguments: [
            ("", .simulate(program: [])), ("--view 10x10", .simulate(program: [])),
            ("-- ls -l", .simulate(program: ["ls", "-l"])),
            ("-b umockdev -- touchd --dump", .simulate(program: ["touchd", "--dump"])),
            ("--control s tap 1,2 hold 5", .send(command: "tap 1,2 hold 5")),
            ("-c s -- ls", .simulate(program: ["ls"])), ("-c s", .simulate(program: [])),
            ("-c s wait 5 -- x", .send(command: "wait 5 -- x")),
        ] as [(String, Options.Mode)])
    func `the arguments choose the mode`(line: String, expected: Options.Mode) throws {
        #expect(try Self.options(line).mode == expected)
    }

    @Test(arguments: [
        ("play a.evemu speed 2", "play /home/me/a.evemu speed 2"), ("play ../b", "play /home/me/../b"),
        ("panel 2 play c", "panel 2 play /home/me/c"), ("play /d", "play /d"), ("play", "play"), ("tap 1,2", "tap 1,2"),
    ])
    func `a recording is named from the caller's folder`(command: String, sent: String) throws {
        #expect(try ControlClient.absolute(command, from: "/home/me") == sent)
        #expect(throws: PanelError.self) { try ControlClient.absolute("play a", from: "/home/me too") }
    }

    @Test func `the options are read`() throws {
        let options = try Self.options("-b uinput -d a.evemu --view 800x480 -p A=b=c -p D= -c s --do unplug")
        #expect(options.backend == .uinput && options.description == "a.evemu" && options.control == "s")
        #expect(options.view == Size(width: 800, height: 480) && options.commands == "unplug")
        #expect(options.properties == ["A": "b=c", "D": ""])
    }

    @Test(arguments: [
        ("ls", "a program comes after --"), ("--nope", "--nope"), ("-b dummy", "auto, uinput or umockdev"),
        ("--view 800", "WIDTHxHEIGHT"), ("--view 0x5", "WIDTHxHEIGHT"), ("-p A", "NAME=VALUE"), ("-p =A", "NAME=VALUE"),
        ("--control", "needs a value"), ("--do x --script y", "cannot be used with"),
    ])
    func `an invalid argument is reported`(line: String, part: String) {
        do {
            let options = try Self.options(line)
            Issue.record("taken as \(options)")
        } catch {
            #expect("\(error)".contains(part), "\(error)")
        }
    }

    @Test func `the help names every command and option`() {
        for name in CommandParser.names { #expect(Usage.help.contains(name), "\(name)") }
        for name in ["backend", "description", "view", "property", "control", "script", "do", "help", "version"] {
            #expect(Usage.help.contains("--\(name)"), "\(name)")
        }
    }
}
