internal import CCrypto

@safe
final class PrivateKey {
    private let handle: OpaquePointer

    private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe EVP_PKEY_free(handle) }

    /// Reads the first key of a text in PEM; nil if there is none without a pass phrase.
    static func first(in pem: [UInt8]) -> PrivateKey? {
        unsafe PEM.read(pem) { bio in
            // Without the function, libcrypto would ask the terminal for a pass phrase.
            unsafe PEM_read_bio_PrivateKey(bio, nil, { _, _, _, _ in -1 }, nil).map { unsafe PrivateKey(owning: $0) }
        }
    }

    /// A new key on the curve P-256.
    static func drawn() -> PrivateKey {
        var made: OpaquePointer?
        let context = unsafe EVP_PKEY_CTX_new_from_name(nil, "EC", nil)
        defer { unsafe EVP_PKEY_CTX_free(context) }
        guard unsafe EVP_PKEY_keygen_init(context) == 1, unsafe EVP_PKEY_CTX_set_group_name(context, "P-256") == 1,
            unsafe EVP_PKEY_generate(context, &made) == 1, let made = unsafe made
        else { preconditionFailure("libcrypto makes keys on P-256") }
        return unsafe PrivateKey(owning: made)
    }

    var pem: [UInt8] {
        unsafe PEM.written { bio in unsafe PEM_write_bio_PKCS8PrivateKey(bio, handle, nil, nil, 0, nil, nil) }
    }

    func fits(_ certificate: Certificate) -> Bool {
        defer { ERR_clear_error() }
        return unsafe X509_check_private_key(certificate.handle, handle) == 1
    }

    /// A request for a certificate with that common name (PKCS #10), in PEM.
    func request(for name: String) -> [UInt8] {
        let request = unsafe X509_REQ_new()
        defer { unsafe X509_REQ_free(request) }
        let bytes = Array(name.utf8)
        let isMade =
            unsafe X509_REQ_set_version(request, 0) == 1
            && X509_NAME_add_entry_by_txt(
                X509_REQ_get_subject_name(request), "CN", MBSTRING_ASC, bytes, Int32(bytes.count), -1, 0) == 1
            && X509_REQ_set_pubkey(request, handle) == 1 && X509_REQ_sign(request, handle, EVP_sha256()) > 0
        guard isMade else { preconditionFailure("libcrypto makes requests") }
        return unsafe PEM.written { bio in unsafe PEM_write_bio_X509_REQ(bio, request) }
    }
}
