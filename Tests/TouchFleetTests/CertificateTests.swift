import Arguments
import Testing
import TestSupport
import TouchCore

@testable import TouchFleet

/// Certificates and when they end.
struct CertificateTests {
    private static func certificate(_ text: String) throws -> Certificate {
        try #require(Certificate.all(in: Array(text.utf8)).first)
    }

    @Test func `name and end are read from a chain, and other text is skipped`() throws {
        let text =
            "Bag Attributes\n" + CertificateVector.kiosk + "-----BEGIN X-----\nAAAA\n-----END X-----\n"
            + CertificateVector.authority
        let found = Certificate.all(in: Array(text.utf8))
        #expect(found.map(\.name) == ["lobby", "fleet"])
        #expect(found.map(\.isRoot) == [false, true])
        #expect(found[0].ends.map(Console.time) == "2119-02-03T04:05:06Z")
        #expect(found[0].begins.map(Console.time) == "2020-01-01T00:00:00Z")
        #expect(Certificate.all(in: []).isEmpty)
        #expect(Certificate.all(in: found[0].pem).map(\.name) == ["lobby"])
    }

    @Test func `a certificate is accepted from its own authority and for a client alone`() throws {
        let (kiosk, server) = (
            try Self.certificate(CertificateVector.kiosk), try Self.certificate(CertificateVector.server)
        )
        let authority = try Self.certificate(CertificateVector.authority)
        #expect(kiosk.problem(trusting: [authority], beside: []) == nil)
        #expect(server.problem(trusting: [authority], beside: [])?.contains("purpose") == true)
        #expect(kiosk.problem(trusting: [server], beside: [authority]) != nil)
        #expect(kiosk.problem(trusting: [], beside: []) != nil)
    }

    @Test func `a new key has its own request, is read as it was written, and fits no other certificate`() throws {
        let key = PrivateKey.drawn()
        let copy = try #require(PrivateKey.first(in: key.pem))
        #expect(copy.pem == key.pem && PrivateKey.drawn().pem != key.pem)
        #expect(
            String(decoding: key.request(for: "lobby"), as: UTF8.self).hasPrefix("-----BEGIN CERTIFICATE REQUEST-----"))
        #expect(!key.fits(try Self.certificate(CertificateVector.kiosk)))
        #expect(PrivateKey.first(in: Array(CertificateVector.kiosk.utf8)) == nil)
    }

    @Test func `what has no certificate for a key of the kiosk is not installed`() throws {
        for given in ["", CertificateVector.kiosk + CertificateVector.authority] {
            #expect(throws: CommandError.self) {
                try Enrollment.parts(of: Array(given.utf8), keys: [.drawn()], trusted: [], kiosk: "lobby")
            }
        }
    }

    private static let now = WallTime(microseconds: 1_800_000_000_000_000)

    private static let ends: [(left: Int64, severity: Expiry.Severity, days: Int64)] = [
        (2_592_000, .none, 30), (2_591_999, .warning, 29), (604_800, .warning, 7), (604_799, .error, 6), (1, .error, 0),
        (0, .ended, 0), (-1, .ended, -1), (-86_400, .ended, -1), (-86_401, .ended, -2),
        (-9_223_372_036_854, .ended, -106_751_992),
    ]

    @Test(arguments: ends)
    func `an end is a warning for 30 days and an error for 7`(left: Int64, severity: Expiry.Severity, days: Int64) {
        let end = Self.now.advanced(by: .seconds(left))
        #expect(Expiry.severity(of: end, at: Self.now) == severity)
        #expect(Expiry.daysLeft(until: end, at: Self.now) == days)
    }

    @Test func `the sentence has the days left, or the day it expired`() {
        let later = Self.now.advanced(by: .seconds(86_400 * 799 + 5))
        #expect(Expiry.text("c.pem", later, at: Self.now) == "c.pem: 799 days left, until 2029-03-24T08:00:05Z")
        let before = Self.now.advanced(by: .seconds(-60))
        #expect(Expiry.text("c.pem", before, at: Self.now) == "c.pem: expired on 2027-01-15T07:59:00Z")
    }
}

/// Certificates made once with openssl: an authority, a kiosk's and a server's; their keys are gone.
enum CertificateVector {
    static let authority = Fixtures.text(of: "certificates/authority.pem")
    static let kiosk = Fixtures.text(of: "certificates/kiosk.pem")
    static let server = Fixtures.text(of: "certificates/server.pem")
}
