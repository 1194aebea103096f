import Arguments
import Glibc
import TouchClient

let words = CommandLine.arguments
if let problem = ControlProgram.become(words) {
    StandardStream.errors.write(problem + "\n")
    exit(ExitStatus.couldNotRun.rawValue)
}
let status = ControlProgram.run(words) { text in
    // The reader has closed the pipe, so further output would be lost.
    if !StandardStream.output.write(text) { exit(ExitStatus.couldNotRun.rawValue) }
} complaint: { line in
    StandardStream.errors.write(line + "\n")
}
exit(status.rawValue)
