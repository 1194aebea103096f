/// Certificates made once with openssl: an authority, a kiosk's and a server's; their keys are gone.
enum CertificateVector {
    static let authority = """
        -----BEGIN CERTIFICATE-----
        MIIBVjCB/KADAgECAhRgISwJwvmrXS4mvuwKNZM4zdyFtjAKBggqhkjOPQQDAjAQ
        MQ4wDAYDVQQDDAVmbGVldDAgFw0yMDAxMDEwMDAwMDBaGA8yMTIwMDEwMTAwMDAw
        MFowEDEOMAwGA1UEAwwFZmxlZXQwWTATBgcqhkjOPQIBBggqhkjOPQMBBwNCAARU
        5F6bg5p8I35yI4XjeW0kDcrgYCA9Qgxiad4l/kdAGTBzI8Mu+qAJmZggry427U57
        xFqV8yrq5jz1123L56wEozIwMDAPBgNVHRMBAf8EBTADAQH/MB0GA1UdDgQWBBTx
        qz7ztarITgT+vs3ZlTsLQGVrrzAKBggqhkjOPQQDAgNJADBGAiEA0aHTZHtE76iP
        HeiQvB+V9H4EmtSH5R4YP+F026OGofICIQCt9yFo1u03z7egqUpBftAQyOtg6qM/
        20JfJtcOzMLe0w==
        -----END CERTIFICATE-----

        """
    static let kiosk = """
        -----BEGIN CERTIFICATE-----
        MIIBiTCCAS+gAwIBAgIUaTmDWFLC4dJUPIuaQSMQSNq8Me8wCgYIKoZIzj0EAwIw
        EDEOMAwGA1UEAwwFZmxlZXQwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAyMDMwNDA1
        MDZaMBAxDjAMBgNVBAMMBWxvYmJ5MFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        wT1ehXWv31Z7s+wXNIJuNv+VIWSA8E9c0J1eBrS/PWLdnvU+9F70RZINMM7k6cE3
        MJqDw0acj85LpqKLLxYsQaNlMGMwDAYDVR0TAQH/BAIwADATBgNVHSUEDDAKBggr
        BgEFBQcDAjAdBgNVHQ4EFgQUlc7IvSn/ARyLZHlwPwZ75Y3ODQQwHwYDVR0jBBgw
        FoAU8as+87WqyE4E/r7N2ZU7C0Bla68wCgYIKoZIzj0EAwIDSAAwRQIhAMmU/UID
        aFa2Io9MTSoslQiL529gt1uotb4Yk42te2jcAiBojyDouSqh8preyVPGafp7avIt
        eMPCjYI3LAH7QGH79Q==
        -----END CERTIFICATE-----

        """
    static let server = """
        -----BEGIN CERTIFICATE-----
        MIIBiDCCAS+gAwIBAgIUAtfo3qx35sMb5/pX8lflc+a8y3swCgYIKoZIzj0EAwIw
        EDEOMAwGA1UEAwwFZmxlZXQwIBcNMjAwMTAxMDAwMDAwWhgPMjExOTAyMDMwNDA1
        MDZaMBAxDjAMBgNVBAMMBW5hdHMxMFkwEwYHKoZIzj0CAQYIKoZIzj0DAQcDQgAE
        2VgDHI7RQTrm/esp8S48LJV/Cp1FICwhSiVX+P0zDhF50hpgBGgXI3YiQhyeGxAj
        GBZrLQ6v33PzS4DPNikruKNlMGMwDAYDVR0TAQH/BAIwADATBgNVHSUEDDAKBggr
        BgEFBQcDATAdBgNVHQ4EFgQU030eBs+0hF3XzaIxBXFk8O4JqMIwHwYDVR0jBBgw
        FoAU8as+87WqyE4E/r7N2ZU7C0Bla68wCgYIKoZIzj0EAwIDRwAwRAIgOyx9pE0F
        hgUMvRFFU6OdUx8zMgkHWdTbvIj1sv6KZoMCIEej9Ez7xBck7swkmA6nVH+W1Nnx
        AmVf/g8VQ8pXGwi1
        -----END CERTIFICATE-----

        """
}
