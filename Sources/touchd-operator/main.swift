import Glibc
import TouchOperator

exit(OperatorProgram.run(CommandLine.arguments))
