internal import CCrypto
internal import Glibc
internal import TouchCore

/// An X.509 certificate, read by libcrypto.
@safe
final class Certificate {
    let handle: OpaquePointer

    private init(owning handle: OpaquePointer) { unsafe self.handle = handle }

    deinit { unsafe X509_free(handle) }

    /// The certificates in a text in PEM, in order; other blocks are skipped.
    static func all(in pem: [UInt8]) -> [Certificate] {
        unsafe PEM.read(pem) { bio in
            var found: [Certificate] = []
            while let handle = unsafe PEM_read_bio_X509(bio, nil, nil, nil) {
                unsafe found.append(Certificate(owning: handle))
            }
            return found
        }
    }

    /// When it begins; nil if its time cannot be read.
    var begins: WallTime? { unsafe Self.time(X509_get0_notBefore(handle)) }
    /// When it ends; nil if its time cannot be read.
    var ends: WallTime? { unsafe Self.time(X509_get0_notAfter(handle)) }

    /// The common name of its subject; nil: none.
    var name: String? {
        var buffer = [CChar](repeating: 0, count: 256)
        let count = unsafe X509_NAME_get_text_by_NID(
            X509_get_subject_name(handle), NID_commonName, &buffer, Int32(buffer.count))
        guard count > 0 else { return nil }
        return String(validating: buffer.prefix(Int(count)).map { UInt8(bitPattern: $0) }, as: UTF8.self)
    }

    /// Whether it signed itself: that of an authority, which nobody sends.
    var isRoot: Bool { unsafe X509_get_extension_flags(handle) & UInt32(EXFLAG_SS) != 0 }

    var pem: [UInt8] { unsafe PEM.written { bio in unsafe PEM_write_bio_X509(bio, handle) } }

    /// Why servers that trust `authorities` would not accept it for a client at a moment; nil: they would.
    func problem(trusting authorities: [Certificate], beside others: [Certificate]) -> String? {
        guard let store = unsafe X509_STORE_new(), let context = unsafe X509_STORE_CTX_new(),
            let chain = unsafe OPENSSL_sk_new_null()
        else { return "no memory" }
        defer {
            unsafe X509_STORE_CTX_free(context)
            unsafe X509_STORE_free(store)
            unsafe OPENSSL_sk_free(chain)
        }
        for one in authorities { unsafe X509_STORE_add_cert(store, one.handle) }
        for one in others { unsafe OPENSSL_sk_push(chain, UnsafeRawPointer(one.handle)) }
        guard unsafe X509_STORE_CTX_init(context, store, handle, chain) == 1 else { return "no memory" }
        unsafe X509_STORE_CTX_set_purpose(context, X509_PURPOSE_SSL_CLIENT)
        return withExtendedLifetime((authorities, others)) {
            if unsafe X509_verify_cert(context) == 1 { return nil }
            let code = unsafe X509_STORE_CTX_get_error(context)
            return unsafe String(cString: X509_verify_cert_error_string(Int(code)))
        }
    }

    private static func time(_ time: UnsafePointer<ASN1_TIME>?) -> WallTime? {
        var parts = unsafe tm()
        guard unsafe ASN1_TIME_to_tm(time, &parts) == 1 else { return nil }
        return unsafe WallTime(seconds: Int64(timegm(&parts)))
    }
}

enum PEM {
    static func read<Found>(_ text: [UInt8], _ body: (OpaquePointer) -> Found) -> Found {
        unsafe text.withUnsafeBytes { bytes in
            guard
                let bio = unsafe BIO_new_mem_buf(
                    bytes.baseAddress ?? UnsafeRawPointer(bitPattern: 1), Int32(bytes.count))
            else { preconditionFailure("memory for a small object") }
            defer {
                unsafe BIO_free(bio)
                // The end of the text counts as an error there.
                ERR_clear_error()
            }
            return unsafe body(bio)
        }
    }

    /// What is written by a function that returns 1.
    static func written(_ body: (OpaquePointer) -> Int32) -> [UInt8] {
        guard let bio = unsafe BIO_new(BIO_s_mem()) else { preconditionFailure("memory for a small object") }
        defer { unsafe BIO_free(bio) }
        guard unsafe body(bio) == 1 else { preconditionFailure("writing into memory does not fail") }
        var bytes = [UInt8](repeating: 0, count: Int(unsafe BIO_ctrl_pending(bio)))
        let count = unsafe BIO_read(bio, &bytes, Int32(bytes.count))
        return Array(bytes.prefix(Int(max(count, 0))))
    }
}
