import Glibc
import TouchSimulator

exit(Simulator.run(CommandLine.arguments))
