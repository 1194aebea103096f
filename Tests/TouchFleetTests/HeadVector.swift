/// Heads of a chain, signed by python3-cryptography with the key whose seed is the bytes 0 to 31.
struct HeadVector {
    let sequence: Int64
    let token: String

    let kid = "1IG2tMH7J2wbJZnOf8LJzQitKf7LMvoAElsuDMVM54Y"
    var key: String {
        #"{"kty":"OKP","crv":"Ed25519","use":"sig","alg":"EdDSA","kid":"\#(kid)","x":"A6EHv_POEL4dcN0Y50vAmWfk1jCbpQ1fHdyGZBJVMbg"}"#
    }

    /// With another signature.
    var forged: HeadVector { HeadVector(sequence: sequence, token: token.dropLast(4) + "AAAA") }
    /// Another head at the same place.
    var other: HeadVector {
        HeadVector(
            sequence: 3,
            token: "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6IjFJRzJ0TUg3SjJ3Ykpabk9mOExKelFpdEtmN0xNdm9BRW"
                + "xzdURNVk01NFkifQ.eyJoZWFkIjoiMzpjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZGNkY2RjZ"
                + "GNkY2RjZGNkY2RjZGNkY2RjZGNkIn0.28nLGFsDp_O7YJYzc8e-vxz7Z2F82WE8FohLIBG3iK882fUeEhehJ_xMcDi"
                + "zd_dM0ea9gUmILO5S7_d3j_JFCA")
    }

    static let first = HeadVector(
        sequence: 3,
        token: "eyJhbGciOiJFZERTQSIsInR5cCI6IkpXVCIsImtpZCI6IjFJRzJ0TUg3SjJ3Ykpabk9mOExKelFpdEtmN0xNdm9BRW"
            + "xzdURNVk01NFkifQ.eyJoZWFkIjoiMzphYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhYmFiYWJhY"
            + "mFiYWJhYmFiYWJhYmFiYWJhYmFiIn0.6AL_O5P-_ZvHjKj23fy45ASNWLf_J65Y-sHxdAN5V4_1F79xDfZqKOHrsL-"
            + "CcYLU8-MAo3Ja8nbiFu-XlV4VDQ")
}
