internal import StrictJSON
internal import TouchPicture

extension DrawnPuzzle: ChallengeContent {
    /// Writes what a front end needs to draw it, and nothing else.
    func write(into writer: inout JSONWriter) {
        writer.object("picture") { writer in
            writer.member("width", cut.size.width)
            writer.member("height", cut.size.height)
            writer.key("png" as StaticString)
            writer.raw(picture.quoted)
        }
        writer.object("piece") { writer in
            writer.member("width", cut.piece.size.width)
            writer.member("height", cut.piece.size.height)
            writer.key("png" as StaticString)
            writer.raw(piece.quoted)
        }
        writer.object("start") { writer in
            writer.member("x", cut.start.x)
            writer.member("y", cut.start.y)
        }
    }
}

extension [UInt8] {
    /// As JSON text, for bytes that need no escaping.
    fileprivate var quoted: [UInt8] {
        var text: [UInt8] = []
        text.reserveCapacity(count + 2)
        text.append(UInt8(ascii: "\""))
        text += self
        text.append(UInt8(ascii: "\""))
        return text
    }
}
