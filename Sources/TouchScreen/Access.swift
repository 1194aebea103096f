package import TouchConfiguration
package import Varlink

/// What a peer may do.
///
/// Each role has all rights of the roles before it.
package enum Role: Comparable {
    case observer, frontend, administrator
}

/// Maps peers to roles by user and group, without asking a name service.
///
/// Root and the daemon's own user are administrators: they could read its memory anyway. A user without a group is an
/// observer. One for the whole daemon, since a reload changes it for every interface.
package final class Access {
    private var loaded: LoadedConfiguration
    /// The daemon's own user.
    package let ownUser: UInt32

    /// Starts with the groups of the configuration.
    package init(_ loaded: LoadedConfiguration, ownUser: UInt32) {
        (self.loaded, self.ownUser) = (loaded, ownUser)
    }

    /// Whether every user who can open the socket may show scenes and verify.
    package var isOpen: Bool { loaded.configuration.access.frontend.isEmpty }

    /// Applies the groups of another configuration; open connections get their new role at their next call.
    package func apply(_ loaded: LoadedConfiguration) { self.loaded = loaded }

    /// What a peer may do.
    package func role(of peer: Peer) -> Role {
        if peer.isReader { return .observer }
        if peer.uid == 0 || peer.uid == ownUser || peer.isMember(ofAny: loaded.groups.administrator) {
            return .administrator
        }
        return isOpen || peer.isMember(ofAny: loaded.groups.frontend) ? .frontend : .observer
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
        loaded.configuration.access.screen.isEmpty || role(of: peer) == .administrator
            || loaded.screenUsers.contains(peer.uid) || peer.isMember(ofAny: loaded.groups.screen)
    }

    /// Whether the peer may see results of other callers.
    package func seesAllResults(_ peer: Peer) -> Bool {
        role(of: peer) == .administrator || !peer.isReader && peer.isMember(ofAny: loaded.groups.backend)
    }

    /// Whether the peer may do what the owner of the fleet's key can order.
    package func mayOperate(_ peer: Peer) -> Bool {
        role(of: peer) == .administrator || !peer.isReader && peer.isMember(ofAny: loaded.groups.operators)
    }
}

extension Peer {
    fileprivate func isMember(ofAny groups: Set<UInt32>) -> Bool {
        groups.contains(where: isMember(of:))
    }
}
