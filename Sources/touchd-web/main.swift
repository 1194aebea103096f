import Glibc
import TouchWeb

exit(WebProgram.run(CommandLine.arguments))
