/// The interface files of this folder, as they are: what the daemon serves and what clients read.
package enum InterfaceFiles {
    /// Names and texts, in alphabetical order.
    package static let all: [(name: String, text: String)] = [
        ("io.touchd.calibration", text(PackageResources.io_touchd_calibration_varlink)),
        ("io.touchd.captcha", text(PackageResources.io_touchd_captcha_varlink)),
        ("io.touchd.device", text(PackageResources.io_touchd_device_varlink)),
        ("io.touchd.manage", text(PackageResources.io_touchd_manage_varlink)),
        ("io.touchd.monitor", text(PackageResources.io_touchd_monitor_varlink)),
        ("io.touchd.result", text(PackageResources.io_touchd_result_varlink)),
        ("io.touchd.scene", text(PackageResources.io_touchd_scene_varlink)),
        ("io.touchd.token", text(PackageResources.io_touchd_token_varlink)),
        ("io.touchd.unlock", text(PackageResources.io_touchd_unlock_varlink)),
    ]

    /// What to say to people, as `prompts.json` has it: an object of languages, each an object of sentences by their keys.
    package static let prompts = text(PackageResources.prompts_json)

    /// The text of one interface.
    package static func text(of name: String) -> String? {
        all.first { $0.name == name }?.text
    }

    private static func text(_ bytes: [UInt8]) -> String {
        String(decoding: bytes, as: UTF8.self)
    }
}
