internal import StrictJSON
internal import TouchScreen
internal import Varlink

extension ServiceInterface {
    /// `io.touchd.calibration`: where touches land.
    static func calibration(_ access: Access, _ calibrations: Calibrations) -> ServiceInterface {
        ServiceInterface(
            "io.touchd.calibration", access: access,
            methods: [
                "Calibrate": Method(.administrator, .stream) { calibrations.begin($0) },
                "Show": Method(.screen, .stream) { calibrations.show($0) },
                "Confirm": Method(.administrator) { calibrations.confirm($0) },
                "Reset": Method(.administrator) { calibrations.reset($0) },
                "List": Method(.administrator) { call in
                    call.reply(["calibrations": .array(calibrations.all.map { .object($0.json) })])
                },
            ])
    }
}
