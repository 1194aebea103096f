import Glibc
import TouchFleet

exit(FleetProgram.run(CommandLine.arguments))
