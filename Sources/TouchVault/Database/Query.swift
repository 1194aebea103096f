/// The statements of a vault that is in use, each compiled at its first use.
enum Query: Int, CaseIterable {
    case begin, commit
    case findCredential, nextCredential, nextName, insertCredential, updateCredential, restrictCredential
    case deleteCredential
    case findSecrets, insertSecret, deleteSecrets, newestStretch
    case findRecovery, putRecovery, deleteRecovery
    case findAttempts, insertAttempts, updateAttempts
    case userSeals
    case readGuard, insertGuard, updateGuard
    case findMisses, putMisses, trimMisses
    case insertResult, firstResult, trimResults, findResult, listResults, listOwnedResults
    case walkResults, linkOfResult, readCheckpoint, moveCheckpoint
    case insertToken, trimTokens, findToken, redeemToken, voidTokens
    case currentKey, insertKey, retireKey, restartKeys, retiredKeys, deleteRetiredKeys

    var sql: String {
        switch self {
        case .begin: "BEGIN IMMEDIATE"
        case .commit: "COMMIT"

        case .findCredential:
            "SELECT id, scheme, created, expires, disabled, recovering, seal FROM credential WHERE user = ?"
        case .nextCredential: "SELECT id, user FROM credential WHERE id > ? ORDER BY id LIMIT 1"
        case .nextName: "SELECT user FROM credential WHERE user > ? ORDER BY user LIMIT 1"
        case .insertCredential: "INSERT INTO credential (user, scheme, created) VALUES (?, ?, ?)"
        case .updateCredential:
            """
            UPDATE credential SET scheme = ?, created = ?, expires = ?, disabled = ?, recovering = ?, seal = ?
            WHERE id = ?
            """
        case .restrictCredential: "UPDATE credential SET disabled = ?, expires = ? WHERE id = ?"
        case .deleteCredential: "DELETE FROM credential WHERE user = ?"

        case .findSecrets: "SELECT kind, passes, memory, salt, verifiers, rows, columns FROM secret WHERE user = ?"
        case .insertSecret: "INSERT INTO secret VALUES (?, ?, ?, ?, ?, ?, ?, ?)"
        case .deleteSecrets: "DELETE FROM secret WHERE user = ?"
        case .newestStretch:
            """
            SELECT secret.passes, secret.memory FROM credential CROSS JOIN secret USING (user)
            ORDER BY id DESC LIMIT 1
            """

        case .findRecovery: "SELECT hash FROM recovery WHERE user = ?"
        case .putRecovery: "INSERT OR REPLACE INTO recovery (user, hash) VALUES (?, ?)"
        case .deleteRecovery: "DELETE FROM recovery WHERE user = ?"

        case .findAttempts: "SELECT failed, boot, boottime, sequence, seal FROM attempt WHERE user IS ?"
        case .insertAttempts:
            "INSERT OR REPLACE INTO attempt (failed, boot, boottime, sequence, seal, user) VALUES (?, ?, ?, ?, ?, ?)"
        case .updateAttempts:
            "UPDATE attempt SET failed = ?, boot = ?, boottime = ?, sequence = ?, seal = ? WHERE user IS ?"

        case .userSeals:
            """
            SELECT \(UserRecords.columns) FROM (SELECT ? AS user) u LEFT JOIN credential c ON c.user = u.user
            LEFT JOIN attempt a ON a.user = u.user LEFT JOIN recovery r ON r.user = u.user
            """

        case .readGuard: "SELECT vault, counter, alarm, start, seal FROM guard"
        case .insertGuard:
            "INSERT OR REPLACE INTO guard (id, vault, counter, alarm, start, seal) VALUES (1, ?, ?, ?, ?, ?)"
        case .updateGuard: "UPDATE guard SET vault = ?, counter = ?, alarm = ?, start = ?, seal = ?"

        case .findMisses: "SELECT times, waits, began, boot, seal FROM miss WHERE panel = ?"
        case .putMisses:
            "INSERT OR REPLACE INTO miss (panel, times, waits, began, boot, seal) VALUES (?, ?, ?, ?, ?, ?)"
        case .trimMisses: "DELETE FROM miss WHERE sequence <= ?"

        case .insertResult: "INSERT INTO result (\(StoredResult.columns), seal, link) VALUES (\(StoredResult.places))"
        case .firstResult: "SELECT sequence FROM result ORDER BY sequence LIMIT 1"
        case .trimResults: "DELETE FROM result WHERE sequence <= ?"
        case .findResult: "SELECT \(StoredResult.columns) FROM result WHERE id = ?"
        case .listResults: "SELECT \(StoredResult.columns) FROM result WHERE sequence > ? ORDER BY sequence LIMIT ?"
        case .listOwnedResults:
            "SELECT \(StoredResult.columns) FROM result WHERE sequence > ? AND owner = ? ORDER BY sequence LIMIT ?"

        case .walkResults:
            "SELECT \(StoredResult.columns), seal, link FROM result WHERE sequence > ? ORDER BY sequence LIMIT ?"
        case .linkOfResult: "SELECT link FROM result WHERE sequence <= ? ORDER BY sequence DESC LIMIT 1"
        case .readCheckpoint: "SELECT sequence, link, mark FROM checkpoint"
        case .moveCheckpoint: "UPDATE checkpoint SET sequence = ?, link = ?, mark = ?"

        case .insertToken: "INSERT INTO token (id, result, boot, expires) VALUES (?, ?, ?, ?)"
        case .trimTokens: "DELETE FROM token WHERE sequence <= ?"
        case .findToken:
            """
            SELECT boot = ?2 AND expires > ?3, redeemed IS NOT NULL, coalesce(claim = ?4 AND owner = ?5, 0)
            FROM token WHERE id = ?1
            """
        case .redeemToken: "UPDATE token SET redeemed = ?, owner = ?, claim = ? WHERE id = ? AND redeemed IS NULL"
        // Looks up the result of each token; to find a user's results, those of everybody would have to be read.
        case .voidTokens:
            """
            DELETE FROM token WHERE NOT EXISTS
                (SELECT 1 FROM result WHERE id = token.result AND (user IS NOT ? OR kind <> 'unlock'))
            """

        case .currentKey: "SELECT seed, public FROM signing_key WHERE seed IS NOT NULL"
        case .insertKey: "INSERT INTO signing_key (public, seed) VALUES (?, ?)"
        case .retireKey: "UPDATE signing_key SET seed = NULL, boot = ?, boottime = ? WHERE seed IS NOT NULL"
        case .restartKeys: "UPDATE signing_key SET boot = ?1, boottime = ?2 WHERE seed IS NULL AND boot IS NOT ?1"
        case .retiredKeys: "SELECT sequence, public, boottime FROM signing_key WHERE seed IS NULL ORDER BY sequence"
        case .deleteRetiredKeys: "DELETE FROM signing_key WHERE seed IS NULL AND sequence <= ?"
        }
    }
}
