import StrictJSON
import Testing
import TestSupport

/// Real recordings through the real programs, compared with the files.
@Suite(.needsCorpus) struct RecordingTests {
    /// Recordings are not modified before the comparison.
    ///
    /// Contacts, ends, places and frames are those of the file. eGalax's USB controller reports positions on axes that
    /// no touchscreen has (ABS_Z, ABS_RX): every finger stays where ABS_X and ABS_Y begin, which lies off the panel and
    /// is moved to its corner.
    @Test(arguments: Corpus.recordings)
    func `fingers of a recording land, lift and end where the file says`(name: String) throws {
        let (path, description) = (Corpus.path(of: name), Corpus.description(of: name))
        let expected = FileContacts(
            description: try TemporaryFolder.bytes(of: description), recording: try TemporaryFolder.bytes(of: path))
        #expect(expected.fuzz == 0, "the reader of this test knows no fuzz")
        #expect(!expected.contacts.isEmpty)
        try withLine(Line.Setup(description: description, properties: try Remedy.properties(of: description))) { line in
            let dump = try line.dump()
            let screen = try line.present(Widgets.whole)
            try line.draw("play \(path) speed 0")
            let found = try DumpedContacts(line.end(dump))
            #expect(found.oddities.isEmpty)
            #expect(found.cancels == 0)
            #expect(found.contacts.count == expected.contacts.count)
            #expect(found.frames == expected.frames)
            for (index, (found, expected)) in zip(found.contacts, expected.contacts).enumerated() {
                #expect(found.isOver == expected.isOver, "contact \(index)")
                #expect(abs(found.x - expected.x) < 1e-6 && abs(found.y - expected.y) < 1e-6, "contact \(index)")
            }
            let frames = try line.call("io.touchd.manage.Status")["panels"]?.objectValue?["frames"]?.integerValue
            #expect(frames == Int64(expected.frames))
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            _ = try screen.rest()
            let began = screen.names.filter { $0 == "began" }.count
            let ended = screen.names.filter { ["completed", "too_short", "cancelled"].contains($0) }.count
            #expect(began > 0 && began == ended, "\(began) strokes began, \(ended) ended")
            Self.expectFirst(expected.contacts[0], in: screen.events)
        }
    }

    /// Compares the first finger's last place in a front end with that in the file.
    private static func expectFirst(_ contact: FileContacts.Contact, in events: [JSONObject]) {
        let stroke = events.prefix { !["completed", "too_short", "cancelled"].contains($0["name"]?.stringValue) }
        guard let last = stroke.last(where: { $0["name"] == "moved" }),
            let x = last["x"]?.doubleValue, let y = last["y"]?.doubleValue
        else { return }
        #expect(abs(x - contact.x * 12.8) < 0.001 && abs(y - contact.y * 8) < 0.001, "\(last) and \(contact)")
    }
}
