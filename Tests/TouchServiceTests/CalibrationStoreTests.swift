import Testing
import TestSupport
import TouchConfiguration
import TouchCore

@testable import TouchScreen
@testable import TouchService

struct CalibrationStoreTests {
    private static func calibration(
        _ panel: String = "left", _ rotation: Rotation = .none, a: Double = 1.1
    ) -> StoredCalibration {
        StoredCalibration(
            panel: panel, rotation: rotation, matrix: Transform(a, 0.1 / 3, -0.05, 0, 0.95, 1e-7), replaces: .identity,
            miss: 0.8, vendor: 0x1fd2, product: 0x6007, path: "pci-0000:00:14.0-usb-0:2:1.0",
            time: WallTime(microseconds: 7))
    }

    private let folder: TemporaryFolder

    init() throws { folder = try TemporaryFolder() }

    private func store() -> CalibrationStore { CalibrationStore(directory: folder.path) }

    @Test func `calibrations survive a restart bit for bit, one for each panel and rotation`() throws {
        let store = self.store()
        #expect(store.problem == nil && store.all.isEmpty)
        for one in [Self.calibration(), Self.calibration("right"), Self.calibration("left", .half)] {
            #expect(store.keep(one) == nil)
        }
        #expect(store.keep(Self.calibration(a: 1.2)) == nil)
        let again = self.store()
        #expect(again.all == store.all && again.all.count == 3)
        #expect(again.calibration(of: "left", rotation: .none) == Self.calibration(a: 1.2))
        #expect(again.forget("left") == nil)
        #expect(self.store().all.map(\.panel) == ["right"])
    }

    /// Every way to damage the file, as a change of its text.
    static let damages: [(String, @Sendable (String) -> String)] = [
        ("not a JSON object", { _ in "" }), ("not a JSON object", { String($0.dropLast(20)) }),
        ("not a JSON object", { _ in "\u{0}\u{1}" }),
        ("wrong checksum", { $0.replacing("1.1,", with: "1.2,") }),
        ("not a calibration file", { $0.replacing("calibrations 1", with: "calibrations 2") }),
        ("too long", { _ in String(repeating: " ", count: 70_000) }),
    ]

    @Test(arguments: damages.indices)
    func `a damaged file is moved aside, reported, and counts as empty`(index: Int) throws {
        #expect(self.store().keep(Self.calibration()) == nil)
        let (reason, damage) = Self.damages[index]
        let damaged = try damage(folder.text(of: CalibrationStore.name))
        let path = try folder.write(damaged, to: CalibrationStore.name)
        let store = self.store()
        #expect(store.all.isEmpty)
        #expect(store.problem?.contains("\(path): not used: \(reason)") == true, "\(store.problem ?? "")")
        #expect(try folder.text(of: CalibrationStore.name + ".damaged") == damaged)
        #expect(store.keep(Self.calibration()) == nil)
        #expect(self.store().problem == nil)
    }

    @Test func `in a folder that cannot be written the earlier calibrations stay`() throws {
        let store = CalibrationStore(directory: "/proc/nonexistent")
        #expect(store.keep(Self.calibration())?.contains("/proc/nonexistent/calibration.json") == true)
        #expect(store.all.isEmpty)
    }
}
