/// The tables of a vault, and the migration of older files.
///
/// `user_version` in the file's header is the version of the last step it has been through. A released step is never
/// edited; a change is a new step at the end. All steps that a file lacks run in one transaction, together with its version.
package struct Schema {
    struct Step {
        let version: Int
        let sql: String

        init(version: Int, _ sql: String) { (self.version, self.sql) = (version, sql) }
    }

    let steps: [Step]

    /// The version of a file that has been through all steps.
    var version: Int { steps.last?.version ?? 0 }

    /// The ``fingerprint(of:)`` of a database that has been through all steps of ``present``.
    static let presentFingerprint = "466a5853c67c4bf27d48251d00b2c40d"

    /// Higher than any touchd will have: a number beyond it is damage, not a newer touchd.
    private static let maxVersion = 1_000

    /// What touchd 0.1 wrote, the first that was released.
    static let formerVersion = 9

    /// The version at which patterns are where other kinds of secrets are, and the guard's seal covers a sum over the
    /// records of users, which follows their changes.
    static let movingVersion = 16

    func version(of database: Database) throws(VaultError) -> Int {
        Int(truncatingIfNeeded: try number("PRAGMA user_version", in: database))
    }

    /// Checks that the file is a valid vault, and runs the steps that it lacks.
    ///
    /// - Throws: ``VaultError/foreign(path:application:)``, ``VaultError/newerSchema(path:found:known:)``,
    ///   ``VaultError/damaged(path:detail:)``, or the error of a step; the file then stays as it was.
    /// - Parameters:
    ///   - isSuspect: whether every page is checked first, at a cost that grows with the file.
    ///   - finish: does the parts of a step that SQL cannot, in the transaction; gets the step's version.
    /// - Returns: whether tables were missing and were recreated empty.
    func bringUp(
        _ database: Database, isSuspect: Bool, finish: (Int) throws(VaultError) -> Void
    ) throws(VaultError) -> Bool {
        let version = try version(of: database)
        let application = Int32(truncatingIfNeeded: try number("PRAGMA application_id", in: database))
        let isEmpty = try number("SELECT count(*) FROM sqlite_schema", in: database) == 0 && version == 0
        guard isEmpty || application == Database.application else {
            throw .foreign(path: database.path, application: application)
        }
        guard version <= self.version || version > Self.maxVersion else {
            throw .newerSchema(path: database.path, found: version, known: self.version)
        }
        guard isEmpty || steps.contains(where: { $0.version == version }) else {
            throw .damaged(path: database.path, detail: "schema version \(version)")
        }
        if isSuspect || version < self.version { try check(database) }
        if !isEmpty, version < self.version, database.path != Database.inMemory {
            try KeptVault.keep(database, before: self.version)
        }
        let isRestored = try restore(database, version: version)
        if version == self.version { return isRestored }
        try database.transaction { () throws(VaultError) in
            for step in steps where step.version > version {
                try database.execute(step.sql)
                try finish(step.version)
            }
            try database.execute("PRAGMA user_version = \(self.version)")
        }
        return isRestored
    }

    /// Recreates tables and indices that are missing from a file of that version, and removes foreign ones: a trigger
    /// could restore guesses.
    ///
    /// - Returns: whether there was anything to do.
    /// - Throws: ``VaultError/damaged(path:detail:)`` if a table or an index has a different definition (a default or a
    ///   reference could do what a trigger does), or if something cannot be removed.
    private func restore(_ database: Database, version: Int) throws(VaultError) -> Bool {
        let found = try Part.all(in: database)
        // Building the model takes longer than the rest of a start.
        if version == Self.present.version, Self.fingerprint(of: found) == Self.presentFingerprint { return false }
        let model = try Database.open(path: Database.inMemory)
        for step in steps where step.version <= version { try model.execute(step.sql) }
        let parts = try Part.all(in: model)
        var missing: [String] = []
        // Before anything is removed, because a damaged file is kept as it is.
        for part in parts where !part.name.hasPrefix("sqlite_") {
            switch found.first(where: { $0.name == part.name })?.sql {
            case nil: missing.append(part.sql)
            case part.sql: break
            default: throw .damaged(path: database.path, detail: "\(part.name) is not as touchd made it")
            }
        }
        let extra = found.filter { part in !parts.contains { $0.name == part.name && $0.type == part.type } }
        for part in extra {
            do throws(VaultError) { try database.execute("DROP \(part.type) IF EXISTS \(part.quotedName)") } catch {
                throw .damaged(path: database.path, detail: "the \(part.type) \(part.name) is not touchd's")
            }
        }
        guard !missing.isEmpty else { return !extra.isEmpty }
        try database.transaction { () throws(VaultError) in for sql in missing { try database.execute(sql) } }
        return true
    }

    static func fingerprint(of database: Database) throws(VaultError) -> String {
        fingerprint(of: try Part.all(in: database))
    }

    private static func fingerprint(of parts: [Part]) -> String {
        Fingerprint.text(of: parts.map { "\($0.type)\0\($0.name)\0\($0.sql)\0" }.joined())
    }

    private struct Part {
        let type: String
        let name: String
        let sql: String

        var quotedName: String {
            var quoted = "\""
            for character in name { quoted += character == "\"" ? "\"\"" : String(character) }
            return quoted + "\""
        }

        /// All objects of a database: triggers and views, then tables, then the rest.
        static func all(in database: Database) throws(VaultError) -> [Part] {
            try database.prepare(
                """
                SELECT type, name, sql FROM sqlite_schema WHERE sql IS NOT NULL
                ORDER BY CASE type WHEN 'trigger' THEN 0 WHEN 'view' THEN 1 WHEN 'table' THEN 2 ELSE 3 END, name
                """
            ).rows { row throws(VaultError) in
                Part(type: try row.text(0), name: try row.text(1), sql: try row.text(2))
            }
        }
    }

    private func check(_ database: Database) throws(VaultError) {
        let finding = try database.prepare("PRAGMA quick_check(1)").first { row throws(VaultError) in try row.text(0) }
        guard finding == "ok" else { throw .damaged(path: database.path, detail: finding ?? "no answer to a check") }
    }

    private func number(_ sql: String, in database: Database) throws(VaultError) -> Int64 {
        try database.prepare(sql).integer() ?? 0
    }
}
