import Testing
import TouchCore

@testable import TouchModels

struct PINPadTests {
    @Test func `a guess has no minimum length, which would reveal that of the right PIN`() throws {
        let size = Size(width: 300, height: 400)
        let guess = try PINPad(settings: ["purpose": .word("verify"), "minDigits": .number(8)], size: size)
        let first = try PINPad(settings: ["purpose": .word("enroll"), "minDigits": .number(8)], size: size)
        #expect(guess.minDigits == 4)
        #expect(first.minDigits == 8)
    }
}
