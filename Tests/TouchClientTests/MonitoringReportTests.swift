import Arguments
import InterfaceFiles
import Testing
import Varlink

@testable import TouchClient

/// The doctor's output for monitoring systems, and whether it misses a machine's faults.
struct MonitoringReportTests {
    private func report(
        ignoring ignored: Set<String> = [], _ change: (inout Machine) -> Void = { _ in }
    ) -> MonitoringReport {
        var machine = DoctorTests.healthy
        change(&machine)
        let all = machine.diagnoses.sorted { $0.severity > $1.severity }
        let found = all.filter { !ignored.contains($0.code) }
        return MonitoringReport(found, ignored: all.count - found.count, of: machine)
    }

    @Test func `a healthy kiosk is OK, with its figures`() {
        let report = report()
        #expect(
            report.line
                == "TOUCHD OK - no problems found | errors=0 warnings=0 notes=0 ignored=0 panels=1 panels_trusted=1")
        #expect(report.status.rawValue == 0)
    }

    @Test func `the worst finding decides, and only one bar is in the line`() {
        let report = report {
            $0.daemon.vaultProblem = "no space\nleft | here"
            $0.daemon.trustsToo = ["virtual"]
        }
        #expect(report.status.rawValue == 2)
        #expect(report.line.hasPrefix("TOUCHD CRITICAL - no space"))
        #expect(
            report.line.contains("[vault_unwritable]; ")
                && report.line.contains("[provenance_open] | errors=1 warnings=1"))
        #expect(report.line.count { $0 == "|" } == 1 && !report.line.contains("\n"))
    }

    @Test func `without permission the status is unknown, unless there is a certain problem`() {
        let blind = report { $0.daemon.reach = .denied }
        #expect(blind.status.rawValue == 3)
        #expect(blind.line.hasPrefix("TOUCHD UNKNOWN - ") && !blind.line.contains("panels="))
        let dead = report {
            $0.daemon.reach = .denied
            $0.units?.service.state = "failed"
        }
        #expect(dead.status.rawValue == 2)
    }

    @Test func `ignored findings do not count, and are counted`() {
        let report = report(ignoring: ["provenance_open"]) { $0.daemon.trustsToo = ["virtual"] }
        #expect(report.status.rawValue == 0 && report.line.contains("warnings=0 notes=0 ignored=1"))
    }

    @Test(arguments: ["", "a,", "A B", "a;b", "../x"])
    func `unknown codes are a usage error`(text: String) {
        #expect(throws: CommandError.self) { try Doctor.codes(text) }
    }

    /// Reasons caused by a person, a front end or a user's record.
    private static let personal: Set<String> = [
        "wrong_pattern", "wrong_pin", "already_tried", "disabled", "secret_expired", "recovering", "superseded",
        "busy", "strong_needed",
        "missed", "track_rejected", "refreshed", "wrong_key",
    ]

    /// Reasons of results that the machine causes, and the diagnoses that may be the cause.
    private static let diagnoses: [String: [String]] = [
        "untrusted_panel": ["untrusted_panel"],
        "storage_failed": ["vault_unwritable"],
        "not_exclusive": ["grabbed", "also_open"],
        "panel_held": ["grabbed"],
        "locked": ["vault_alarm"],
        "locked_out": ["vault_alarm"],
    ]

    /// The words of an interface's enumeration that say why something did not pass.
    private static func reasons(in interface: String) throws -> [String] {
        let text = try #require(InterfaceFiles.all.first { $0.name == interface }).text
        let type = try InterfaceDescription(parsing: text).types["Reason"]
        guard case .enumeration(let words) = type else { return [] }
        return words
    }

    @Test(arguments: ["io.touchd.unlock", "io.touchd.captcha"])
    func `each reason is caused by a person, or has a diagnosis of the doctor`(interface: String) throws {
        let reasons = try Self.reasons(in: interface)
        #expect(reasons.count > 5 && reasons.contains("untrusted_panel"), "\(reasons)")
        for reason in reasons where !Self.personal.contains(reason) {
            #expect(Self.diagnoses[reason] != nil, "\(reason)")
        }
    }

    @Test func `the doctor makes each of those diagnoses`() {
        let made = Set(DoctorTests.cases.map(\.code))
        for (reason, codes) in Self.diagnoses {
            #expect(!codes.isEmpty && made.isSuperset(of: codes), "\(reason)")
        }
    }
}
