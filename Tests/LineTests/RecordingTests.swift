import StrictJSON
import Testing

/// Real recordings through the real programs, compared with what the files say.
@Suite(.needsCorpus) struct RecordingTests {
    /// What the line repairs on purpose, by recording.
    private static let repairs: [String: String] = [:]

    @Test(arguments: Corpus.recordings)
    func `fingers of a recording land, lift and end where the file says`(name: String) throws {
        let (path, description) = (Corpus.path(of: name), Corpus.description(of: name))
        let expected = FileContacts(
            description: try Folder.bytes(of: description), recording: try Folder.bytes(of: path))
        #expect(expected.fuzz == 0, "the reader of this test knows no fuzz")
        #expect(!expected.contacts.isEmpty)
        try withLine(Line.Setup(description: description)) { line in
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
            let frames = try line.call("io.touchd.manage.Status")["frames"]?.integerValue
            #expect(frames == Int64(expected.frames))
            try line.call("io.touchd.scene.Dismiss", ["scene": .string(screen.scene)])
            _ = try screen.rest()
            let began = screen.names.filter { $0 == "began" }.count
            let ended = screen.names.filter { ["completed", "too_short", "cancelled"].contains($0) }.count
            #expect(began > 0 && began == ended, "\(began) strokes began, \(ended) ended")
        }
    }
}
