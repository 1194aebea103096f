import TestSupport
import Testing

@testable import TouchFleet

/// The commands of `touchctl fleet`.
@Suite struct ConsoleTableTests {
    @Test func `the table is sound`() { ConsoleTable.table.expectSound() }
}
