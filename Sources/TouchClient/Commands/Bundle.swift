internal import Arguments
internal import System
internal import Glibc
internal import StrictJSON

/// `touchctl bundle`: everything needed for remote diagnosis in one archive, without secrets.
struct Bundle {
    /// Message ids of journal entries that are included, as explained in `systemd/touchd.catalog`.
    ///
    /// Start, end, panels, trust and refused connections; neither user activity nor texts from configuration files.
    static let messages = [
        "a96e127ba96146838701a67e5bc771ec", "0993aa67ddad41dea69877a2b84af0c4", "8d4784ab1a4e450dac4fa519965d5a28",
        "46a17348b4af4017bdfc128d26732682", "833627b4136342e393aca0bfddbc5679", "d4eb2eb8d1d7430782afa9e8597f25db",
        "3c1f0f6a1e0b4c0e9a57d2c4b8e6f713",
    ]
    /// Members of the status that are included; not the users who have to wait.
    static let statusMembers: Set<String> = [
        "version", "uptimeUSec", "viewWidth", "viewHeight", "panels", "access", "vault", "connections",
        "allowProvenance",
        "count", "trusted", "problem", "display", "ghosting", "alarm", "rollbackProtection",
    ]
    static let recording = "frames.jsonl"

    /// Maximum number of requested pages of the recording: four times those of the largest buffer, one minute, as new
    /// touches add more.
    static let maxPages = 1_000
    /// Maximum size of the recording; the largest buffer has about 15 MiB.
    static let maxBytes = 64 << 20

    private let session: Session

    /// Calls the daemon, collects and packs; the suffix of the path chooses the compression.
    static func run(_ session: Session, to path: String) throws(CommandError) -> ExitStatus {
        guard path.hasSuffix(".tar.gz") || path.hasSuffix(".tar.zst") else {
            throw .usage("bundle writes FILE.tar.gz or FILE.tar.zst, not \(path)")
        }
        let parts = try Bundle(session: session).parts()
        let name = "touchd-bundle"
        let folder: PrivateFolder
        do throws(SystemError) { folder = try PrivateFolder(named: "touchctl") } catch { throw .file("\(error)") }
        guard unsafe mkdir("\(folder.path)/\(name)", 0o700) == 0 else {
            throw .file("\(folder.path): \(SystemError.text())")
        }
        for part in parts { try File.write(Array(part.text.utf8), to: "\(folder.path)/\(name)/\(part.name)") }
        let (packed, packing) = ("\(folder.path)/packed", path.hasSuffix("zst") ? "--zstd" : "--gzip")
        // A folder with a colon in its name would be another machine.
        let words = ["tar", packing, "--force-local", "--owner=0", "--group=0", "-cf", packed, "-C", folder.path, name]
        let tar: Subprocess.Outcome
        do throws(SystemError) {
            tar = try Subprocess.run(words, error: .captured)
            if tar.terminationStatus.isSuccess {
                let bytes = try WholeFile(packed, .given, maxBytes: maxBytes).bytes
                try WholeFile.replace(path, with: bytes, mode: 0o600, isDurable: false)
            }
        } catch { throw .file("\(path): \(error.reason)") }
        guard tar.terminationStatus.isSuccess else {
            // The first of its lines has the reason.
            let line = String(decoding: tar.output.prefix { $0 != 0x0a }, as: UTF8.self)
            throw .file("\(path): \(line)\(path.hasSuffix("zst") ? " (is zstd installed?)" : "")")
        }
        session.note("\(path): \(parts.map(\.name).joined(separator: ", "))\n")
        return .passed
    }

    /// All files; the daemon's first, so that a missing permission is reported at once.
    private func parts() throws(CommandError) -> [(name: String, text: String)] {
        let recording = try frames()
        let configuration = try session.call("io.touchd.manage.Configuration")
        let devices = try session.call("io.touchd.device.List")
        let status = try session.call("io.touchd.manage.Status")
        let kept = Self.kept(of: status)
        let statistics = try session.call("io.touchd.monitor.Statistics", ["inTheOpen": true])
        return [
            ("README", Self.readme(devices)),
            (Self.recording, recording),
            ("devices.json", devices.description + "\n"),
            ("input-devices.json", try session.call("io.touchd.device.Explain").description + "\n"),
            ("configuration", Self.text(of: configuration)),
            ("status.json", kept.description + "\n"),
            ("statistics.json", statistics.description + "\n"),
            ("versions", try Self.versions(daemon: status.text("version") ?? "?")),
            ("journal", try Self.journal()),
            ("doctor", doctor()),
        ]
    }

    private func doctor() -> String {
        var text = ""
        _ = Doctor.run(Session(socket: session.socket, isJSON: false) { text += $0 })
        return text
    }

    /// The daemon's frames, page by page.
    ///
    /// Stops at a daemon whose pages never end or repeat.
    private func frames() throws(CommandError) -> String {
        var text = ""
        var from: Int64?
        for _ in 0..<Self.maxPages {
            let reply = try session.call("io.touchd.monitor.Recording", ["from": from.map { .integer($0) }])
            text += reply.text("lines") ?? ""
            guard let next = reply["next"] else { return text }
            guard text.utf8.count <= Self.maxBytes else { break }
            guard let number = next.integerValue, number > from ?? 0 else {
                throw .violation("Recording continued at \(next) after \(from ?? 0)")
            }
            from = number
        }
        throw .violation("Recording did not end after \(text.utf8.count) bytes")
    }

    /// The configuration as a file: private values are comments.
    private static func text(of reply: JSONObject) -> String {
        var text = ""
        var section = ""
        for key in reply.objects("keys") {
            func word(_ name: String) -> String { key.text(name) ?? "" }
            if word("section") != section {
                section = word("section")
                text += "\(text.isEmpty ? "" : "\n")[\(section)]\n"
            }
            let isSet = key["set"] == true
            if let value = key.text("value") {
                text += isSet ? "\(word("name"))=\(value)\n" : "#\(word("name"))=\(value)\n"
            } else {
                text += "; \(word("name")) is \(isSet ? "set" : "not set"); its value is omitted\n"
            }
        }
        return text
    }

    private static func versions(daemon: String) throws(CommandError) -> String {
        let system = (try? File.text("/etc/os-release"))?.split(separator: "\n")
            .first { $0.hasPrefix("PRETTY_NAME=") }.map { $0.dropFirst(12).filter { $0 != "\"" } }
        let packages = [
            "touchd", "libinput10", "libinput-bin", "libevdev2", "libmtdev1", "libsystemd0", "libsodium23",
            "libsqlite3-0",
        ]
        let dpkg = try? Subprocess.run(
            ["dpkg-query", "-W", "-f", "${Package} ${Version}\n"] + packages, error: .captured)
        let kernel = try? Subprocess.run(["uname", "-srvm"], error: .inherited)
        return "touchd \(daemon)\ntouchctl \(Version.text)\nsystem \(system ?? "unknown")\n"
            + "kernel \(kernel?.text ?? "unknown\n")" + (dpkg?.text ?? "")
    }

    private static func journal() throws(CommandError) -> String {
        let matches = messages.flatMap { ["MESSAGE_ID=\($0)", "+"] }.dropLast()
        let words = ["journalctl", "--quiet", "--no-pager", "--output=short-iso-precise", "--lines=500"]
        let answer = try? Subprocess.run(words + matches, error: .inherited)
        guard let answer, answer.terminationStatus.isSuccess else { return "journalctl failed\n" }
        return answer.text.isEmpty ? "no journal entries of touchd that the caller may read\n" : answer.text
    }

    /// The members of the status, or of a group of it, that may leave the machine.
    private static func kept(of status: JSONObject) -> JSONObject {
        JSONObject(
            status.filter { statusMembers.contains($0.key) }.map { key, value in
                (key, value.objectValue.map { .object(kept(of: $0)) } ?? value)
            })
    }

    private static func readme(_ devices: JSONObject) -> String {
        let first = devices["devices"]?.arrayValue?.first?.objectValue
        func number(_ object: JSONObject?, _ key: String) -> String { Words.whole(object?[key]?.doubleValue ?? 0) }
        let area = first?["area"]?.objectValue
        let view = first.map { _ in " --view \(number(area, "width"))x\(number(area, "height"))" } ?? ""
        let turn = first.map { " --rotate \(number($0, "rotation"))" } ?? ""
        return """
            What touchctl bundle collected.

            frames.jsonl        contacts of the last seconds before the last touch, as touchd --dump=json
                                writes them, in percent of the panel. Replay them with
                                    touchctl replay frames.jsonl\(view)\(turn)
                                add --scene TRACE for what the widgets would have reported, or convert them:
                                    touchctl convert frames.jsonl --to evemu
                                A line of type gap: a pattern or a captcha was on screen; its contacts are omitted.
            devices.json        the panels
            input-devices.json  every input device, and why touchd reads it or not
            configuration       settings in force, without paths, groups, pins and serial numbers
            status.json         touchctl status
            statistics.json     touchctl stats
            doctor              touchctl doctor
            versions            versions of touchd, its libraries and the kernel
            journal             log entries about its start, its panels and refused connections

            """
    }
}
