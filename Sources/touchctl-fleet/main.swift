import Arguments
import Glibc
import TouchFleet

let status = ConsoleProgram.run(CommandLine.arguments)
// Threads of the NATS library still run: handlers of exit(3) would destroy what they use.
_exit(status.rawValue)
