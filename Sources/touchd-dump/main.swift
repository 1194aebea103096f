import Arguments
import Glibc
import TouchDump

let status = DumpProgram.run(CommandLine.arguments, output: StandardStream.output.write) { line in
    StandardStream.errors.write(line + "\n")
}
exit(status.rawValue)
