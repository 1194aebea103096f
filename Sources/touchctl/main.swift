import Arguments
import Glibc
import TouchClient

if let problem = FleetCommand.become(CommandLine.arguments) {
    StandardStream.errors.write(problem + "\n")
    exit(ExitStatus.couldNotRun.rawValue)
}
let status = ControlProgram.run(CommandLine.arguments) { text in
    // A pipe whose reader is gone ends a stream of answers; nobody would see the rest.
    if !StandardStream.output.write(text) { exit(ExitStatus.couldNotRun.rawValue) }
} complaint: { line in
    StandardStream.errors.write(line + "\n")
}
exit(status.rawValue)
