internal import Arguments
internal import CShims
internal import Glibc
internal import System
internal import TouchConfiguration
internal import TouchCore
internal import TouchVault

/// `touchd --prepare-image`: removes what makes this machine one kiosk, before an image of it is made for others.
///
/// Kiosks that share it share the keys of one vault, and a name.
struct ImagePreparation {
    private let folders: [String]
    private let files: [String]
    private let vault: String

    /// The key of the vault, readable on this machine alone.
    static let credential = "/etc/credstore.encrypted/touchd-pepper"
    /// What other packages made for this machine.
    static let others = "/etc/machine-id, /var/lib/systemd/credential.secret, /etc/ssh/ssh_host_*"

    init(_ configuration: Configuration, credential: String = credential) {
        let fleet = configuration.fleet
        folders = [configuration.daemon.stateDirectory, fleet.stateDirectory, fleet.commandDirectory]
        files = [credential, credential + ".new", fleet.certificate, fleet.key, fleet.key + ".request"]
        vault = "\(configuration.daemon.stateDirectory)/vault.db"
    }

    /// Removes it all; returns what was there.
    func run() throws(CommandError) -> [String] {
        if KeptVault.isInUse(vault) { throw Self.stopFirst("touchd runs") }
        if let refusal = Self.refusal(while: ["touchd", "touchd-fleet", "touchd-operator"]) { throw refusal }
        var removed: [String] = []
        let contents = folders.flatMap { folder in SystemPath.names(in: folder).sorted().map { "\(folder)/\($0)" } }
        for path in contents + files where Self.exists(path) {
            unsafe cshims_remove_tree(path)
            if Self.exists(path) { throw .refused("\(SystemError.last("remove \(path)"))") }
            removed.append(path)
        }
        return removed
    }

    /// Why the files of those programs cannot be changed now; nil: they can.
    static func refusal(while programs: [String]) -> CommandError? {
        program(of: programs).map { stopFirst("\($0) runs") }
            ?? activeSocket.map { stopFirst("\($0) would start a program that uses them") }
    }

    private static func stopFirst(_ reason: String) -> CommandError {
        .refused("\(reason) (systemctl stop 'touchd*')")
    }

    /// A socket with which systemd starts one of the programs, or one that uses touchd; nil without systemd.
    private static var activeSocket: String? {
        let sockets = ["touchd.socket", "touchd-monitor.socket", "touchd-web.socket", "touchd-operator.socket"]
        let asked = try? Subprocess.run(["systemctl", "is-active"] + sockets, error: .discarded, within: .seconds(5))
        let states = String(decoding: asked?.output ?? [], as: UTF8.self).split(whereSeparator: \.isNewline)
        return zip(sockets, states).first { $0.1 == "active" }?.0
    }

    private static func exists(_ path: String) -> Bool {
        var status = stat()
        return unsafe lstat(path, &status) == 0
    }

    /// The name of another process of this machine, or of this container, that runs one of those programs.
    private static func program(of names: [String]) -> String? {
        SystemPath.names(in: "/proc").compactMap { Int32($0) }.filter { $0 != getpid() }.lazy
            .compactMap { SystemPath.text(at: "/proc/\($0)/comm") }.first { names.contains($0) }
    }
}
