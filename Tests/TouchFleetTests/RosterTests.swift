import Arguments
import TestSupport
import Testing

@testable import TouchFleet

/// Commands of `touchctl fleet`, and lists of kiosks that should exist.
struct RosterTests {
    @Test func `the table of commands is sound`() { ConsoleTable.table.expectSound() }

    @Test func `a list has a name a line, comments and empty lines`() throws {
        let text = "# ground floor\nlobby\n\n  gate  # beside the door\r\noffice-2\n"
        #expect(try Roster(parsing: text).names == ["lobby", "gate", "office-2"])
    }

    @Test func `of permissions, only kiosks with subjects of their own count`() throws {
        let text = """
            users: [
              { user: "CN=console", permissions: { publish: ["$JS.API.>", "touchd.v1.*.do"], subscribe: ["_INBOX_console.>"] } }
              { user: "CN=lobby", permissions: { publish: ["touchd.v1.lobby.*", "$KV.touchd.lobby.*",
                "$JS.API.DIRECT.GET.TOUCHD_RESULTS.touchd.v1.attic.*"], subscribe: ["touchd.v1.lobby.do"] } }
              # { user: "CN=cellar", permissions: { publish: ["touchd.v1.cellar.*"] } }
              { user: "CN=#1", permissions: { publish: ["touchd.v1.gate.*"] } } // "touchd.v1.garage.*"
            ]
            """
        #expect(try Roster(parsing: text).names == ["lobby", "gate"])
    }

    @Test(
        arguments: [
            ("lobby\ntwo words\n", "line 2: not the name of a kiosk: two words"),
            ("a.b", "line 1: not the name of a kiosk: a.b"), ("\n# none\n", "names no kiosk"),
            ("users: [ { user: \"CN=console\" } ]", "names no kiosk"),
        ])
    func `what is no list is refused with its line`(text: String, fault: String) {
        let error = #expect(throws: CommandError.self) { try Roster(parsing: text) }
        #expect(error?.description.hasPrefix(fault) == true)
    }
}
