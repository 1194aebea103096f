import Glibc
import TouchPanel

exit(Simulator.run(CommandLine.arguments))
