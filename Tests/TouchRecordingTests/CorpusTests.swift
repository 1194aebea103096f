import RecordingWriters
import TestSupport
import Testing
import TouchDevice
import TouchRecording

@Suite(.needsCorpus)
struct CorpusTests {
    private static func lines(of bytes: [UInt8]) -> [String] {
        String(decoding: bytes, as: UTF8.self).split(separator: "\n").map(String.init)
    }

    @Test(arguments: Corpus.files)
    func `every recording of a real panel is read to its end`(name: String) throws {
        let bytes = try TemporaryFolder.bytes(of: Corpus.path(of: name))
        let recording = RecordingFile(reading: bytes, as: .evemu)
        #expect(recording.problem == nil)
        #expect(recording.events.count == Self.lines(of: bytes).count { $0.hasPrefix("E: ") })
        #expect((recording.device != nil) == Self.lines(of: bytes).contains { $0.hasPrefix("N: ") })
    }

    private static let newest = Corpus.files.filter { name in
        (try? TemporaryFolder.bytes(of: Corpus.path(of: name)).starts(with: "# EVEMU 1.3".utf8)) ?? false
    }

    @Test(arguments: newest)
    func `a recording of version 1.3 is written back byte for byte`(name: String) throws {
        let bytes = try TemporaryFolder.bytes(of: Corpus.path(of: name))
        let lines = Self.lines(of: bytes)
        let recording = RecordingFile(reading: bytes, as: .evemu)
        let text = Dialect.evemu.text(of: recording.devices)
        let written = Self.lines(of: Array(text.utf8)).filter { !$0.hasPrefix("#") }
        let read = lines.filter { !$0.hasPrefix("#") }
        #expect(written.count == read.count)
        for (written, read) in zip(written, read) { #expect(written == read) }
    }
}
