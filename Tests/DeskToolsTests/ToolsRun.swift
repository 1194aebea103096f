import Arguments
import DeskTools

/// What came of a command of `touchctl` that `touchd-tools` carries out.
struct ToolsRun {
    let status: ExitStatus
    let output: String
    let complaints: [String]

    init(_ words: [String], as program: String = "touchctl") {
        var (output, complaints) = ("", [String]())
        status = ToolsProgram.run([program] + words) {
            output += $0
        } complaint: {
            complaints.append($0)
        }
        (self.output, self.complaints) = (output, complaints)
    }
}
