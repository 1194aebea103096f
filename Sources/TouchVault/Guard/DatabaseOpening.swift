/// The migrated database of a vault, and the state of its guard file.
///
/// A file that this program must not touch (of another program, of a newer touchd, accessible to others) is an error.
struct DatabaseOpening {
    let database: Database
    let file: GuardFile?
    /// The guard file's record before this start, or the one it was created with.
    let finding: GuardFile.Finding
    /// The fault, if it is detectable without reading records.
    let alarm: VaultAlarm?

    static let guardSuffix = ".guard"

    /// - Parameter isReplacement: whether the file is new because the one before it was damaged.
    init(
        path: String, pepper: borrowing SecretBytes, schema: Schema, storage: Storage, isReplacement: Bool
    ) throws(VaultError) {
        guard path != Database.inMemory else {
            let database = try Database.open(path: path)
            _ = try Vault.bringUp(database, schema, vault: try VaultGuard.freshName(), pepper: pepper)
            self.database = database
            (file, finding, alarm) = (nil, .absent, nil)
            return
        }
        // Names the vault, and not its guard, if the folder itself is in the way.
        if try DatabaseFile.exists(path) { try DatabaseFile.prepare(path) }
        if try DatabaseFile.isCut(path) { throw .damaged(path: path, detail: "it is shorter than its header") }
        let file = GuardFile(
            path: path + Self.guardSuffix, key: try KeyedHash.derive("touchd guard file", from: pepper),
            steps: storage.guardSteps)
        var found = try file.find()
        // Left by a first start that ran out of disk space.
        if found == .altered, try DatabaseFile.isEmpty(path), try DatabaseFile.isEmpty(path + Self.guardSuffix) {
            found = .absent
        }
        var alarm: VaultAlarm?
        if try DatabaseFile.isEmpty(path) {
            switch found {
            case .valid(let record) where record.counter == 0: break
            case .valid, .altered: alarm = .missing
            case .absent: break
            }
        }
        if isReplacement { alarm = .damaged }
        // A log exists if the vault was not closed.
        let wasOpen = try !DatabaseFile.isEmpty(path + DatabaseFile.logSuffix)
        let database = try Database.open(path: path, vfs: storage.vfs)
        var finding = found
        // The guard comes first: a power cut between the two then leaves a guard that has counted nothing.
        // Only for a new vault: one that claims to be older than guards may have been planted. A first start that was
        // cut short may have left a part of a guard.
        if found == .absent || found == .altered && alarm == nil, try schema.version(of: database) == 0 {
            let record = GuardRecord(vault: try VaultGuard.freshName(), counter: 0)
            try file.make(record)
            finding = .valid(record)
        }
        let vault = if case .valid(let record) = finding { record.vault } else { try VaultGuard.freshName() }
        let isProven = if case .valid = found { true } else { false }
        let isRestored = try Vault.bringUp(
            database, schema, vault: vault, pepper: pepper, isPepperProven: isProven,
            isSuspect: wasOpen || !database.isQuiet)
        switch finding {
        case .absent: alarm = alarm ?? .guardMissing
        case .altered: alarm = alarm ?? .guardAltered
        case .valid: break
        }
        if isRestored { alarm = alarm ?? .altered }
        self.file = file
        self.alarm = alarm
        self.finding = finding
        self.database = database
    }
}

/// The operations through which a vault's bytes are written; tests record them.
package struct Storage {
    /// The name of SQLite's layer over the file system; nil: the usual one.
    let vfs: String?
    let guardSteps: OpenFile.Steps
    /// The operations on the database's log apart from SQLite's own.
    let logSteps: OpenFile.Steps

    /// Makes a way to the disk.
    package init(
        vfs: String? = nil, guardSteps: OpenFile.Steps = OpenFile.Steps(), logSteps: OpenFile.Steps = OpenFile.Steps()
    ) {
        (self.vfs, self.guardSteps, self.logSteps) = (vfs, guardSteps, logSteps)
    }
}
