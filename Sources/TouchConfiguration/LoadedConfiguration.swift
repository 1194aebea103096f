/// A configuration that was read, with the groups it names looked up.
package struct LoadedConfiguration: Hashable, Sendable {
    /// The path that is read by default: the administrator's file.
    package static let standardPath = "/etc/touchd/touchd.conf"
    /// The file of the package, which upgrades replace; read before the file at ``standardPath``.
    static let packagedPath = "/usr/lib/touchd/touchd.conf"

    /// The settings, with defaults for those not set.
    package internal(set) var configuration = Configuration()
    /// The groups of `[access]`; default groups that do not exist are left out.
    package internal(set) var groups = AccessGroups()
    /// `session-users=`, with the users it names looked up.
    package internal(set) var sessionUsers = SessionUsers<UInt32>.automatic
    /// The users in `[access] screen=`.
    package internal(set) var screenUsers: Set<UInt32> = []
    /// The users of `[web] user=` that exist now.
    package var webUsers: Set<UInt32> {
        Set(configuration.web.users.compactMap { UInt32($0) ?? AccessGroups.lookUpUser($0) })
    }
    /// The minimums of secrets as files set them that only root may write: by them the stronger of two kinds is told.
    package internal(set) var rootMinParts = Configuration.Unlock.standardMinParts
    /// The files that were read, in order; a later one overrides an earlier one key by key.
    package internal(set) var files: [String] = []
    /// Files that users other than root may write, and the keys that were ignored for it.
    package internal(set) var exposures: [ConfigurationProblem] = []
    /// Sections of panels that two files describe as different panels.
    var rivals: [ConfigurationProblem] = []
    var problems: [ConfigurationProblem] = []
    /// Ignored parts, such as sections and keys of another version.
    package var unused: [ConfigurationProblem] { problems }
    /// The values set by files, by section and key.
    var values: [String: String] = [:]
    /// Their places in the files.
    var places: [String: Place] = [:]
    /// The names of the panels, in the order of the files.
    var panelNames: [String] = []

    struct Place: Hashable {
        let file: String
        let line: Int
    }
}

extension LoadedConfiguration {
    /// Reads a file and then, in the byte order of their names, the files `*.conf` in the folder `PATH.d` beside it;
    /// before the file at ``standardPath``, that of the package.
    ///
    /// - Parameters:
    ///   - isRequired: whether a missing file is a problem; the drop-in folder may always be missing.
    ///   - tolerating: the errors that go to ``unused`` instead; the lines concerned are ignored.
    /// - Throws: all problems at once.
    package init(
        path: String = standardPath, isRequired: Bool, lookUp: (String) -> UInt32? = AccessGroups.lookUp,
        lookUpUser: (String) -> UInt32? = AccessGroups.lookUpUser,
        tolerating: (ConfigurationProblem.Reason) -> Bool = { _ in false }
    ) throws(ConfigurationError) {
        self.init()
        read(from: path, isRequired: isRequired)
        try resolve(lookUp: lookUp, lookUpUser: lookUpUser, tolerating: tolerating)
    }
}
