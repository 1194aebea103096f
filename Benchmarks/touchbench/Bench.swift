import Glibc
import TouchCore
import TouchModels

/// The benchmark of the pure parts: what models and scene cost per sample, in time and in heap allocations.
@main
enum Bench {
    private static let help = """
        usage: touchbench allocations    heap allocations per frame of scene and models; exit status 1 unless all are 0
               touchbench models         ns per sample of each model, and against a model that only repeats the place

        """

    static func main() {
        let words = CommandLine.arguments.dropFirst()
        switch (words.first, words.count) {
        case ("allocations", 1): exit(AllocationReport().run())
        case ("models", 1): ModelSpeed().run()
        case ("--help", 1): print(help, terminator: "")
        default:
            print(help, terminator: "")
            exit(2)
        }
    }
}
