import TestSupport
import Testing

@testable import TouchDump

/// The commands of `touchd-dump`.
@Suite struct DumpTableTests {
    @Test func `the table is sound`() { DumpProgram.table.expectSound() }
}
