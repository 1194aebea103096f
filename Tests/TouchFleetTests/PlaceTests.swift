import StrictJSON
import Testing

@testable import TouchFleet

struct PlaceTests {
    static let key = "k1"

    static func place(_ generation: Int64, _ sequence: Int64, key: String = key) -> Place {
        Place(epoch: Place.Epoch(key: key, generation: generation), sequence: sequence, id: "id\(sequence)")
    }

    @Test(
        arguments: [
            // Both are empty.
            (nil, nil, place(0, 0)),
            (place(0, 7), nil, place(0, 7)),
            (nil, place(0, 9), place(0, 9)),
            // The acknowledgement was lost; the servers lost messages that they had acknowledged.
            (place(0, 7), place(0, 9), place(0, 9)),
            (place(0, 7), place(0, 5), place(0, 5)),
            // An older copy of the vault was restored before this, or before the stream received it.
            (place(0, 7), place(1, 2), place(1, 2)),
            (place(1, 2), place(0, 9), place(1, 2)),
            // A new vault.
            (place(0, 7, key: "old"), place(0, 9, key: "old"), place(0, 0)),
            (place(0, 3), place(0, 9, key: "old"), place(0, 3)),
        ] as [(Place?, Place?, Place)])
    func `the stream prevails over the cursor, unless it is of another epoch of the vault`(
        _ cursor: Place?, _ stored: Place?, _ expected: Place
    ) {
        let merged = Place.merge(cursor: cursor, stored: stored, key: Self.key)
        #expect(merged.epoch == expected.epoch)
        #expect(merged.sequence == expected.sequence)
    }

    @Test(
        arguments: [
            (5, (5, "id5"), false),
            (9, (5, "id5"), false),
            // Numbered again.
            (9, (5, "other"), true),
            // Fewer results than were sent.
            (4, nil, true),
            // Deleted by age.
            (9, (8, "id8"), false),
            (9, nil, false),
        ] as [(Int64, (sequence: Int64, id: String)?, Bool)])
    func `an older copy of the vault is distinguished from one whose oldest results were deleted`(
        head: Int64, found: (sequence: Int64, id: String)?, isAhead: Bool
    ) {
        #expect(Self.place(0, 5).isAhead(of: head, found: found) == isAhead)
    }

    @Test func `a cursor is text and the same on every machine`() {
        let text = #"{"epoch":"k1.2","sequence":1099511627776,"id":"id1099511627776"}"#
        #expect(Self.place(2, 1 << 40).json.description == text)
    }

    @Test func `a cursor reads as it was written, and nothing else does`() throws {
        let place = Self.place(2, 17)
        #expect(Place(try JSONObject(parsing: place.json.description)) == place)
        for text in ["{}", #"{"epoch":"k","sequence":1}"#, #"{"epoch":"k.-1","sequence":1}"#, #"{"epoch":"k.0"}"#] {
            #expect(Place(try JSONObject(parsing: text)) == nil)
        }
        #expect(Place(try JSONObject(parsing: #"{"type":"gap","epoch":"k.0","from":3,"to":9}"#))?.sequence == 9)
    }
}
