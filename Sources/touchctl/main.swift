import Arguments
import Glibc
import TouchClient

if let problem = FleetCommand.become(CommandLine.arguments) {
    StandardStream.errors.write(problem + "\n")
    exit(ExitStatus.couldNotRun.rawValue)
}
let status = ControlProgram.run(CommandLine.arguments) { text in
    // The reader has closed the pipe, so further output would be lost.
    if !StandardStream.output.write(text) { exit(ExitStatus.couldNotRun.rawValue) }
} complaint: { line in
    StandardStream.errors.write(line + "\n")
}
exit(status.rawValue)
