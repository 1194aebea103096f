package import TouchConfiguration
package import Varlink

/// What a peer may do.
///
/// Each role has all rights of the roles before it.
package enum Role: String, Comparable {
    case observer, frontend, administrator

    private var rank: Int {
        switch self {
        case .observer: 0
        case .frontend: 1
        case .administrator: 2
        }
    }

    /// Whether the one may less than the other.
    package static func < (left: Role, right: Role) -> Bool { left.rank < right.rank }
}

/// Maps peers to roles by user and group, without asking a name service.
///
/// Root and the daemon's own user are administrators: they could read its memory anyway. A user without a group is an
/// observer. One for the whole daemon, since a reload changes it for every interface.
package final class Access {
    /// Whether every user who can open the socket may show scenes and verify.
    package private(set) var isOpen: Bool
    /// Otherwise, the groups whose members may.
    private(set) var frontends: Set<UInt32>
    /// The groups whose members may do everything; empty: only root and the daemon's user.
    private(set) var administrators: Set<UInt32>
    /// The groups whose members see the results of all users, besides administrators.
    private(set) var backends: Set<UInt32>
    /// The groups whose members may carry out commands of the fleet, besides administrators.
    private(set) var operators: Set<UInt32>
    /// The front ends that may present and answer requests; nil: all.
    private var screen: (users: Set<UInt32>, groups: Set<UInt32>)?
    /// The daemon's own user.
    package let ownUser: UInt32

    /// Starts with the groups of the configuration.
    package init(_ loaded: LoadedConfiguration, ownUser: UInt32) {
        (isOpen, frontends, administrators, backends, operators) = (false, [], [], [], [])
        self.ownUser = ownUser
        apply(loaded)
    }

    /// Applies the groups of another configuration; open connections get their new role at their next call.
    package func apply(_ loaded: LoadedConfiguration) {
        isOpen = loaded.configuration.access.frontend.isEmpty
        frontends = loaded.groups.frontend
        administrators = loaded.groups.administrator
        backends = loaded.groups.backend
        operators = loaded.groups.operators
        let isScreenOpen = loaded.configuration.access.screen.isEmpty
        screen = isScreenOpen ? nil : (loaded.screenUsers, loaded.groups.screen)
    }

    /// What a peer may do.
    package func role(of peer: Peer) -> Role {
        if peer.isReader { return .observer }
        if peer.uid == 0 || peer.uid == ownUser || peer.isMember(ofAny: administrators) { return .administrator }
        return isOpen || peer.isMember(ofAny: frontends) ? .frontend : .observer
    }

    /// What a peer may do beyond what everybody may, in the words of `io.touchd.manage`.
    package func rights(of peer: Peer) -> [String] {
        let role = role(of: peer)
        let all = [
            ("frontend", role >= .frontend), ("backend", seesAllResults(peer)), ("operator", mayOperate(peer)),
            ("administrator", role == .administrator), ("screen", role >= .frontend && mayPresent(peer)),
        ]
        return all.filter(\.1).map(\.0)
    }

    /// Whether a peer that is a front end may put scenes on screen and answer other callers' requests.
    package func mayPresent(_ peer: Peer) -> Bool {
        guard let screen, role(of: peer) != .administrator else { return true }
        return screen.users.contains(peer.uid) || peer.isMember(ofAny: screen.groups)
    }

    /// Whether the peer may see results of other callers.
    package func seesAllResults(_ peer: Peer) -> Bool {
        role(of: peer) == .administrator || !peer.isReader && peer.isMember(ofAny: backends)
    }

    /// Whether the peer may do what the owner of the fleet's key can order.
    package func mayOperate(_ peer: Peer) -> Bool {
        role(of: peer) == .administrator || !peer.isReader && peer.isMember(ofAny: operators)
    }
}

extension Peer {
    fileprivate func isMember(ofAny groups: Set<UInt32>) -> Bool {
        groups.contains(where: isMember(of:))
    }
}
