import EventLoop
import Glibc
import TestSupport
import Testing
import TouchOperator

@testable import TouchFleet

/// What looks like a file or a head of ours and is not.
struct StrictReadingTests {
    private static func withFile(_ make: (String) throws -> Void, _ body: (DurableFile) throws -> Void) throws {
        let folder = try TemporaryFolder()
        try make(folder.path + "/cursor")
        try withExtendedLifetime(folder) { try body(DurableFile("cursor", in: folder.path)) }
    }

    @Test func `a file is read up to its longest content, and refused beyond instead of cut`() throws {
        for (count, isRead) in [(DurableFile.maxBytes, true), (DurableFile.maxBytes + 1, false)] {
            let bytes = [UInt8](repeating: 0x61, count: count)
            try Self.withFile({ path in
                let file = unsafe try #require(unsafe fopen(path, "w"))
                unsafe fwrite(bytes, 1, bytes.count, file)
                unsafe fclose(file)
            }) { file in
                let read = try? file.read()
                #expect(read == (isRead ? bytes : nil))
            }
        }
    }

    @Test func `a pipe in a file's place is refused, and nobody waits for a writer`() throws {
        try Self.withFile({ path in try #require(unsafe mkfifo(path, 0o600) == 0) }) { file in
            #expect(throws: SystemError.self) { try file.read() }
        }
    }

    @Test func `a command signed with a key is not a head`() {
        let key = SigningKey(seed: Array(0..<32))
        let command = CommandToken(.reload, for: ["lobby"], at: 0, lifetime: 600).signed(with: key)
        #expect(SignedHead(HeadVector.first.token) != nil)
        #expect(SignedHead(command) == nil)
    }
}
