internal import TouchCore

extension ControlProgram {
    /// The text of `--help`.
    static let help = """
        Usage: touchctl [OPTION…] COMMAND
        Sends requests to touchd.

        Commands:
          status                state of the daemon
          scenes                scenes on screen and their owners (administrators)
          dismiss SCENE         take a scene off the screen: your own, or any (administrators)
          doctor                find what is wrong with this kiosk and how to fix it: exit status 0 nothing, 1 warnings,
                                2 errors; --icinga: one line with figures, 3 if it could not tell
          devices [--explain]   touch panels in use; --explain: why each input device is one or not
          users                 users with a \(SecretScheme.anyName)
          enroll USER           set a new \(SecretScheme.anyName) for USER, twice (administrators; any user with --draw)
          unlock USER           enter the \(SecretScheme.anyName) of USER
          unlock --pam          the same for pam_exec, which sets the user; see docs/pam.md
          demo USER             a demonstration screen in the terminal: the \(SecretScheme.anyName) of USER, and a slider
          remove USER           remove every \(SecretScheme.anyName) of USER (administrators; any user with --draw)
          clear-wait USER       clear the failed attempts of USER and the wait (administrators)
          disable USER          refuse every unlock of USER (administrators)
          enable USER           allow unlocks of USER again (administrators)
          expire USER DATE      make every secret of USER expire at YYYY-MM-DD [HH:MM], or never (administrators)
          clear-alarm           acknowledge an alarm of the vault (administrators)
          recovery-key USER     create a recovery key for USER and show it once (administrators)
          recover USER          read the recovery key from standard input, then set a new \(SecretScheme.anyName), twice
          captcha               solve a slide captcha; a demonstration with --target (administrators)
          gesture               tap and hold as the terminal says: a captcha for people who cannot see or drag
          study captcha|gesture|pattern
                                measure consenting people on this kiosk, into --to FILE (administrators)
          study report FILE...  solve rates, times and proposed settings from a study
          results [ID]          stored results: your own, or all (administrators); the newest 1000
          watch [results|devices]
                                print results or panel changes as they happen, until interrupted
          watch --ignored       every touch that no widget received, and why, until interrupted (administrators)
          calibrate [PANEL]     calibrate on five targets (nine: --targets 9) that the front end shows; kept if the last
                                target is touched within 15 s (administrators)
          calibrate --confirm   keep the calibration on trial
          calibrate --reset [PANEL]
                                remove the stored calibration
          calibrate --export [PANEL]
                                print the stored calibration as a udev rule
          align [PANEL]         touch marks that the front end shows, and see how far off touches land: exit status 1
                                if by more than --tolerance (administrators)
          clean [SECONDS|off]   ignore touches for cleaning, for 1…\(TimeLimit.cleaning.wholeSeconds.upperBound) s (default 30); ends early with off or when one
                                finger is held still for 5 s (administrators)
          drain [SECONDS]       wait until no panel is touched, at most 0…\(TimeLimit.drain.wholeSeconds.upperBound) s (default 30), before a restart: exit
                                status 1 if one still is (administrators)
          pin [-o FILE]         accept only the panels connected now: writes pinned-panels= to
                                \(Pin.standardPath)
          reload                reload the configuration and print what changed (administrators)
          stats                 frame latencies and counters (administrators, backends)
          fleet …               kiosks of a fleet, on NATS servers; see touchctl fleet --help (package touchd-fleet)
          bundle FILE.tar.gz|FILE.tar.zst
                                collect everything for a bug report, without secrets (administrators)
          audit head            head of the chain of results; store it outside the kiosk
          audit key             public key that signs heads and checkpoints
          audit verify [HEAD]   check that no result was changed, up to a stored HEAD: exit status 1 if one was
          redeem TOKEN          redeem the token of an unlock or captcha: exit status 0 only the first time
          keys                  public keys of tokens, as a JWK set
          keys rotate|revoke    sign with a new key; revoke: older tokens become invalid at once (administrators)
          dump [DEVICE…]        show touch panels and live touches until interrupted; needs no daemon (touchctl dump --help)
          measure [DEVICE…|RECORDING]
                                watch a panel for ten seconds and propose settings (touchctl measure --help)
          plot TRACE …          draw a trace or a recording; see touchctl plot --help (package touchd-tools)
          convert RECORDING…    convert a recording of a panel to another format (package touchd-tools)
          replay RECORDING…     run a recording through the engine and print a trace (package touchd-tools)
          image …               make pictures for captchas (package touchd-tools)

        Options:
          -s, --socket PATH     socket of the daemon (default \(defaultSocket), or
                                \(monitorSocket) for group touchd-monitor, or $TOUCHD_SOCKET)
          -j, --json            print the daemon's replies, one JSON object per line
              --secret KIND     enroll, unlock, recover: \(SecretScheme.anyWord) (default: what USER has, or the first)
              --draw            enroll, remove: enter the current \(SecretScheme.anyName) first
              --duress          enroll: the \(SecretScheme.anyName) to enter under duress; implies --draw
              --frame X,Y,W,H   frame of the widget of enroll, unlock, captcha and gesture, in view pixels
              --attempts N      allowed attempts: 1…20 for secrets, or 1…10 for captchas
              --timeout SECONDS how long to wait for a person, 1…600
              --silence SECONDS how long to wait for the next reply of the daemon, 0.1…600 (default 45)
              --audience TEXT   audience of the token of unlock or captcha; redeem: the expected one
              --nonce TEXT      your own text in the token; redeem: the expected one
              --action TEXT     what a solved captcha is for; part of its token
              --on-screen       let the front end that serves the screen show the widget
              --prompt TEXT     text that the front end shows with it
              --key TEXT        redeem: your name for this request; repeating it repeats the reply
              --rounds N        study: rounds per visit, 1…200 (default 10)
              --to FILE         study: file that gets a line for each round
              --target PART     target of the captcha, 0…1 of the way (a demonstration, proves nothing)
              --pam             unlock: pam_exec sets the user
              --arrows          demo: show the direction of each line of the pattern
              --explain         devices: why each input device is a touch panel or not
              --icinga          doctor: one line with figures, for Icinga, Nagios and others
              --ignore CODE,... doctor: findings that are known and accepted
              --ignored         watch: touches that no widget received, and why
              --targets N       calibrate, align: number of targets, 5 or 9
              --tolerance MM    align: how far off a touch may land, 1…50 mm (default 5)
              --confirm         calibrate: keep the calibration on trial
              --reset           calibrate: remove the stored calibration
              --export          calibrate: print the stored calibration as a udev rule
          -o, --output PATH     output file of pin
          -h, --help            print this text
          -V, --version         print the version

        Exit status: 0 passed or done, 1 refused (wrong, missed, cancelled, expired, not allowed), 2 wrong usage,
        3 could not run (no daemon, no reply, no panel, or another error). doctor: 0 fine, 1 warnings, 2 errors,
        3 (--icinga) could not tell.

        """
}
