import TouchConfiguration
import Testing
import TouchCore

@testable import TouchVault

struct CalibrationTests {
    /// A machine that takes this many microseconds for one pass over a mebibyte.
    private static func parameters(_ microseconds: Double, wanting mebibytes: Int = 64) throws -> (
        StretchParameters, Int64
    ) {
        func time(_ tried: StretchParameters) -> Int64 {
            Int64(microseconds * Double(tried.passes) * Double(tried.memoryBytes >> 20))
        }
        let found = try HashCalibration.parameters(memoryBytes: mebibytes << 20) { tried throws(VaultError) in
            .microseconds(time(tried))
        }
        return (found, time(found))
    }

    @Test(
        arguments: [0.5, 0.9, 1, 2, 3, 100, 195, 300, 500, 780, 1_000, 2_000, 3_900, 6_000], [19, 46, 64, 256, 1_024])
    func `one stretch takes 100 to 250 ms wherever the minimum and maximum of passes allow it`(
        microseconds: Double, mebibytes: Int
    ) throws {
        let (found, time) = try Self.parameters(microseconds, wanting: mebibytes)
        #expect(found.memoryBytes >= StretchParameters.floor.memoryBytes)
        #expect(found.memoryBytes <= mebibytes << 20)
        #expect((2...16).contains(found.passes))
        if time < 100_000 { #expect(found.passes == 16) }
        if time > 250_000 { #expect(found == .floor) }
    }

    @Test func `parameters that fit stay as requested`() throws {
        #expect(try Self.parameters(1_000).0 == .standard)
    }

    @Test func `every enrollment measures this machine, also for duress, and costs no less than the floor`() throws {
        let vault = try Vault.open(path: Vault.inMemory, pepper: Vault.pepper(), parameters: .floor, isCalibrated: true)
        #expect(try vault.beginEnrollment(UserName("anna")).measured == .floor)
        try vault.enroll("anna", seven)
        #expect(
            try #require(try vault.beginChange(UserName("anna"), of: "pattern", at: 1, isForDuress: true)).measured
                == .floor)
        let verification = try vault.begin("anna", seven)
        let parameters = verification.stretching.parameters
        #expect(parameters.memoryBytes == StretchParameters.floor.memoryBytes)
        #expect(parameters.passes >= 2)
        #expect(try vault.finish(try verification.run(try pattern(seven))) == .passed)
    }
}
