/// A configuration as it was read, with the groups it names looked up.
public struct LoadedConfiguration: Hashable, Sendable {
    /// The path that is read when the command line names none.
    public static let standardPath = "/etc/touchd/touchd.conf"

    /// What is set, with defaults for what is not.
    public let configuration: Configuration
    /// The groups of `[access]`; a group of the defaults that does not exist is left out.
    public let groups: AccessGroups
    /// What `session-users=` says, with the users it names looked up.
    public let sessionUsers: SessionUsers<UInt32>
    /// The users that `[access] screen=` names.
    public let screenUsers: Set<UInt32>
    /// The users of `[web] user=`; one of the defaults that does not exist is left out.
    public let webUsers: Set<UInt32>
    /// The files that were read, in order; a later one overrides an earlier one key by key.
    public let files: [String]
    /// Files that others than root may write, and what was not taken from them.
    public let exposures: [ConfigurationProblem]
    /// What is not used: sections and keys of another version, for instance.
    public let unused: [ConfigurationProblem]
    /// The texts that the files set, by section and key.
    let values: [String: String]
    /// Where they stand.
    let places: [String: Place]

    /// A line of a file.
    struct Place: Hashable {
        let file: String
        let line: Int
    }

    /// Reads a file and then, in the order of their names' bytes, the files `*.conf` in the folder `PATH.d` beside it.
    ///
    /// - Parameters:
    ///   - path: the file.
    ///   - isRequired: whether a missing file is a problem; the drop-in folder may always be missing.
    ///   - tolerating: which faults are no problems but go to ``unused``; what they concern is not used.
    ///   - lookUp: finds the id of a group.
    ///   - lookUpUser: finds the id of a user.
    /// - Throws: everything that is wrong, at once.
    public init(
        path: String = standardPath, isRequired: Bool, lookUp: (String) -> UInt32? = AccessGroups.lookUp,
        lookUpUser: (String) -> UInt32? = AccessGroups.lookUpUser,
        tolerating: (ConfigurationProblem.Reason) -> Bool = { _ in false }
    ) throws(ConfigurationError) {
        var reading = Reading()
        reading.read(from: path, isRequired: isRequired)
        try self.init(reading, lookUp: lookUp, lookUpUser: lookUpUser, tolerating: tolerating)
    }

    init(
        _ read: Reading, lookUp: (String) -> UInt32?, lookUpUser: (String) -> UInt32?,
        tolerating: (ConfigurationProblem.Reason) -> Bool
    ) throws(ConfigurationError) {
        var reading = read
        groups = reading.groups(lookUp: lookUp)
        sessionUsers = reading.sessionUsers(lookUp: lookUpUser)
        screenUsers = reading.screenUsers(lookUp: lookUpUser)
        webUsers = reading.webUsers(lookUp: lookUpUser)
        let faults = reading.problems.filter { !tolerating($0.reason) }
        guard faults.isEmpty else { throw ConfigurationError(problems: reading.problems) }
        unused = reading.problems
        configuration = reading.configuration
        files = reading.files
        values = reading.values
        places = reading.places
        exposures = reading.exposures
    }

    init(
        configuration: Configuration, groups: AccessGroups, sessionUsers: SessionUsers<UInt32>,
        screenUsers: Set<UInt32> = [],
        webUsers: Set<UInt32> = [], files: [String], values: [String: String], places: [String: Place] = [:],
        exposures: [ConfigurationProblem] = [], unused: [ConfigurationProblem] = []
    ) {
        (self.configuration, self.groups, self.files, self.values) = (configuration, groups, files, values)
        (self.sessionUsers, self.screenUsers, self.webUsers) = (sessionUsers, screenUsers, webUsers)
        (self.places, self.exposures, self.unused) = (places, exposures, unused)
    }
}
