/// The interface files of this folder, as they are: what the daemon serves and what clients read.
package enum InterfaceFiles {
    /// Names and texts, in alphabetical order.
    package static var all: [(name: String, text: String)] { files.map { ($0.name, text($0.bytes())) } }

    private static let files: [(name: String, bytes: @Sendable () -> [UInt8])] = [
        ("io.touchd.calibration", { PackageResources.io_touchd_calibration_varlink }),
        ("io.touchd.captcha", { PackageResources.io_touchd_captcha_varlink }),
        ("io.touchd.device", { PackageResources.io_touchd_device_varlink }),
        ("io.touchd.manage", { PackageResources.io_touchd_manage_varlink }),
        ("io.touchd.monitor", { PackageResources.io_touchd_monitor_varlink }),
        ("io.touchd.result", { PackageResources.io_touchd_result_varlink }),
        ("io.touchd.scene", { PackageResources.io_touchd_scene_varlink }),
        ("io.touchd.token", { PackageResources.io_touchd_token_varlink }),
        ("io.touchd.unlock", { PackageResources.io_touchd_unlock_varlink }),
    ]

    /// What to say to people, as `prompts.json` has it: an object of languages, each an object of sentences by their keys.
    package static let prompts = text(PackageResources.prompts_json)

    /// The text of one interface.
    package static func text(of name: String) -> String? {
        files.first { $0.name == name }.map { text($0.bytes()) }
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
