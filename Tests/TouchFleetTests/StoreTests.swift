import Testing

@testable import TouchFleet

/// Limits of streams.
struct StoreTests {
    @Test(
        arguments: [
            ("50GB", 53_687_091_200), ("50G", 50_000_000_000), ("50GiB", 53_687_091_200), ("3mb", 3_145_728),
            ("65536", 65_536), ("1T", 1_000_000_000_000), ("65535", nil), ("", nil), ("GB", nil), ("5 GB", nil),
            ("5XB", nil),
            ("9999999999TB", nil), ("-5GB", nil),
        ] as [(String, Int64?)])
    func `sizes are read as nats-server reads them`(text: String, bytes: Int64?) {
        #expect(StoreSize.bytes(of: text) == bytes)
    }

    @Test(
        arguments: [
            (0, "0 B"), (1_023, "1023 B"), (1_536, "1.5 KB"), (53_687_091_200, "50.0 GB"), (1_048_575, "1023.9 KB"),
            (.max, "8388607.9 TB"),
        ] as [(Int64, String)])
    func `sizes are shown in the largest unit`(bytes: Int64, text: String) {
        #expect(StoreSize.text(bytes) == text)
    }

    @Test func `the limits of all streams fit into the store, and health has its own`() {
        let plans = StreamPlan.all(days: 400, store: 1_000_000)
        #expect(plans.map(\.maxBytes).reduce(0, +) == 950_000)
        #expect(plans.filter { $0.days == nil }.map(\.name) == [FleetNames.bucketStream])
        // Results are refused, and stay at the kiosks, rather than deleted before their time.
        #expect(plans.filter { $0.overflow == .forget }.map(\.name) == [FleetNames.bundles])
    }

    @Test(
        arguments: [(0, 0, false), (79_999, 79, false), (80_000, 80, true), (120_000, 120, true)]
            as [(Int64, Int64, Bool)])
    func `from 80 percent on there is a warning`(used: Int64, percent: Int64, isTight: Bool) {
        let space = StreamSpace(name: FleetNames.results, used: used, limit: 100_000)
        #expect(space.percent == percent && space.isTight == isTight)
        #expect(space.text.contains("when it is full") == isTight)
    }

    @Test func `a stream without a limit is a warning`() {
        let space = StreamSpace(name: FleetNames.results, used: 5, limit: nil)
        #expect(space.isTight && space.text.contains("no limit"))
    }
}
