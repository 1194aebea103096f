internal import CShims

/// A counter in a TPM 2.0, through tpm2-tss, which is loaded only when a counter is configured.
///
/// It is at the index ``index`` under the owner hierarchy and needs a password derived from the pepper, so that access
/// to the TPM alone does not suffice to increment it. Each call connects and disconnects: it is used once per start.
package struct TPMCounter: StartCounter {
    /// The counter's index, in the range that owners may assign.
    package static let index: UInt32 = 0x0181_7464

    private let tcti: String
    private let password: [UInt8]

    /// Makes a counter in a TPM that is reached as by tpm2-tools, for instance `device:/dev/tpmrm0`.
    package init(tcti: String, pepper: borrowing SecretBytes) {
        self.tcti = tcti
        password = KeyedHash.bytes(of: Array("touchd start counter".utf8), key: pepper)
    }

    /// The number, as the TPM has it; nil if the index holds no counter that was ever counted.
    package func value() throws(StartCounterError) -> Int64? {
        unsafe try connected { tpm, fault in
            var value: UInt64 = 0
            let found = unsafe cshims_tpm_read_counter(tpm, Self.index, password, &value, &fault)
            return found == 1 ? Int64(clamping: value) : nil
        }
    }

    /// Makes the counter under the owner hierarchy, whose password must be empty, and counts once.
    package func make() throws(StartCounterError) {
        unsafe try connected { tpm, fault in
            if unsafe cshims_tpm_make_counter(tpm, Self.index, password, &fault) == 0 {
                unsafe cshims_tpm_increment(tpm, Self.index, password, &fault)
            }
        }
    }

    /// Adds one; on the TPM's own memory when this returns.
    package func increment() throws(StartCounterError) {
        unsafe try connected { tpm, fault in
            _ = unsafe cshims_tpm_increment(tpm, Self.index, password, &fault)
        }
    }

    private func connected<Answer>(
        _ body: (OpaquePointer, inout cshims_tpm_fault) -> Answer
    ) throws(StartCounterError) -> Answer {
        var fault = unsafe cshims_tpm_fault()
        guard let tpm = unsafe cshims_tpm_open(tcti, &fault) else { throw unsafe error(fault) }
        defer { unsafe cshims_tpm_close(tpm) }
        let answer = unsafe body(tpm, &fault)
        if unsafe fault.step != nil { throw unsafe error(fault) }
        return answer
    }

    private func error(_ fault: cshims_tpm_fault) -> StartCounterError {
        let step = unsafe fault.step.map { unsafe String(cString: $0) } ?? "using the TPM"
        let code = unsafe fault.code
        guard code != 0 else { return StartCounterError("\(tcti): \(step) failed") }
        return StartCounterError("\(tcti): \(step) failed: TPM error 0x\(String(code, radix: 16))\(Self.hint(code))")
    }

    /// What helps against the faults that an operator meets; `tpm2_rc_decode` explains the others.
    private static func hint(_ code: UInt32) -> String {
        // Format one: the low byte without the number of the handle or session.
        switch code & 0xff000 == 0 ? code & 0xbf : 0 {
        case 0xa2, 0x8e:
            " (authorization failed: the TPM's owner has a password, or the counter was made with another pepper)"
        default: code == 0xa000a ? " (check that the device exists and that the service may open it)" : ""
        }
    }
}
