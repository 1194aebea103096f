import Glibc
import TestSupport
import Testing
import TouchCore
import TouchDevice
import TouchInput

/// A seat and real libinput in this process, which the test starts a second time, in the test bed.
@Suite(.showsLogs) struct SeatTests {
    private final class Sink: SeatSink {
        func deviceAdded(_ device: Device) {}
        func deviceRemoved(_ id: DeviceID) {}
        func frame(_ frame: borrowing Frame) {}
        func notice(_ notice: Notice) {}
    }

    private static var isInBed: Bool { unsafe getenv("UMOCKDEV_DIR") != nil }

    @Test func `a running seat can be dropped`() throws {
        guard Self.isInBed else {
            let line = try Line(Line.Setup(startsDaemon: false))
            let words = ["--testing-library", "swift-testing", "--filter", "LineTests.SeatTests/"]
            let second = try line.launch(CommandLine.arguments[0], words)
            #expect(try second.end() == 0)
            return #expect(try second.output.rest().contains("dropped with 1 panel"))
        }
        let sink = Sink()
        var seat: Seat? = try Seat(now: { .zero })
        try seat?.start(for: sink, views: PanelView(view: Size(width: 100, height: 100)))
        let panels = seat?.devices.count ?? 0
        seat = nil
        print("dropped with \(panels) panel")
        withExtendedLifetime(sink) {}
    }
}
