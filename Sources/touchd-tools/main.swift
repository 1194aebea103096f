import Arguments
import DeskTools
import Glibc

let status = ToolsProgram.run(CommandLine.arguments) { text in
    // The reader has closed the pipe, so further output would be lost.
    if !StandardStream.output.write(text) { exit(ExitStatus.couldNotRun.rawValue) }
} complaint: { line in
    StandardStream.errors.write(line + "\n")
}
exit(status.rawValue)
