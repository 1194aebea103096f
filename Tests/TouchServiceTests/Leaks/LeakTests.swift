import TestSupport
import Testing
import System

/// No message about a challenge reveals its target, its tolerance or its seed.
///
/// Creation, presentation, events up to a miss and after it, the judged attempt, and the next picture: every message,
/// and every byte of the pictures that is not a compressed pixel. ``LeakTally`` says how certain the result is.
@Suite struct LeakTests {
    /// Number of challenges of each kind; `TOUCHD_CHALLENGES` sets that of all kinds together.
    ///
    /// A short form is found by chance in four of ten challenges: with 120, it is a blind spot in one of a few hundred
    /// runs, with 160, in one of a million.
    private static let count = effort("TOUCHD_CHALLENGES", usual: 800) / CaptchaTraffic.Kind.all.count

    @Test(arguments: CaptchaTraffic.Kind.all)
    func `no number in any form that is sent reveals the gap`(kind: CaptchaTraffic.Kind) throws {
        let traffic = try CaptchaTraffic()
        var (places, tolerances) = (LeakTally(), LeakTally())
        var numbers: [HiddenNumber] = []
        for _ in 0..<Self.count {
            for picture in try traffic.challenge(kind) {
                let sent = Transcript(picture.messages)
                numbers = picture.secret.flatMap(\.numbers)
                places.look(through: sent, for: numbers, beside: picture.other.flatMap(\.numbers))
                tolerances.look(
                    through: sent, for: Self.numbers(picture.tolerance),
                    beside: Self.numbers(picture.tolerance.map { $0 * .random(in: 0.5...1.5) }))
                let seeds = traffic.seeds.parts.filter { sent.everything.holds($0) }
                #expect(seeds.isEmpty)
            }
        }
        // Except for the few that were solved by chance.
        #expect(places.challenges >= Self.count * 9 / 10)
        #expect(places.leaks == [])
        #expect(tolerances.leaks == [])
        #expect(places.blindSpots(numbers) == [])
    }

    /// In every profile except `simple` it is a constant, so integers prove nothing.
    private static func numbers(_ tolerance: [Double]) -> [HiddenNumber] {
        zip(["tolerance in the view", "tolerance"], tolerance).map {
            HiddenNumber(name: $0, value: $1, forms: NumberForm.ofFraction)
        }
    }

    /// A leak inserted into the messages of each challenge.
    enum Plant: CaseIterable {
        case member, part, hexadecimal, chunk, behindTheEnd, compressed
    }

    @Test func `planted numbers are found`() throws {
        let traffic = try CaptchaTraffic()
        let pictures = try (0..<80).flatMap { _ in try traffic.challenge(.all[0]) }
        for plant in Plant.allCases {
            var tally = LeakTally()
            for picture in pictures {
                let place = picture.secret[0]
                let sent = Transcript(picture.messages.map { Self.planted(plant, place, in: $0) })
                tally.look(
                    through: sent, for: picture.secret.flatMap(\.numbers), beside: picture.other.flatMap(\.numbers))
            }
            #expect(tally.leaks.contains { $0.hasPrefix("x") }, "\(plant)")
        }
    }

    private static func planted(_ plant: Plant, _ place: HiddenPlace, in message: [UInt8]) -> [UInt8] {
        let part = place.place / (place.known.side - place.known.piece)
        switch plant {
        case .member: return adding(#""hint":\#(Int(place.place))"#, to: message)
        case .part: return adding(#""hint":\#(part)"#, to: message)
        case .hexadecimal:
            let bytes = NumberForm.hexadecimalBytes(.float32Little).written(place.place) ?? []
            return adding(#""hint":"\#(String(decoding: bytes, as: UTF8.self))""#, to: message)
        case .chunk:
            let number = NumberForm.Binary.uint16Big.bytes(of: place.place) ?? []
            return changing(message) { file in
                // A chunk of two bytes and its checksum, in front of the last one.
                file.insert(
                    contentsOf: [0, 0, 0, 2] + Array("tEXt".utf8) + number + [1, 2, 3, 4], at: file.count - 12)
            }
        case .behindTheEnd:
            return changing(message) { $0 += NumberForm.Binary.float64Little.bytes(of: place.place) ?? [] }
        case .compressed:
            return changing(message) { file in
                file.insert(
                    contentsOf: NumberForm.Binary.uint32Big.bytes(of: place.place) ?? [], at: file.count - 16)
            }
        }
    }

    private static func adding(_ member: String, to message: [UInt8]) -> [UInt8] {
        Array(message.dropLast(2)) + Array(",\(member)}}".utf8)
    }

    /// The message with the file of its first picture changed.
    private static func changing(_ message: [UInt8], _ change: (inout [UInt8]) -> Void) -> [UInt8] {
        let opening = Array(#""png":""#.utf8)
        guard let found = message[...].place(of: opening),
            let end = message[(found + opening.count)...].firstIndex(of: UInt8(ascii: "\"")),
            var file = Base64.decode(message[(found + opening.count)..<end])
        else { return message }
        change(&file)
        return Array(message[..<(found + opening.count)]) + Base64.encode(file) + Array(message[end...])
    }
}
