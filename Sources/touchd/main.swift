import Glibc
import TouchService

exit(DaemonProgram.run(CommandLine.arguments))
