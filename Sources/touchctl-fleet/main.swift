import Arguments
import Glibc
import TouchFleet

exit(ConsoleProgram.run(CommandLine.arguments).rawValue)
