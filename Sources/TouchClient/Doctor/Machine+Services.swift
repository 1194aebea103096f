internal import TouchCore

extension Machine {
    @Findings var serviceDiagnoses: [Diagnosis] {
        if let units {
            Self.restarts(of: "touchd.service", units.service)
            Self.web(units.web, units.webSocket) ?? Self.restarts(of: "touchd-web.service", units.web)
            Self.trouble(of: "touchd-web", units.web)
            Self.fleet(units.fleet) ?? Self.restarts(of: "touchd-fleet.service", units.fleet)
            Self.trouble(of: "touchd-fleet", units.fleet)
            Self.certificate(units.fleet)
            Self.kiosk(units.kiosk) ?? Self.restarts(of: "kiosk.service", units.kiosk)
        }
    }

    private static func restarts(of name: String, _ unit: Unit) -> Diagnosis? {
        guard unit.isRestartedOften else { return nil }
        return Diagnosis(
            .warning, "restarts_often", "\(name) \(unit.condition)",
            remedy: "journalctl -b -u \(name)    # why it ended\n"
                + "systemctl reset-failed \(name)    # once it runs; otherwise reported until 30 minutes after the last restart"
        )
    }

    /// What a service that runs tells about itself.
    private static func trouble(of program: String, _ unit: Unit) -> Diagnosis? {
        let status = UnitStatus(parsing: unit.status)
        let found: (severity: Diagnosis.Severity, code: String)
        switch status.fault {
        case .noPage: found = (.error, "web_down")
        case .lastConfiguration: found = (.error, "configuration_invalid")
        case .cannotSend: found = (.warning, "fleet_silent")
        case .cannotRun, nil: return nil
        }
        guard unit.state == "active", let sentence = status.sentence else { return nil }
        return Diagnosis(
            found.severity, found.code, "\(program) runs, but \(sentence)",
            remedy:
                "\(program) --check    # names what is wrong; correct it, then\nsystemctl restart \(program).service")
    }

    /// The bridge for pages is down if it, or the address it serves, should be there.
    private static func web(_ service: Unit, _ socket: Unit) -> Diagnosis? {
        let isListening = socket.state == "active"
        guard service.load != "not-found", service.isEnabled || socket.isEnabled || isListening else { return nil }
        guard service.isDown || socket.isDown else { return nil }
        let (name, unit) = service.isDown ? ("touchd-web.service", service) : ("touchd-web.socket", socket)
        let isReady = isListening && service.state == "inactive" && service.load == "loaded"
        if isReady, !service.isEnabled { return nil }
        return Diagnosis(
            isReady ? .note : .error, "web_down",
            "\(name) \(unit.condition): \(isReady ? "the next page starts it" : "pages cannot connect to touchd")",
            remedy: (unit.load == "masked" ? "systemctl unmask \(name)\n" : "journalctl -b -u touchd-web.service\n")
                + "systemctl start touchd-web.socket touchd-web.service\n"
                + "or, if the kiosk has no page: systemctl disable --now touchd-web.socket touchd-web.service")
    }

    /// The severities are those of the console (touchctl-fleet(1)).
    private static func certificate(_ service: Unit) -> Diagnosis? {
        guard service.state == "active", let days = UnitStatus(parsing: service.status).days, days < 30 else {
            return nil
        }
        return Diagnosis(
            days < 7 ? .error : .warning, "certificate_ends",
            days < 0
                ? "a certificate of touchd-fleet has expired" : "a certificate of touchd-fleet ends in \(days) days",
            remedy: "touchd-fleet --check    # which\n"
                + "touchd-fleet --request >request.csr    # to be signed; then: touchd-fleet --install CERTIFICATE")
    }

    private static func fleet(_ service: Unit) -> Diagnosis? {
        guard service.isMissed else { return nil }
        return Diagnosis(
            .warning, "fleet_down", "touchd-fleet.service \(service.condition): results do not reach the operator",
            remedy: "touchd-fleet --check    # configuration, certificates and servers\n"
                + "journalctl -b -u touchd-fleet.service\nsystemctl start touchd-fleet.service\n"
                + "or, if the kiosk belongs to no fleet: systemctl disable --now touchd-fleet.service")
    }

    /// The compositor and the browser, by the guide's unit.
    private static func kiosk(_ service: Unit) -> Diagnosis? {
        guard service.isMissed else { return nil }
        return Diagnosis(
            .error, "kiosk_down", "kiosk.service \(service.condition): the screen shows no page",
            remedy: "systemctl status kiosk.service\njournalctl -b -t kiosk    # what its programs printed\n"
                + "systemctl start kiosk.service\n"
                + "or, if something else draws the screen: systemctl disable --now kiosk.service")
    }
}

extension Machine.Unit {
    /// Whether systemd restarted it often, and not long ago.
    ///
    /// While a service runs, systemd keeps the number of its restarts for ever, so the number alone would never be good again.
    fileprivate var isRestartedOften: Bool { restarts >= 3 && age < .seconds(1_800) }

    /// Whether it does not run, or is in a loop of restarts; not while it is only being started or stopped.
    fileprivate var isDown: Bool {
        switch state {
        case "inactive", "failed": load != "not-found"
        case "active": isRestartedOften && age < .seconds(60)
        default: isRestartedOften
        }
    }

    /// Whether it is down, although it is enabled.
    fileprivate var isMissed: Bool { load == "loaded" && isEnabled && isDown }

    fileprivate var condition: String {
        if load == "masked" { return "is masked" }
        return isRestartedOften ? "was restarted \(restarts) times, last \(Words.duration(age)) ago" : "is \(state)"
    }

    private var age: Interval { sinceStart ?? .zero }
}
