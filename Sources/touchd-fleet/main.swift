import Glibc
import TouchFleet

let status = FleetProgram.run(CommandLine.arguments)
// Threads of the NATS library still run: handlers of exit(3) would destroy what they use.
_exit(status)
