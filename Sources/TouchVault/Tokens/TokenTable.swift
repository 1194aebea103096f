final class TokenTable {
    let currentKey: Statement
    let insertKey: Statement
    let retireKey: Statement
    let restartKeys: Statement
    let retiredKeys: Statement
    let deleteRetired: Statement
    let insert: Statement
    let trim: Statement
    let find: Statement
    let redeem: Statement

    init(_ database: borrowing Database) throws(VaultError) {
        currentKey = try database.prepare("SELECT seed, public FROM signing_key WHERE seed IS NOT NULL")
        insertKey = try database.prepare("INSERT INTO signing_key (public, seed) VALUES (?, ?)")
        retireKey = try database.prepare(
            "UPDATE signing_key SET seed = NULL, boot = ?, boottime = ? WHERE seed IS NOT NULL")
        restartKeys = try database.prepare(
            "UPDATE signing_key SET boot = ?1, boottime = ?2 WHERE seed IS NULL AND boot IS NOT ?1")
        retiredKeys = try database.prepare(
            "SELECT sequence, public, boottime FROM signing_key WHERE seed IS NULL ORDER BY sequence")
        deleteRetired = try database.prepare("DELETE FROM signing_key WHERE seed IS NULL AND sequence <= ?")
        insert = try database.prepare(
            "INSERT INTO token (id, result, boot, expires) VALUES (?, ?, ?, ?)")
        trim = try database.prepare("DELETE FROM token WHERE sequence <= ?")
        find = try database.prepare(
            """
            SELECT boot = ?2 AND expires > ?3, redeemed IS NOT NULL, coalesce(claim = ?4 AND owner = ?5, 0)
            FROM token WHERE id = ?1
            """)
        redeem = try database.prepare(
            "UPDATE token SET redeemed = ?, owner = ?, claim = ? WHERE id = ? AND redeemed IS NULL")
    }
}
