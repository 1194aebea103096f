import StrictJSON
import Testing

@testable import TouchFleet

struct PlaceTests {
    static let key = "k1"

    static func place(_ generation: Int64, _ sequence: Int64, key: String = key) -> Place {
        Place(epoch: Place.Epoch(key: key, generation: generation), sequence: sequence, id: "id\(sequence)")
    }

    private static func own(_ place: Place) -> Place.Known { Place.Known(place: place, isOwn: true) }

    private static func foreign(_ place: Place) -> Place.Known { Place.Known(place: place, isOwn: false) }

    /// What was found, and where to continue.
    private struct Case {
        let (cursor, stored): (Place.Known?, Place.Known?)
        let expected: Place
        let isShared: Bool

        init(_ cursor: Place.Known?, _ stored: Place.Known?, _ expected: Place, isShared: Bool = false) {
            (self.cursor, self.stored, self.expected, self.isShared) = (cursor, stored, expected, isShared)
        }
    }

    private static let cases = [
        // Both are empty.
        Case(nil, nil, place(0, 0)),
        Case(own(place(0, 0)), nil, place(0, 0)),
        Case(own(place(0, 7)), nil, place(0, 7)),
        Case(nil, own(place(0, 9)), place(0, 9)),
        // The acknowledgement was lost; the servers lost messages that they had acknowledged.
        Case(own(place(0, 7)), own(place(0, 9)), place(0, 9)),
        Case(own(place(0, 7)), own(place(0, 5)), place(0, 5)),
        // An older copy of the vault was restored just now, before this, or before the stream received it.
        Case(foreign(place(0, 7)), foreign(place(0, 9)), place(1, 0)),
        Case(foreign(place(0, 7)), nil, place(1, 0)),
        Case(nil, foreign(place(2, 9)), place(3, 0)),
        Case(foreign(place(0, 7)), own(place(1, 2)), place(1, 2)),
        Case(own(place(1, 0)), foreign(place(0, 9)), place(1, 0)),
        Case(own(place(1, 0)), own(place(1, 2)), place(1, 2)),
        // A new vault.
        Case(foreign(place(0, 7, key: "old")), foreign(place(0, 9, key: "old")), place(0, 0)),
        // Another machine: with its own vault; with a copy, at first, later, and while it sends common results again.
        Case(own(place(0, 3)), foreign(place(0, 9, key: "other")), place(0, 3), isShared: true),
        Case(own(place(0, 7)), foreign(place(0, 9)), place(1, 0), isShared: true),
        Case(own(place(0, 7)), foreign(place(1, 9)), place(0, 7), isShared: true),
        Case(own(place(1, 7)), foreign(place(0, 9)), place(1, 7), isShared: true),
        Case(own(place(0, 7)), own(place(1, 2)), place(0, 7), isShared: true),
        // One that has sent nothing in its epoch takes a new one.
        Case(own(place(0, 0)), foreign(place(1, 9)), place(2, 0)),
    ]

    @Test func `the stream prevails over the cursor, unless its last result is not the vault's`() {
        for one in Self.cases {
            let found = Place.resume(cursor: one.cursor, stored: one.stored, key: Self.key)
            #expect(found.place.epoch == one.expected.epoch && found.place.sequence == one.expected.sequence, "\(one)")
            #expect(found.isShared == one.isShared, "\(one)")
        }
    }

    @Test(
        arguments: [
            (5, (5, "id5"), true),
            (9, (5, "id5"), true),
            // Numbered again.
            (9, (5, "other"), false),
            // Fewer results than were sent.
            (4, nil, false),
            // Deleted by age.
            (9, (8, "id8"), true),
            (9, nil, true),
        ] as [(Int64, (sequence: Int64, id: String)?, Bool)])
    func `an older copy of the vault is distinguished from one whose oldest results were deleted`(
        head: Int64, found: (sequence: Int64, id: String)?, isOwn: Bool
    ) {
        #expect(Self.place(0, 5).isOwn(of: head, found: found) == isOwn)
    }

    @Test func `a gap is the vault's only if the vault has nothing there`() throws {
        let gap = try #require(Place(JSONObject(parsing: #"{"type":"gap","epoch":"k1.0","from":3,"to":5}"#)))
        #expect(gap.isOwn(of: 9, found: (6, "id6")))
        #expect(!gap.isOwn(of: 9, found: (5, "id5")))
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
