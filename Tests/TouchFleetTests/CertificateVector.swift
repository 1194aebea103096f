import TestSupport

/// Certificates made once with openssl: an authority, a kiosk's and a server's; their keys are gone.
enum CertificateVector {
    static let authority = Fixtures.text(of: "certificates/authority.pem")
    static let kiosk = Fixtures.text(of: "certificates/kiosk.pem")
    static let server = Fixtures.text(of: "certificates/server.pem")
}
