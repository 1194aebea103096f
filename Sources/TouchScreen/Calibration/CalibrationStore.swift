internal import Glibc
internal import StrictJSON
internal import TouchConfiguration
internal import TouchCore
internal import TouchVault
internal import System

/// The stored calibrations, in a file of the state directory that is replaced as a whole.
///
/// A damaged file is moved aside and counts as empty, so that panels use udev's calibration: a calibration can be
/// wrong, but it can never keep the daemon from starting.
final class CalibrationStore {
    /// The name of the file in the state directory.
    static let name = "calibration.json"
    /// The largest file that is read, in bytes; it limits the number of calibrations far above the panels of a machine.
    static let maxFile = 64 << 10
    private static let label = "touchd calibrations 1"

    private let path: String
    /// The stored calibrations: one for each panel and rotation.
    private(set) var all: [StoredCalibration] = []
    /// The fault of the file when it was read; nil if it had none.
    let problem: String?

    /// Reads the file of a state directory, if it exists.
    init(directory: String) {
        path = "\(directory)/\(Self.name)"
        switch Self.read(path) {
        case .success(let found):
            all = found
            problem = nil
        case .failure(let failure):
            let aside = path + ".damaged"
            let isAside = unsafe rename(path, aside) == 0
            problem =
                "\(path): not used: \(failure.reason)" + (isAside ? "; renamed to \(aside)" : "")
                + "; panels use udev's calibration"
        }
    }

    /// The calibration of a panel with a rotation.
    func calibration(of panel: String, rotation: Rotation) -> StoredCalibration? {
        all.first { $0.panel == panel && $0.rotation == rotation }
    }

    /// Stores a calibration in place of an earlier one for the same panel and rotation; durable on return.
    ///
    /// - Returns: the failure, for people; the earlier calibrations then stay.
    func keep(_ calibration: StoredCalibration) -> String? {
        replace(all.filter { $0.panel != calibration.panel || $0.rotation != calibration.rotation } + [calibration])
    }

    /// Removes the calibrations of a panel; of all panels for nil.
    ///
    /// - Returns: the failure, for people.
    func forget(_ panel: String?) -> String? {
        replace(all.filter { panel != nil && $0.panel != panel })
    }

    private func replace(_ next: [StoredCalibration]) -> String? {
        let panels = JSON.array(next.map { .object($0.json) })
        let text: JSON = [
            "touchd": .string(Self.label), "panels": panels, "check": .string(Fingerprint.text(of: "\(panels)")),
        ]
        let bytes = Array("\(text)\n".utf8)
        guard bytes.count <= Self.maxFile else { return "\(path): too many calibrations" }
        do throws(SystemError) { try WholeFile.replace(path, with: bytes, mode: 0o600, isDurable: true) } catch {
            return "cannot \(error)"
        }
        all = next
        return nil
    }

    private struct Damage: Error {
        let reason: String
    }

    private static func read(_ path: String) -> Result<[StoredCalibration], Damage> {
        let bytes: [UInt8]?
        do throws(SystemError) { bytes = try WholeFile(ifPresent: path, .own, maxBytes: maxFile)?.bytes } catch {
            return .failure(Damage(reason: error.code == EFBIG ? "too long" : error.reason))
        }
        guard let bytes else { return .success([]) }
        guard let file = try? JSONObject(parsing: bytes) else {
            return .failure(Damage(reason: "not a JSON object"))
        }
        guard file["touchd"]?.stringValue == label else {
            return .failure(Damage(reason: "not a calibration file of this version"))
        }
        guard let panels = file["panels"], Fingerprint.text(of: "\(panels)") == file["check"]?.stringValue else {
            return .failure(Damage(reason: "wrong checksum"))
        }
        let found = (panels.arrayValue ?? []).map { StoredCalibration($0) }
        guard !found.contains(nil) else { return .failure(Damage(reason: "invalid calibration")) }
        return .success(found.compactMap { $0 })
    }
}
